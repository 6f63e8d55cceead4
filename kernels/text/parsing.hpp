// Shared by readers of text: lines, numbers, and safe display of bad tokens.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/errors.hpp"

namespace wordorder {

// Only these separate words: no-break and ideographic spaces may be part of one.
inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

template <class Take>
void for_each_line(std::string_view text, const Take& take) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        take(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

// Takes the next word off the line; empty if there is none.
inline std::string_view next_word(std::string_view& line) {
    while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
    std::size_t length = 0;
    while (length < line.size() && !is_blank(line[length])) ++length;
    const std::string_view word = line.substr(0, length);
    line.remove_prefix(length);
    return word;
}

template <class Take>
void for_each_word(std::string_view line, const Take& take) {
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) take(word);
}

inline constexpr std::int64_t NOT_A_NUMBER = -1;

// Returns limit + 1 for every value above `limit`, so that none overflows.
inline std::int64_t whole_number(std::string_view digits, std::int64_t limit) {
    if (digits.empty()) return NOT_A_NUMBER;
    std::int64_t value = 0;
    for (const char c : digits) {
        if (c < '0' || c > '9') return NOT_A_NUMBER;
        value = std::min(10 * value + (c - '0'), limit + 1);
    }
    return value;
}

// Digits, perhaps with a point or an exponent.
inline bool is_decimal(std::string_view text) {
    const auto skip_digits = [&text] {
        const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
        text.remove_prefix(digits);
        return digits;
    };
    const auto skip_one_of = [&text](std::string_view characters) {
        const bool found = !text.empty() && characters.find(text.front()) != std::string_view::npos;
        text.remove_prefix(found);
        return found;
    };
    skip_one_of("+-");
    std::size_t digits = skip_digits();
    if (skip_one_of(".")) digits += skip_digits();
    if (digits == 0) return false;
    if (skip_one_of("eE")) {
        skip_one_of("+-");
        if (skip_digits() == 0) return false;
    }
    return text.empty();
}

// A hostile token must not fill the screen, and a NUL must not end the message; the cut falls
// between two characters.
inline std::string shown(std::string_view token) {
    constexpr std::size_t LIMIT = 40;
    std::size_t cut = std::min(token.size(), LIMIT);
    while (0 < cut && cut < token.size() && (token[cut] & 0xC0) == 0x80) --cut;
    std::string text;
    for (const char c : token.substr(0, cut)) {
        if (c == '\0') {
            text += "\\x00";
        } else {
            text += c;
        }
    }
    return cut < token.size() ? text + "…" : text;
}

// The place of an error in the input.
struct Place {
    std::string name;
    std::int64_t line;

    std::string prefix() const { return name + ":" + std::to_string(line) + ": "; }
    [[noreturn]] void complain(Message what) const {
        throw InputError(std::move(what)).behind(prefix());
    }
    [[noreturn]] void complain(std::string what) const { complain(Message{std::move(what)}); }
};

// The defect of a skipped row, without its place.
struct RowProblem {
    std::size_t row;
    Message what;
};

// Reads a line; if it is bad, notes the problem and returns false.
template <class Read>
bool read_or_note(std::size_t row, std::vector<RowProblem>& problems, const Read& read) {
    try {
        read();
        return true;
    } catch (const InputError& error) {
        problems.push_back(
            {row, {error.parts.begin() + 1, error.parts.end()}});  // its place is first
        return false;
    }
}

inline void append_number(std::string& text, std::int64_t number) {
    char digits[20];
    text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

}  // namespace wordorder
