// Chance, and permutations of several shapes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace wordorder::fuzzing {

using Permutation = std::vector<std::int32_t>;

// Own arithmetic on the engine's output: the standard distributions differ between libraries.
// Copies share the engine, so every fuzzer has one.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : engine_(std::make_shared<std::mt19937_64>(seed)) {}

    std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>((*engine_)() % (high - low + 1));
    }
    bool one_in(std::int64_t k) { return between(1, k) == 1; }
    std::int32_t any_int32() { return static_cast<std::int32_t>((*engine_)()); }
    template <class T>
    T pick(const std::vector<T>& list) {
        return list[between(0, list.size() - 1)];
    }

    // In 0..1, with both ends and the default β likely.
    double share() {
        const double any = static_cast<double>((*engine_)() >> 11) * 0x1p-53;
        return pick(std::vector{0.0, 0.6, 1.0, any, any, any});
    }

    // Mostly short; often where a kernel changes its method (36, 64, 1024 words).
    std::int64_t length() {
        if (one_in(50'000)) return 100'000;
        if (one_in(2'000)) return between(200, 4'000);
        if (one_in(2'000)) return between(1'023, 1'026);
        if (one_in(10)) return pick(std::vector{0, 1, 2, 35, 36, 37, 38, 63, 64, 65});
        return between(0, one_in(10) ? 200 : one_in(3) ? 70 : 16);
    }

    Permutation permutation(std::int64_t n) { return permutation(n, pick(SHAPES)); }

    Permutation permutation(std::int64_t n, const std::string& shape) {
        if (shape == "nested") return nested(n);
        Permutation ranks(n);
        std::iota(ranks.begin(), ranks.end(), 0);
        if (shape == "inverted") std::reverse(ranks.begin(), ranks.end());
        if (shape == "random") swap_words(ranks, 2 * n);
        if (shape == "swapped") swap_words(ranks, between(1, 4));
        if (shape == "moved") move_blocks(ranks, between(1, 4));
        if (shape == "simple") put_odd_first(ranks);
        return ranks;
    }

    inline static const std::vector<std::string> SHAPES = {
        "random", "identity", "inverted", "swapped", "moved", "simple", "nested", "nested"};

private:
    inline static const std::vector<std::string> PATTERNS = {"random", "identity", "inverted",
                                                             "simple"};

    void swap_words(Permutation& ranks, std::int64_t swaps) {
        for (const std::int64_t last = std::ssize(ranks) - 1; last > 0 && swaps > 0; --swaps) {
            std::swap(ranks[between(0, last)], ranks[between(0, last)]);
        }
    }

    void move_blocks(Permutation& ranks, std::int64_t moves) {
        for (const auto words = ranks.begin(); moves > 0; --moves) {
            std::vector<std::int64_t> cuts(3);
            for (std::int64_t& cut : cuts) cut = between(0, ranks.size());
            std::sort(cuts.begin(), cuts.end());
            std::rotate(words + cuts[0], words + cuts[1], words + cuts[2]);
        }
    }

    // ⟨2, 4, 6, ..., 1, 3, 5, ...⟩ is simple for an even number of words; so are its mirror image
    // and its inverse.
    void put_odd_first(Permutation& ranks) {
        std::stable_partition(ranks.begin(), ranks.end(), [](auto rank) { return rank % 2 == 1; });
        if (one_in(2)) std::reverse(ranks.begin(), ranks.end());
        if (one_in(2)) return;
        const Permutation order = ranks;
        for (std::size_t place = 0; place < order.size(); ++place) ranks[order[place]] = place;
    }

    // A small pattern whose words are replaced by permutations made in the same way.
    Permutation nested(std::int64_t n) {
        struct Task { std::int64_t begin, low, length; };
        Permutation ranks(n);
        std::vector<Task> tasks{{0, 0, n}};
        while (!tasks.empty()) {
            const Task task = tasks.back();
            tasks.pop_back();
            if (task.length == 1) ranks[task.begin] = task.low;
            if (task.length < 2) continue;
            const std::int64_t words = std::min(task.length, between(2, 7));
            const Permutation pattern = permutation(words, pick(PATTERNS));
            const std::vector<std::int64_t> sizes = split(task.length, words);
            for (std::int64_t i = 0, begin = task.begin; i < words; begin += sizes[i++]) {
                std::int64_t low = task.low;
                for (std::int64_t j = 0; j < words; ++j) {
                    if (pattern[j] < pattern[i]) low += sizes[j];
                }
                tasks.push_back({begin, low, sizes[i]});
            }
        }
        return ranks;
    }

    // Half the time one part takes all it can, which makes trees as deep as they are long.
    std::vector<std::int64_t> split(std::int64_t length, std::int64_t parts) {
        std::vector<std::int64_t> sizes(parts, 1);
        const bool skewed = one_in(2);
        for (std::int64_t rest = length - parts; rest > 0;) {
            const std::int64_t more = skewed ? rest : between(1, rest);
            sizes[between(0, parts - 1)] += more;
            rest -= more;
        }
        return sizes;
    }

    std::shared_ptr<std::mt19937_64> engine_;
};

}  // namespace wordorder::fuzzing
