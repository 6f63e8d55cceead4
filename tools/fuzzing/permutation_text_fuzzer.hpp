// Permutations as text: valid, damaged, and noise.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rows.hpp"
#include "dice.hpp"
#include "permutation_checks.hpp"
#include "report.hpp"
#include "text/permutations.hpp"
#include "text_damage.hpp"

namespace wordorder::fuzzing {

class PermutationTextFuzzer {
public:
    explicit PermutationTextFuzzer(Dice& dice) : dice_(dice) {}

    void run() {
        static const std::vector<std::string> KINDS = {
            "valid", "valid", "other base", "noise", "mutated", "mutated", "mutated", "mutated"};
        const std::string kind = dice_.pick(KINDS);
        orders_ = dice_.one_in(2);
        const bool flip = kind == "other base";
        settled_ = {dice_.between(flip ? 0 : -1, 1), dice_.between(1, 9)};  // by an earlier part
        std::string text = kind == "noise" ? noise(LIKELY, dice_) : valid_text();
        if (flip) settled_.value = 1 - settled_.value;
        for (auto i = kind == "mutated" ? dice_.between(1, 4) : 0; i > 0; --i) {
            damage(text, HOSTILE, dice_);
        }
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
    static constexpr std::string_view LIKELY = "0123012301234567   ,,\n\n\n\r\t<>[]()-⟨⟩";
    inline static const std::vector<std::string> HOSTILE = {"-1",
                                                            "-",
                                                            "+1",
                                                            "1e3",
                                                            "0x1",
                                                            "007",
                                                            "0",
                                                            "1",
                                                            "2",
                                                            "1073741824",
                                                            "1073741825",
                                                            "2147483648",
                                                            "18446744073709551616",
                                                            std::string(5'000, '9'),
                                                            std::string(5'000, '0'),
                                                            "⟨",
                                                            "⟩",
                                                            "\u2329",
                                                            "\u3009",
                                                            "<",
                                                            ">",
                                                            "[",
                                                            "]",
                                                            "(",
                                                            ")",
                                                            "\xE2\x9F",
                                                            "\xE2",
                                                            "\xFF",
                                                            std::string(1, '\0'),
                                                            std::string(60, '\x80'),
                                                            std::string(41, '\xC3'),
                                                            "１２",
                                                            "é",
                                                            "\xEF\xBB\xBF",
                                                            "\n",
                                                            "\n\n",
                                                            "\r",
                                                            "\v",
                                                            ",",
                                                            " "};

    // Fills rows_ with what the text says.
    std::string valid_text() {
        static const std::vector<std::pair<std::string, std::string>> BRACKETS = {
            {"", ""},   {"", ""},   {"⟨", "⟩"}, {"\u2329", "\u232a"}, {"\u3008", "\u3009"},
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

    bool check(std::string_view text, bool valid) const {
        const std::int64_t lines = count_lines(text);
        PermutationText parser("name", FIRST_LINE, settled_, orders_);
        PermutationText skipping("name", FIRST_LINE, {}, orders_, true);
        skipping.parse(text);  // throws nothing
        check_permutations(skipping, lines);
        try {
            parser.parse(text);
        } catch (const InputError& error) {
            require(!valid, error.what());
            check_message(error.what(), lines);
            return false;
        }
        require(skipping.problems.empty() && skipping.values() == parser.values(),
                "good lines are read as ever");
        check_rows(parser, lines);
        check_written(parser);
        require(!valid || parser.values() == expected_values(), "valid text is read as written");
        return true;
    }

    static void check_permutations(PermutationText& parser, std::int64_t lines) {
        const Ranks values = parser.values();
        const std::vector<std::int64_t>& offsets = parser.offsets();
        require(std::ssize(offsets) == lines + 1, "every line is a row");
        require(offsets[0] == 0 && offsets[lines] == std::ssize(values), "rows span all values");
        for (std::int64_t i = 0; i < lines; ++i) {
            require(offsets[i] <= offsets[i + 1], "offsets do not fall");
            require(sorts_to_identity(values.subspan(offsets[i], offsets[i + 1] - offsets[i])),
                    "every row is a permutation");
        }
    }

    void check_rows(PermutationText& parser, std::int64_t lines) const {
        check_permutations(parser, lines);
        const std::int64_t base = parser.base().value;
        const Ranks values = parser.values();
        if (settled_.value >= 0) require(base == settled_.value, "a settled base stays");
        require((base < 0) == (settled_.value < 0 && values.empty()), "a number settles the base");
    }

    static void check_written(PermutationText& parser) {
        const Rows rows(parser.values(), parser.offsets());
        std::string text;
        for (std::size_t row = 0; row < rows.size(); ++row) append_row(text, rows[row]);
        PermutationText again("name", FIRST_LINE, {0, 1}, false);
        again.parse(text);
        require(again.values() == parser.values() && again.offsets() == parser.offsets(),
                "what is written is read again");
    }

    Permutation expected_values() const {
        Permutation values;
        for (const Permutation& row : rows_) {
            const auto begin = values.insert(values.end(), row.begin(), row.end());
            for (std::size_t i = 0; i < row.size() && orders_; ++i) begin[row[i]] = i;
        }
        return values;
    }

    Dice dice_;
    std::vector<Permutation> rows_;
    Base settled_;
    bool orders_ = false;
};

}  // namespace wordorder::fuzzing
