// The gain of a block from passing the words beside it.
//
// Passing a word that belongs on the other side corrects a pair for each word of the block; passing
// any other word breaks one. To the right these are the words of lower rank than the block, to the
// left those of higher rank. So every word counts +1 or −1 for the lowest rank of a block, and the
// best gains are the largest sum of words right after it, and minus the smallest sum of words right
// before it. A tree of sums answers both in O(log n), for blocks of ascending lowest rank.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace wordorder {

class Passing {
public:
    // All words count −1, as for a block of the lowest rank 0.
    void reset(std::size_t words) {
        width_ = std::bit_ceil(words + 1);  // words behind the last one count −1, too
        nodes_.resize(2 * width_);
        std::fill(nodes_.begin() + width_, nodes_.end(), Sums{-1, 0, -1});
        for (std::size_t node = width_; node-- > 1;) combine(node);
    }

    // From now on the word at this position counts +1, as blocks have higher ranks.
    void raise(std::size_t position) {
        std::size_t node = width_ + position;
        nodes_[node] = {1, 1, 0};
        while (node > 1) combine(node /= 2);
    }

    // The largest sum of the words from `stop` to before any later position, at least 0.
    std::int64_t rightward(std::size_t stop) const {
        std::size_t node = width_ + stop;
        std::int64_t sum = nodes_[node].sum, best = nodes_[node].largest_start;
        for (; node > 1; node /= 2) {
            if (node % 2 == 1) continue;
            const Sums& next = nodes_[node + 1];
            best = std::max(best, sum + next.largest_start);
            sum += next.sum;
        }
        return best;
    }

    // Minus the smallest sum of the words from any earlier position to before `start`.
    std::int64_t leftward(std::size_t start) const {
        if (start == 0) return 0;
        std::size_t node = width_ + start - 1;
        std::int64_t sum = nodes_[node].sum, least = nodes_[node].smallest_end;
        for (; node > 1; node /= 2) {
            if (node % 2 == 0) continue;
            const Sums& before = nodes_[node - 1];
            least = std::min(least, sum + before.smallest_end);
            sum += before.sum;
        }
        return -least;
    }

private:
    // Of a stretch of words: its sum, its largest prefix (at least 0), its smallest suffix (at most
    // 0).
    struct Sums { std::int64_t sum, largest_start, smallest_end; };

    void combine(std::size_t node) {
        const Sums &left = nodes_[2 * node], &right = nodes_[2 * node + 1];
        nodes_[node] = {left.sum + right.sum,
                        std::max(left.largest_start, left.sum + right.largest_start),
                        std::min(right.smallest_end, right.sum + left.smallest_end)};
    }

    std::size_t width_ = 1;
    std::vector<Sums> nodes_;
};

}  // namespace wordorder
