// A tree as arrays in pre-order, for Python: the children of node i start at i + 1, and skip[i] is
// the first node behind its subtree, which is i + 1 for a leaf.
#pragma once

#include <cstdint>
#include <vector>

#include "tree/tree.hpp"

namespace wordorder {

struct Preorder {
    std::vector<std::int8_t> kind;
    std::vector<std::int32_t> start, end, low, skip;
};

class PreorderWalk {
public:
    Preorder walk(const Tree& tree) && {
        const auto bottom_up = tree.bottom_up();
        if (tree.leaves() == 0) return {};
        std::int32_t id = bottom_up.empty() ? 0 : bottom_up.back();
        while (true) {
            enter(tree, id);
            if (!tree.is_leaf(id)) {
                path_.push_back({id, size() - 1});
                id = tree.inner(id).first_child;
                continue;
            }
            while (!path_.empty() && id == tree.inner(path_.back().id).last_child) {
                id = path_.back().id;
                leave();
            }
            if (path_.empty()) return std::move(out_);
            id = tree.next_sibling(id);
        }
    }

private:
    struct Open { std::int32_t id, index; };

    std::int32_t size() const { return static_cast<std::int32_t>(out_.kind.size()); }

    void enter(const Tree& tree, std::int32_t id) {
        const bool leaf = tree.is_leaf(id);
        const std::int32_t low = tree.low(id);
        const std::int32_t high = leaf ? low : tree.inner(id).high;
        const std::int32_t start = leaf ? id : tree.inner(id).begin;
        out_.kind.push_back(static_cast<std::int8_t>(leaf ? Kind::leaf : tree.inner(id).kind));
        out_.start.push_back(start);
        out_.end.push_back(start + high - low + 1);
        out_.low.push_back(low);
        out_.skip.push_back(size());
    }

    void leave() {
        out_.skip[path_.back().index] = size();
        path_.pop_back();
    }

    Preorder out_;
    std::vector<Open> path_;
};

}  // namespace wordorder
