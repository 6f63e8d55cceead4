// Words as numbers: equal words get equal numbers, in the order of their first occurrence.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "text.hpp"

namespace wordorder {

class Interner {
public:
    Interner() = default;
    Interner(const Interner&) = delete;  // the words of a copy would stay in the original
    Interner& operator=(const Interner&) = delete;

    // Appends the numbers of the words of each line, and where each line ends.
    void intern(std::string_view text, std::vector<std::int32_t>& ids,
                std::vector<std::int64_t>& offsets) {
        for_each_line(text, [&](std::string_view line) {
            for_each_word(line, [&](std::string_view word) { ids.push_back(number(word)); });
            offsets.push_back(std::ssize(ids));
        });
    }

    // -1 if the word has not been seen.
    std::int32_t find(std::string_view word) const {
        const auto found = numbers_.find(word);
        return found == numbers_.end() ? -1 : found->second;
    }

    std::size_t size() const { return words_.size(); }
    std::string_view word(std::size_t number) const { return words_[number]; }

private:
    std::int32_t number(std::string_view word) {
        const auto found = numbers_.find(word);
        if (found != numbers_.end()) return found->second;
        const auto number = static_cast<std::int32_t>(words_.size());
        words_.push_back(kept(word));
        numbers_.emplace(words_.back(), number);
        return number;
    }

    // A copy that stays where it is.
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

    std::unordered_map<std::string_view, std::int32_t> numbers_;
    std::vector<std::string_view> words_;
    std::vector<std::unique_ptr<char[]>> blocks_;
    char* free_ = nullptr;
    std::size_t room_ = 0;
};

}  // namespace wordorder
