// Damaged text, noise, and invariants of every complaint about them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "dice.hpp"
#include "report.hpp"

namespace wordorder::fuzzing {

// A byte too many, a few too few, a part twice, an end too early or a `hostile` piece of text.
inline void damage(std::string& text, const std::vector<std::string>& hostile, Dice& dice) {
    const std::size_t at = dice.between(0, text.size()), length = dice.between(0, 6);
    const std::int64_t how = dice.between(0, 5);
    if (how == 0) text.insert(at, 1, static_cast<char>(dice.between(-128, 127)));
    if (how == 1) text.erase(at, length);
    if (how == 2) text.insert(at, text.substr(at, length));
    if (how == 3) text.resize(at);
    if (how >= 4) text.insert(at, dice.pick(hostile));
}

inline void flip_bit(std::string& text, Dice& dice) {
    if (text.empty()) return;
    text[dice.between(0, text.size() - 1)] ^= 1 << dice.between(0, 7);
}

// Half the time of `likely` characters only.
inline std::string noise(std::string_view likely, Dice& dice) {
    const bool tame = dice.one_in(2);
    std::string text(dice.between(0, tame ? 20 : 80), '\0');
    for (char& c : text) {
        c = tame ? likely[dice.between(0, likely.size() - 1)] : dice.between(-128, 127);
    }
    return text;
}

// The line at which the fuzzers' texts begin in the file "name".
inline constexpr std::int64_t FIRST_LINE = 10;

inline std::int64_t count_lines(std::string_view text) {
    const bool open_end = !text.empty() && text.back() != '\n';
    return std::count(text.begin(), text.end(), '\n') + open_end;
}

inline void check_message(const std::string& message, std::int64_t lines) {
    require(message.starts_with("name:"), "the message names the file");
    const std::int64_t line = std::atoll(message.c_str() + 5);
    require(FIRST_LINE <= line && line < FIRST_LINE + lines, "the message names a line");
    require(message.find('\n') == std::string::npos && message.size() < 250, "one short line");
}

}  // namespace wordorder::fuzzing
