// Numbers for words: equal words get equal numbers, in the order of first occurrence.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/hashing.hpp"
#include "text/parsing.hpp"

namespace wordorder {

class Interner {
public:
    Interner() = default;
    Interner(const Interner&) = delete;  // a copy's words would stay in the original
    Interner& operator=(const Interner&) = delete;

    // Hold it during every use that another thread may disturb.
    std::unique_lock<std::mutex> lock() const { return std::unique_lock(mutex_); }

    // Appends the numbers of each line's words, and the end of each line.
    void intern(std::string_view text, std::vector<std::int32_t>& ids,
                std::vector<std::int64_t>& offsets) {
        for_each_line(text, [&](std::string_view line) {
            for_each_word(line, [&](std::string_view word) { ids.push_back(number(word)); });
            offsets.push_back(std::ssize(ids));
        });
    }

    // Makes room for so many words; call before the first.
    void reserve(std::size_t words) {
        slots_.resize(std::bit_ceil(std::max(2 * words + 2, slots_.size())));
        words_.reserve(words);
    }

    // The number of the word, added if new.
    std::int32_t number(std::string_view word) {
        const std::uint32_t hash = this->hash(word);
        Slot& slot = slots_[slot_of(word, hash)];
        if (slot.number >= 0) return slot.number;
        const auto number = static_cast<std::int32_t>(words_.size());
        slot = {hash, number};
        words_.push_back(kept(word));
        if (2 * words_.size() > slots_.size()) grow();
        return number;
    }

    // -1 for an unknown word.
    std::int32_t find(std::string_view word) const {
        return slots_[slot_of(word, hash(word))].number;
    }

    std::size_t size() const { return words_.size(); }
    std::string_view word(std::size_t number) const { return words_[number]; }

private:
    // An open hash table, half of it empty so that searches are short.
    struct Slot {
        std::uint32_t hash;
        std::int32_t number = -1;
    };

    // The slot of the word, or the one it would take.
    std::size_t slot_of(std::string_view word, std::uint32_t hash) const {
        std::size_t slot = hash & (slots_.size() - 1);
        while (slots_[slot].number >= 0 &&
               (slots_[slot].hash != hash || words_[slots_[slot].number] != word)) {
            slot = (slot + 1) & (slots_.size() - 1);
        }
        return slot;
    }

    void grow() {
        std::vector<Slot> bigger(2 * slots_.size());
        for (const Slot& slot : slots_) {
            if (slot.number < 0) continue;
            std::size_t next = slot.hash & (bigger.size() - 1);
            while (bigger[next].number >= 0) next = (next + 1) & (bigger.size() - 1);
            bigger[next] = slot;
        }
        slots_.swap(bigger);
    }

    std::uint32_t hash(std::string_view word) const {
        std::uint64_t hash = word.size();
        const char* next = word.data();
        std::size_t left = word.size();
        for (; left >= 8; left -= 8, next += 8) {
            hash = mixed(hash, loaded<std::uint64_t>(next), hash_keys_);
        }
        std::uint64_t rest = 0;
        if (left >= 4) {  // the two may overlap
            const std::uint64_t first = loaded<std::uint32_t>(next);
            rest = first << 32 | loaded<std::uint32_t>(next + left - 4);
        } else {
            for (; left > 0; --left, ++next) rest = rest << 8 | static_cast<unsigned char>(*next);
        }
        return static_cast<std::uint32_t>(mixed(hash, rest, hash_keys_));
    }

    template <class Number>
    static Number loaded(const char* bytes) {
        Number number;
        std::memcpy(&number, bytes, sizeof number);
        return number;
    }

    // A copy that never moves.
    std::string_view kept(std::string_view word) {
        if (word.size() > room_) {
            room_ = std::max(word.size(), BLOCK);
            blocks_.push_back(std::make_unique<char[]>(room_));
            free_ = blocks_.back().get();
        }
        char* const copy = free_;
        word.copy(copy, word.size());
        free_ += word.size();
        room_ -= word.size();
        return {copy, word.size()};
    }

    static constexpr std::size_t BLOCK = 1 << 16;

    const HashKeys hash_keys_ = HashKeys::of_process();
    mutable std::mutex mutex_;
    std::vector<Slot> slots_ = std::vector<Slot>(1 << 10);
    std::vector<std::string_view> words_;
    std::vector<std::unique_ptr<char[]>> blocks_;
    char* free_ = nullptr;
    std::size_t room_ = 0;
};

}  // namespace wordorder
