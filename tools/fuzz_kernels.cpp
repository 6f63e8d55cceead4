// Random inputs, valid and hostile, for the kernels; tools/fuzz builds this with sanitizers.
//
//     fuzz_kernels [--inputs N] [--seed S]
//
// An input is one permutation, one ragged batch or one text. A failed check prints the input and
// exits with 1; so do a sanitizer's report and an unexpected exception, which end in abort().
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "batch.hpp"
#include "permutation_text.hpp"
#include "preorder.hpp"

namespace {

using namespace wordorder;
using Permutation = std::vector<std::int32_t>;

std::function<std::string()> current_input = [] { return std::string("none"); };
std::map<std::string, unsigned long long> tally;

// As the handler of abort() it does what no handler should, but there is nothing left to lose;
// a second abort() meets no handler.
extern "C" void print_input_and_exit(int) {
    std::signal(SIGABRT, SIG_DFL);
    std::fprintf(stderr, "input: %s\n", current_input().c_str());
    std::_Exit(1);
}

void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "check failed: %s\n", what);
    print_input_and_exit(SIGABRT);
}

template <class Numbers>
std::string written(const Numbers& numbers) {
    std::string text = "[";
    for (const auto number : numbers) text += std::to_string(number) + " ";
    return text + "]";
}

// ---- Chance

// Own arithmetic on the engine's output: the standard distributions differ between libraries.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : engine_(seed) {}

    std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(engine_() % (high - low + 1));
    }
    bool one_in(std::int64_t k) { return between(1, k) == 1; }
    std::int32_t any_int32() { return static_cast<std::int32_t>(engine_()); }
    template <class T>
    T pick(const std::vector<T>& list) { return list[between(0, list.size() - 1)]; }

    // In 0..1, with both ends and the default β likely.
    double share() {
        const double any = static_cast<double>(engine_() >> 11) * 0x1p-53;
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

    std::mt19937_64 engine_;
};

// ---- Slow and simple answers to compare with

bool sorts_to_identity(Ranks ranks) {
    Permutation sorted(ranks.begin(), ranks.end());
    std::sort(sorted.begin(), sorted.end());
    std::int32_t next = 0;
    return std::all_of(sorted.begin(), sorted.end(), [&](std::int32_t r) { return r == next++; });
}

template <class Visit>
void each_block(Ranks ranks, Visit visit) {
    const auto n = static_cast<std::int32_t>(ranks.size());
    for (std::int32_t left = 0; left < n; ++left) {
        std::int32_t low = n, high = -1;
        for (std::int32_t right = left; right < n; ++right) {
            low = std::min(low, ranks[right]);
            high = std::max(high, ranks[right]);
            if (high - low == right - left) visit(left, right);
        }
    }
}

bool is_simple(Ranks ranks) {
    std::size_t blocks = 0;
    each_block(ranks, [&](std::int32_t, std::int32_t) { ++blocks; });
    return blocks == ranks.size() + 1;  // the single words and the whole
}

void check_longest_blocks(Ranks ranks) {
    Permutation starts(ranks.size(), INT32_MAX);
    each_block(ranks, [&](std::int32_t left, std::int32_t right) {
        starts[right] = std::min(starts[right], left);
    });
    LongestBlocks longest;
    longest.compute(ranks);
    for (std::size_t i = 0; i < starts.size(); ++i) {
        require(longest.start(i) == starts[i], "the longest block that ends at a position");
    }
}

// ---- Scores

// Like the bindings' flat_metric it has a counter of its own in every thread.
double kendall_of_operator(Ranks ranks) {
    require(ranks.size() >= 4 && sorts_to_identity(ranks), "an operator is a permutation");
    static const OperatorScores none_needed;
    thread_local Counter counter(none_needed, 0);
    return score(METRICS[0], counter.count(ranks, METRICS[0].parts));
}

Request random_request(Dice& dice) {
    Request request;
    request.beta = dice.share();
    request.operators.inverted = dice.share();
    if (dice.one_in(2)) request.operators.simple = kendall_of_operator;
    return request;
}

std::string written(const Request& request) {
    return "; metrics " + written(request.metrics) + " beta " + std::to_string(request.beta) +
           " gamma " + std::to_string(request.operators.inverted) + " threads " +
           std::to_string(request.threads) + (request.operators.simple ? " simple" : "");
}

void check_score(double score, Ranks ranks) {
    if (ranks.empty()) return require(std::isnan(score), "without words there is no score");
    require(-1e-12 <= score && score <= 1 + 1e-12, "a score is within 0..1");
    const bool identity = std::is_sorted(ranks.begin(), ranks.end());
    require(!identity || score == 1, "the identity scores 1");
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

// ---- Trees

struct Node {
    std::int32_t start, minus_end, low, high;  // minus: so that parents sort before children
    Kind kind;
    auto operator<=>(const Node&) const = default;
};

Node node_of(const Tree& tree, std::int32_t id) {
    if (tree.is_leaf(id)) return {id, -id - 1, tree.low(id), tree.low(id), Kind::leaf};
    const InnerNode& node = tree.inner(id);
    return {node.begin, -(node.begin + node.high - node.low + 1), node.low, node.high, node.kind};
}

std::vector<Node> nodes_in_preorder(const Tree& tree) {
    std::vector<Node> nodes;
    for (std::int32_t leaf = 0; leaf < tree.leaves(); ++leaf) nodes.push_back(node_of(tree, leaf));
    for (const std::int32_t id : tree.bottom_up()) nodes.push_back(node_of(tree, id));
    std::sort(nodes.begin(), nodes.end());
    return nodes;
}

void check_simple(const std::vector<Node>& children) {
    require(children.size() >= 4, "a simple node has 4 children or more");
    if (children.size() > 300) return;  // the check takes quadratic time
    Permutation ranks;
    for (const Node& child : children) {
        ranks.push_back(std::count_if(children.begin(), children.end(),
                                      [&](const Node& other) { return other.low < child.low; }));
    }
    require(is_simple(ranks), "a simple node has no blocks of children");
}

void check_linear(Kind kind, const std::vector<Node>& children) {
    require(children.size() >= 2, "a linear node has 2 children or more");
    for (std::size_t i = 0; i < children.size(); ++i) {
        require(children[i].kind != kind, "no linear node under one of its kind");
        if (i == 0) continue;
        const Node& lower = children[kind == Kind::monotone ? i - 1 : i];
        const Node& upper = children[kind == Kind::monotone ? i : i - 1];
        require(lower.high + 1 == upper.low, "children of a linear node follow each other");
    }
}

// Leaves are blocks; a node over adjoining blocks with as many ranks as words is one, too.
void check_node(const Node& parent, const std::vector<Node>& children) {
    std::int32_t at = parent.start, low = INT32_MAX, high = -1;
    for (const Node& child : children) {
        require(child.start == at, "children partition their parent");
        at = -child.minus_end;
        low = std::min(low, child.low);
        high = std::max(high, child.high);
    }
    require(at == -parent.minus_end && low == parent.low && high == parent.high, "node is a block");
    parent.kind == Kind::simple ? check_simple(children) : check_linear(parent.kind, children);
}

// Together the checks leave one tree: the substitution decomposition is unique.
void check_tree(const Tree& tree) {
    const std::int32_t n = tree.leaves();
    std::vector<bool> waiting(2 * n + 1, false);  // for their parents
    std::fill_n(waiting.begin(), n, true);
    for (const std::int32_t id : tree.bottom_up()) {
        require(n <= id && id < 2 * n - 1 && !waiting[id], "bottom_up has inner nodes, each once");
        const InnerNode& node = tree.inner(id);
        std::vector<Node> children;
        std::int32_t child = node.first_child, inner = 0;
        while (true) {
            require(0 <= child && child < 2 * n - 1 && waiting[child], "children come first");
            waiting[child] = false;
            inner += !tree.is_leaf(child);
            children.push_back(node_of(tree, child));
            if (child == node.last_child) break;
            child = tree.next_sibling(child);
        }
        require(node.arity == std::ssize(children), "the arity is the number of children");
        require(node.inner_children == inner, "as many inner children as counted");
        check_node(node_of(tree, id), children);
        waiting[id] = true;
    }
    require(std::count(waiting.begin(), waiting.end(), true) == (n > 0), "there is one root");
}

void check_preorder(const Tree& tree) {
    const Preorder walk = PreorderWalk(tree).walk();
    const std::vector<Node> nodes = nodes_in_preorder(tree);
    require(walk.kind.size() == nodes.size(), "the walk meets every node");
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Node node{walk.start[i], -walk.end[i], walk.low[i],
                        walk.low[i] + walk.end[i] - walk.start[i] - 1,
                        static_cast<Kind>(walk.kind[i])};
        require(node == nodes[i], "the walk meets the nodes in pre-order");
        const Node behind{walk.end[i], INT32_MIN, 0, 0, Kind::leaf};
        const auto skip = std::lower_bound(nodes.begin(), nodes.end(), behind) - nodes.begin();
        require(walk.skip[i] == skip, "skip leads behind the subtree");
    }
}

// ---- The first kind of input: one permutation

// A counter and a tree live through many inputs, so that what one input leaves behind in their
// buffers meets the next; a batch has new ones.
class PermutationFuzzer {
public:
    explicit PermutationFuzzer(Dice& dice) : dice_(dice) {}

    void run() {
        const std::string shape = dice_.pick(Dice::SHAPES);
        const Permutation ranks = dice_.permutation(dice_.length(), shape);
        current_input = [&] { return written(ranks) + written(request_); };
        ++tally["permutations/" + shape];
        check_scores(ranks);
        tree_.build(ranks);
        check_tree(tree_);
        check_preorder(tree_);
        if (ranks.size() <= 40) check_longest_blocks(ranks);
        if (1 <= ranks.size() && ranks.size() <= WORD_BITS) check_long_path(ranks);
    }

private:
    void check_scores(const Permutation& ranks) {
        if (!counter_ || dice_.one_in(50)) {
            request_ = random_request(dice_);
            counter_ = std::make_unique<Counter>(request_.operators, request_.beta);
        }
        // `pef`, the last in the table, takes quadratic time.
        request_.metrics.resize(METRICS.size() - (ranks.size() > 4'000));
        std::iota(request_.metrics.begin(), request_.metrics.end(), 0);
        const std::vector<std::int64_t> offsets{0, std::ssize(ranks)};
        std::vector<double> scores(request_.metrics.size());
        const Rows<std::int64_t> rows(ranks, offsets);
        Batch<std::int64_t>(rows, request_, scores.data()).run();
        for (std::size_t i = 0; i < scores.size(); ++i) {
            check_score(scores[i], ranks);
            const Counts counts = counter_->count(ranks, ranks.size() < 2 ? 0 : METRICS[i].parts);
            require(same(scores[i], score(METRICS[i], counts)), "batch and counter agree");
        }
    }

    // A rising or falling tail takes a short permutation off the one-word path; all that comes
    // out is known from the short one.
    void check_long_path(const Permutation& ranks) {
        const std::int32_t n = ranks.size(), more = dice_.between(65 - n, 130 - n);
        const bool rising = dice_.one_in(2);
        Permutation longer;
        for (const std::int32_t rank : ranks) longer.push_back(rising ? rank : rank + more);
        for (std::int32_t i = 0; i < more; ++i) longer.push_back(rising ? n + i : more - 1 - i);
        longer_tree_.build(longer);
        check_tree(longer_tree_);
        require(nodes_in_preorder(longer_tree_) == nodes_with_tail(longer, more, rising),
                "the long path gives the same subtree");
        const unsigned parts = INVERSIONS | INCREASING | TREE;
        const Counts few = counter_->count(ranks, parts), many = counter_->count(longer, parts);
        const std::int32_t crossing = rising ? 0 : n * more + more * (more - 1) / 2;
        require(many.inversions == few.inversions + crossing, "inversions on the long path");
        require(many.longest_increasing == few.longest_increasing + (rising ? more : 0),
                "longest increasing subsequence on the long path");
        require(many.nodes == few.nodes + more, "number of nodes on the long path");
    }

    // A root of the tail's own direction becomes one with it; any other hangs below.
    std::vector<Node> nodes_with_tail(Ranks longer, std::int32_t more, bool rising) const {
        const std::int32_t size = longer.size();
        const Kind tail = rising ? Kind::monotone : Kind::inverted;
        std::vector<Node> nodes = nodes_in_preorder(tree_);
        for (Node& node : nodes) {
            node.low += rising ? 0 : more;
            node.high += rising ? 0 : more;
        }
        if (nodes[0].kind == tail) nodes.erase(nodes.begin());
        nodes.insert(nodes.begin(), {0, -size, 0, size - 1, tail});
        for (std::int32_t i = size - more; i < size; ++i) {
            nodes.push_back({i, -i - 1, longer[i], longer[i], Kind::leaf});
        }
        return nodes;
    }

    Dice& dice_;
    Request request_;
    std::unique_ptr<Counter> counter_;
    Tree tree_, longer_tree_;
};

// ---- The second kind: ragged batches

struct Refusal {};  // thrown by an operator function

template <class Offset>
class BatchFuzzer {
public:
    explicit BatchFuzzer(Dice& dice) : dice_(dice) {}

    void run() {
        current_input = [this] {
            return "values " + written(values_) + " offsets " + written(offsets_) + " of " +
                   std::to_string(sizeof(Offset)) + " bytes" + written(request_);
        };
        make_rows();
        if (dice_.one_in(4)) spoil_offsets();
        make_request();
        // No spare capacity: one step past the end is a step into the sanitizer's fence.
        values_.shrink_to_fit();
        offsets_.shrink_to_fit();
        check();
    }

private:
    // A second thread gets work only when there are more than 1024 rows.
    void make_rows() {
        const bool many = dice_.one_in(200);
        const std::int64_t rows = many ? dice_.between(1'000, 5'000) : dice_.between(0, 8);
        const std::int64_t bad_in = many ? dice_.pick(std::vector{300, 3'000, 1 << 30})
                                         : dice_.between(1, 40);
        values_.assign(dice_.one_in(4) ? dice_.between(1, 5) : 0, dice_.any_int32());
        offsets_ = {static_cast<Offset>(values_.size())};
        for (std::int64_t row = 0; row < rows; ++row) {
            const std::int64_t n = dice_.one_in(10) ? dice_.between(60, 70) : dice_.between(0, 9);
            Permutation ranks = dice_.permutation(n);
            if (n > 0 && dice_.one_in(bad_in)) spoil(ranks);
            values_.insert(values_.end(), ranks.begin(), ranks.end());
            offsets_.push_back(static_cast<Offset>(values_.size()));
        }
        if (dice_.one_in(4)) values_.push_back(dice_.any_int32());
    }

    // In one word of bits a rank and the rank ± 64 look alike.
    void spoil(Permutation& ranks) {
        const auto n = static_cast<std::int32_t>(ranks.size());
        std::int32_t& rank = ranks[dice_.between(0, n - 1)];
        rank = dice_.pick(std::vector{-1, n, INT32_MIN, INT32_MAX, dice_.any_int32(),
                                      dice_.pick(ranks), rank + 64, rank - 64});
    }

    void spoil_offsets() {
        if (dice_.one_in(10)) return offsets_.clear();
        Offset& offset = offsets_[dice_.between(0, offsets_.size() - 1)];
        const auto end = static_cast<Offset>(values_.size());
        offset = dice_.pick(std::vector<Offset>{
            -1, 0, end, end + 1, offset - 1, offset + 1, dice_.any_int32(),
            std::numeric_limits<Offset>::min(), std::numeric_limits<Offset>::max()});
    }

    void make_request() {
        request_ = random_request(dice_);
        request_.threads = dice_.between(1, 3);
        if (dice_.one_in(10)) request_.operators.simple = [](Ranks) -> double { throw Refusal(); };
        for (auto metrics = dice_.between(0, 4); metrics > 0; --metrics) {
            request_.metrics.push_back(dice_.between(0, METRICS.size() - 1));
        }
    }

    void check() const {
        const std::string expected = expected_complaint();
        try {
            const std::vector<double> scores = all_scores(request_.threads);
            require(expected.empty(), "a hostile batch is rejected");
            check_scores(scores, all_scores(1));
            ++tally["batches/scored"];
        } catch (const InputError& error) {
            const bool named = !expected.empty() && std::string(error.what()).starts_with(expected);
            require(named, error.what());
            ++tally["batches/rejected"];
        } catch (const Refusal&) {
            ++tally["batches/refused"];
        }
    }

    std::vector<double> all_scores(std::size_t threads) const {
        Request request = request_;
        request.threads = threads;
        const Rows<Offset> rows(values_, offsets_);
        std::vector<double> scores(request.metrics.size() * rows.size());
        Batch<Offset>(rows, request, scores.data()).run();
        return scores;
    }

    // How the message has to begin, which names the first defect; empty if there is none.
    std::string expected_complaint() const {
        if (offsets_.empty()) return "offsets are empty";
        Offset last = 0;
        for (std::size_t i = 0; i < offsets_.size(); last = offsets_[i++]) {
            const bool fits = last <= offsets_[i] && offsets_[i] <= std::ssize(values_);
            if (!fits) return "offsets[" + std::to_string(i) + "] = ";
        }
        for (std::size_t i = 0; i + 1 < offsets_.size(); ++i) {
            if (!sorts_to_identity(row(i))) return "row " + std::to_string(i) + ": ";
        }
        return "";
    }

    Ranks row(std::size_t i) const {
        return {values_.data() + offsets_[i], values_.data() + offsets_[i + 1]};
    }

    void check_scores(const std::vector<double>& scores, const std::vector<double>& alone) const {
        for (std::size_t i = 0; i < scores.size(); ++i) {
            require(same(scores[i], alone[i]), "any number of threads gives the same scores");
            check_score(scores[i], row(i % (offsets_.size() - 1)));
        }
    }

    Dice& dice_;
    std::vector<std::int32_t> values_;
    std::vector<Offset> offsets_;
    Request request_;
};

// ---- The third kind: text

std::string escaped(std::string_view text) {
    std::string shown;
    for (const char c : text) {
        char code[5] = {c};
        if (c < ' ' || c > '~') std::snprintf(code, sizeof code, "\\x%02x", c & 0xFF);
        shown += code;
    }
    return shown;
}

class TextFuzzer {
public:
    explicit TextFuzzer(Dice& dice) : dice_(dice) {}

    void run() {
        static const std::vector<std::string> KINDS = {
            "valid", "valid", "other base", "noise", "mutated", "mutated", "mutated", "mutated"};
        const std::string kind = dice_.pick(KINDS);
        orders_ = dice_.one_in(2);
        const bool flip = kind == "other base";
        settled_ = {dice_.between(flip ? 0 : -1, 1), dice_.between(1, 9)};  // by an earlier part
        std::string text = kind == "noise" ? noise() : valid_text();
        if (flip) settled_.value = 1 - settled_.value;
        for (auto i = kind == "mutated" ? dice_.between(1, 4) : 0; i > 0; --i) mutate(text);
        current_input = [&] {
            return '"' + escaped(text) + "\" base " + std::to_string(settled_.value) +
                   (orders_ ? " orders" : " ranks");
        };
        // A vector, not a string: behind its end there is no terminator to read.
        const std::vector<char> exact(text.begin(), text.end());
        const bool read = check({exact.data(), exact.size()}, kind == "valid");
        require(!flip || !read || expected_values().empty(), "the other base is rejected");
        ++tally["texts/" + kind + (read ? " read" : " rejected")];
    }

private:
    static constexpr std::int64_t FIRST_LINE = 10;

    // Fills rows_ with what the text says.
    std::string valid_text() {
        static const std::vector<std::pair<std::string, std::string>> BRACKETS = {
            {"", ""}, {"", ""}, {"⟨", "⟩"}, {"\u2329", "\u232a"}, {"\u3008", "\u3009"},
            {"<", ">"}, {"[", "]"}, {"(", ")"}};
        static const std::vector<std::string> GAPS = {" ", ",", ", ", "\t", "  "};
        static const std::vector<std::string> ENDS = {"\n", "\n", "\t\n", " \n"};
        const std::int64_t base = settled_.value >= 0 ? settled_.value : dice_.between(0, 1);
        std::string text;
        rows_.resize(dice_.between(0, 6));
        for (Permutation& row : rows_) {
            row = dice_.permutation(dice_.between(0, dice_.one_in(20) ? 200 : 9));
            const auto [open, close] = dice_.pick(BRACKETS);
            text += open;
            const std::string gap = dice_.pick(GAPS);
            for (const std::int32_t rank : row) text += std::to_string(rank + base) + gap;
            text += close + dice_.pick(ENDS);
        }
        // The last line can do without its newline, unless it is empty.
        const bool empty = rows_.empty() || rows_.back().empty();
        if (!empty && dice_.one_in(3)) text.pop_back();
        return text;
    }

    std::string noise() {
        static const std::string LIKELY = "0123012301234567   ,,\n\n\n\r\t<>[]()-⟨⟩";
        const bool likely = dice_.one_in(2);
        std::string text(dice_.between(0, likely ? 20 : 80), '\0');
        for (char& c : text) {
            c = likely ? LIKELY[dice_.between(0, LIKELY.size() - 1)] : dice_.between(-128, 127);
        }
        return text;
    }

    void mutate(std::string& text) {
        static const std::vector<std::string> HOSTILE = {
            "-1", "-", "+1", "1e3", "0x1", "007", "0", "1", "2", "1073741824", "1073741825",
            "2147483648", "18446744073709551616", std::string(5'000, '9'), std::string(5'000, '0'),
            "⟨", "⟩", "\u2329", "\u3009", "<", ">", "[", "]", "(", ")", "\xE2\x9F", "\xE2", "\xFF",
            std::string(1, '\0'), std::string(60, '\x80'), std::string(41, '\xC3'), "１２", "é",
            "\xEF\xBB\xBF", "\n", "\n\n", "\r", "\v", ",", " "};
        const std::size_t at = dice_.between(0, text.size()), length = dice_.between(0, 6);
        const std::int64_t how = dice_.between(0, 5);
        if (how == 0) text.insert(at, 1, static_cast<char>(dice_.between(-128, 127)));
        if (how == 1) text.erase(at, length);
        if (how == 2) text.insert(at, text.substr(at, length));
        if (how == 3) text.resize(at);
        if (how >= 4) text.insert(at, dice_.pick(HOSTILE));
    }

    bool check(std::string_view text, bool valid) const {
        const bool open_end = !text.empty() && text.back() != '\n';
        const std::int64_t lines = std::count(text.begin(), text.end(), '\n') + open_end;
        PermutationText parser("name", FIRST_LINE, settled_, orders_);
        try {
            parser.parse(text);
        } catch (const InputError& error) {
            require(!valid, error.what());
            check_message(error.what(), lines);
            return false;
        }
        check_rows(parser, lines);
        require(!valid || parser.values() == expected_values(), "valid text is read as written");
        return true;
    }

    static void check_message(const std::string& message, std::int64_t lines) {
        require(message.starts_with("name:"), "the message names the file");
        const std::int64_t line = std::atoll(message.c_str() + 5);
        require(FIRST_LINE <= line && line < FIRST_LINE + lines, "the message names a line");
        require(message.find('\n') == std::string::npos && message.size() < 250, "one short line");
    }

    void check_rows(PermutationText& parser, std::int64_t lines) const {
        const Ranks values = parser.values();
        const std::vector<std::int64_t>& offsets = parser.offsets();
        require(std::ssize(offsets) == lines + 1, "every line is a row");
        require(offsets[0] == 0 && offsets[lines] == std::ssize(values), "rows span all values");
        for (std::int64_t i = 0; i < lines; ++i) {
            require(offsets[i] <= offsets[i + 1], "offsets do not fall");
            require(sorts_to_identity(values.subspan(offsets[i], offsets[i + 1] - offsets[i])),
                    "every row is a permutation");
        }
        const std::int64_t base = parser.base().value;
        if (settled_.value >= 0) require(base == settled_.value, "a settled base stays");
        require((base < 0) == (settled_.value < 0 && values.empty()), "a number settles the base");
    }

    Permutation expected_values() const {
        Permutation values;
        for (const Permutation& row : rows_) {
            const auto begin = values.insert(values.end(), row.begin(), row.end());
            for (std::size_t i = 0; i < row.size() && orders_; ++i) begin[row[i]] = i;
        }
        return values;
    }

    Dice& dice_;
    std::vector<Permutation> rows_;
    Base settled_;
    bool orders_ = false;
};

void fuzz(unsigned long long inputs, unsigned long long seed) {
    Dice dice(seed);
    PermutationFuzzer permutation(dice);
    BatchFuzzer<std::int32_t> narrow_batch(dice);
    BatchFuzzer<std::int64_t> wide_batch(dice);
    TextFuzzer text(dice);
    for (unsigned long long i = 1; i <= inputs; ++i) {
        const std::int64_t share = dice.between(1, 10);
        if (share <= 5) permutation.run();
        if (share == 6) narrow_batch.run();
        if (share == 7) wide_batch.run();
        if (share >= 8) text.run();
        if (i % 250'000 == 0) std::fprintf(stderr, "%llu inputs\n", i);
    }
    std::printf("%llu inputs, seed %llu, all well", inputs, seed);
    for (const auto& [kind, count] : tally) std::printf("; %s %llu", kind.c_str(), count);
    std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
    unsigned long long inputs = 1'000'000, seed = 1;
    for (int i = 1; i < argc; i += 2) {
        const std::string_view option = argv[i];
        if (i + 1 == argc || (option != "--inputs" && option != "--seed")) {
            std::fprintf(stderr, "usage: fuzz_kernels [--inputs N] [--seed S]\n");
            return 2;
        }
        (option == "--seed" ? seed : inputs) = std::strtoull(argv[i + 1], nullptr, 10);
    }
    std::signal(SIGABRT, print_input_and_exit);
    fuzz(inputs, seed);
}
