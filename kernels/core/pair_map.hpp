// A map from pairs of numbers to numbers: an open hash table, faster and smaller than a general one
// for millions of entries. Nothing is ever removed.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/hashing.hpp"

namespace wordorder {

class PairMap {
public:
    static constexpr std::int32_t NONE = -1;

    // NONE for an unknown pair.
    std::int32_t find(std::uint64_t key) const { return slots_[slot_of(key)].value; }

    // The number of the pair, which is `value` if the pair is new, and whether it is.
    std::pair<std::int32_t, bool> insert(std::uint64_t key, std::int32_t value) {
        Slot& slot = slots_[slot_of(key)];
        if (slot.value != NONE) return {slot.value, false};
        slot = {key, value};
        if (4 * ++size_ > 3 * slots_.size()) grow();
        return {value, true};
    }

private:
    struct Slot {
        std::uint64_t key = 0;
        std::int32_t value = NONE;
    };

    // The slot of the key, or the one it would take.
    std::size_t slot_of(std::uint64_t key) const {
        std::size_t slot = mixed(key, 0, hash_keys_) & (slots_.size() - 1);
        while (slots_[slot].value != NONE && slots_[slot].key != key) {
            slot = (slot + 1) & (slots_.size() - 1);
        }
        return slot;
    }

    void grow() {
        std::vector<Slot> all(2 * slots_.size());
        all.swap(slots_);
        for (const Slot& slot : all) {
            if (slot.value != NONE) slots_[slot_of(slot.key)] = slot;
        }
    }

    HashKeys hash_keys_ = HashKeys::of_process();
    std::size_t size_ = 0;
    std::vector<Slot> slots_ = std::vector<Slot>(16);
};

}  // namespace wordorder
