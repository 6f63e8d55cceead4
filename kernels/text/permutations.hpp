// Permutations as text, one per line: "1 3 0 2", "2,4,1,3" or "⟨2, 4, 1, 3⟩".
//
// A full permutation shows whether it counts from 0 or from 1. The first line with a number settles
// it for the whole input; a later line that counts differently is an error.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/validate.hpp"
#include "text/parsing.hpp"

namespace wordorder {

struct Base {
    std::int64_t value = -1;  // 0 or 1; -1 until a line settles it
    std::int64_t line = 0;    // the line that settled it
};

class PermutationText {
public:
    // `orders`: lines are orders, to be turned into ranks. `skip_bad`: each line is on its own, may
    // count from 0 or from 1, and becomes a row without words and a problem if it is bad.
    PermutationText(std::string_view name, std::int64_t first_line, Base base, bool orders,
                    bool skip_bad = false)
        : base_(base), place_{std::string(name), first_line}, orders_(orders), skip_bad_(skip_bad) {
    }

    void parse(std::string_view text) {
        for_each_line(text, [this](std::string_view line) {
            if (skip_bad_) {
                parse_or_skip(line);
            } else {
                parse_line(line);
            }
            ++place_.line;
        });
    }

    std::vector<RowProblem> problems;
    Base base() const { return base_; }
    std::vector<std::int32_t>& values() { return values_; }
    std::vector<std::int64_t>& offsets() { return offsets_; }

private:
    static constexpr std::int64_t LARGEST = std::int64_t{1} << 30;

    void parse_or_skip(std::string_view line) {
        const std::size_t begin = values_.size();
        base_ = {};
        if (read_or_note(offsets_.size() - 1, problems, [&] { parse_line(line); })) return;
        values_.resize(begin);
        offsets_.push_back(static_cast<std::int64_t>(begin));
    }

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

    static bool is_gap(char c) { return is_blank(c) || c == ','; }

    static std::string_view without_gaps(std::string_view text) {
        while (!text.empty() && is_gap(text.front())) text.remove_prefix(1);
        while (!text.empty() && is_gap(text.back())) text.remove_suffix(1);
        return text;
    }

    static std::string_view without_brackets(std::string_view line) {
        static constexpr std::string_view PAIRS[][2] = {{"⟨", "⟩"},           {"\u2329", "\u232a"},
                                                        {"\u3008", "\u3009"}, {"<", ">"},
                                                        {"[", "]"},           {"(", ")"}};
        line = without_gaps(line);
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
        for (text = without_gaps(text); !text.empty(); text = without_gaps(text)) {
            std::size_t length = 0;
            while (length < text.size() && !is_gap(text[length])) ++length;
            values_.push_back(number(text.substr(0, length)));
            text.remove_prefix(length);
        }
    }

    std::int32_t number(std::string_view token) const {
        const std::int64_t value = whole_number(token, LARGEST);
        if (value == NOT_A_NUMBER) complain_about(token);
        if (value > LARGEST) place_.complain("value " + shown(token) + " is too large");
        return static_cast<std::int32_t>(value);
    }

    void subtract_base(std::span<std::int32_t> row) {
        const bool has_zero = std::ranges::find(row, 0) != row.end();
        const std::int32_t base = has_zero ? 0 : 1;
        for (std::int32_t& value : row) value -= base;
        if (!is_permutation(row, seen_)) {
            std::vector<std::int64_t> written(row.begin(), row.end());
            for (std::int64_t& value : written) value += base;
            place_.complain(describe_defect(written, base_.value >= 0 ? base_.value : base));
        }
        if (base_.value < 0) base_ = {base, place_.line};
        if (base_.value != base) {
            place_.complain("this permutation counts from " + std::to_string(base) + ", but line " +
                            std::to_string(base_.line) + " counts from " +
                            std::to_string(base_.value));
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
        if (whole_number(digits, LARGEST) != NOT_A_NUMBER) {
            place_.complain("value " + shown(token) + " is negative");
        }
        place_.complain("'" + shown(token) +
                        "' is not a whole number; expected a permutation, such as 2 4 1 3");
    }

    Base base_;
    Place place_;
    bool orders_, skip_bad_;
    std::vector<std::int32_t> values_;
    std::vector<std::int64_t> offsets_{0};
    std::vector<bool> seen_;
    std::vector<std::int32_t> order_;
};

// One permutation as a line, counting from 0.
inline void append_row(std::string& text, Ranks row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (i > 0) text += ' ';
        append_number(text, row[i]);
    }
    text += '\n';
}

}  // namespace wordorder
