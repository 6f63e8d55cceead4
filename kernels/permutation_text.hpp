// Permutations written as text, one per line (S1.2): "1 3 0 2", "2,4,1,3" or "⟨2, 4, 1, 3⟩".
//
// A full permutation tells by itself whether it counts from 0 or from 1. The first line that has
// any number settles it for the whole input; a later line that counts differently is an error.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "errors.hpp"
#include "validate.hpp"

namespace wordorder {

struct Base {
    std::int64_t value = -1;  // 0 or 1; -1 until a line settles it
    std::int64_t line = 0;    // the line that settled it
};

class PermutationText {
public:
    // `orders`: each line is an order, to be turned into ranks.
    PermutationText(std::string_view name, std::int64_t first_line, Base base, bool orders)
        : base_(base), name_(name), line_(first_line), orders_(orders) {}

    void parse(std::string_view text) {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            parse_line(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
            ++line_;
        }
    }

    Base base() const { return base_; }
    std::vector<std::int32_t>& values() { return values_; }
    std::vector<std::int64_t>& offsets() { return offsets_; }

private:
    static constexpr std::int64_t LARGEST = std::int64_t{1} << 30;

    void parse_line(std::string_view line) {
        const std::size_t begin = values_.size();
        parse_numbers(without_brackets(line));
        const std::span<std::int32_t> row{values_.data() + begin, values_.size() - begin};
        if (!row.empty()) {
            subtract_base(row);
            if (orders_) invert(row);
        }
        offsets_.push_back(static_cast<std::int64_t>(values_.size()));
    }

    static bool is_blank(char c) { return c == ' ' || c == '\t' || c == ','; }
    static bool is_digit(char c) { return '0' <= c && c <= '9'; }

    static std::string_view without_blanks(std::string_view text) {
        while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
        while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
        return text;
    }

    static std::string_view without_brackets(std::string_view line) {
        static constexpr std::string_view PAIRS[][2] = {
            {"⟨", "⟩"}, {"\u2329", "\u232a"}, {"\u3008", "\u3009"}, {"<", ">"}, {"[", "]"}, {"(", ")"}};
        line = without_blanks(line);
        for (const auto& [open, close] : PAIRS) {
            if (line.starts_with(open) && line.ends_with(close)) {
                line.remove_prefix(open.size());
                line.remove_suffix(close.size());
                return line;
            }
        }
        return line;
    }

    void parse_numbers(std::string_view text) {
        for (text = without_blanks(text); !text.empty(); text = without_blanks(text)) {
            std::size_t length = 0;
            while (length < text.size() && !is_blank(text[length])) ++length;
            values_.push_back(number(text.substr(0, length)));
            text.remove_prefix(length);
        }
    }

    std::int32_t number(std::string_view token) const {
        std::int64_t value = 0;
        for (const char c : token) {
            if (!is_digit(c)) complain_about(token);
            value = std::min(10 * value + (c - '0'), LARGEST + 1);
        }
        if (value > LARGEST) complain("value " + shown(token) + " is too large");
        return static_cast<std::int32_t>(value);
    }

    void subtract_base(std::span<std::int32_t> row) {
        const bool has_zero = std::find(row.begin(), row.end(), 0) != row.end();
        const std::int32_t base = has_zero ? 0 : 1;
        for (std::int32_t& value : row) value -= base;
        if (!is_permutation(row, seen_)) {
            std::vector<std::int64_t> written(row.begin(), row.end());
            for (std::int64_t& value : written) value += base;
            complain(describe_defect(written, base_.value >= 0 ? base_.value : base));
        }
        if (base_.value < 0) base_ = {base, line_};
        if (base_.value != base) {
            complain("this permutation counts from " + std::to_string(base) + ", but line " +
                     std::to_string(base_.line) + " counts from " + std::to_string(base_.value));
        }
    }

    void invert(std::span<std::int32_t> row) {
        order_.assign(row.begin(), row.end());
        for (std::size_t place = 0; place < order_.size(); ++place) {
            row[order_[place]] = static_cast<std::int32_t>(place);
        }
    }

    [[noreturn]] void complain_about(std::string_view token) const {
        const std::string_view digits = token.substr(token.starts_with('-') ? 1 : 0);
        bool all_digits = !digits.empty();
        for (const char c : digits) all_digits &= is_digit(c);
        if (all_digits) complain("value " + shown(token) + " is negative");
        complain("'" + shown(token) + "' is not a whole number; expected a permutation, such as 2 4 1 3");
    }

    // A hostile token must not fill the screen, and a NUL must not end the message; the cut falls
    // between two characters.
    static std::string shown(std::string_view token) {
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

    [[noreturn]] void complain(const std::string& what) const {
        throw InputError(name_ + ":" + std::to_string(line_) + ": " + what);
    }

    Base base_;
    std::string name_;
    std::int64_t line_;
    bool orders_;
    std::vector<std::int32_t> values_;
    std::vector<std::int64_t> offsets_{0};
    std::vector<bool> seen_;
    std::vector<std::int32_t> order_;
};

}  // namespace wordorder
