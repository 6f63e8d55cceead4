// Sentences of CoNLL-U: valid, damaged, and noise.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dice.hpp"
#include "report.hpp"
#include "syntax/conllu.hpp"
#include "syntax/conllu_cells.hpp"
#include "text_damage.hpp"

namespace wordorder::fuzzing {

class ConlluFuzzer {
public:
    explicit ConlluFuzzer(Dice& dice) : dice_(dice) {}

    void run() {
        static const std::vector<std::string> KINDS = {"valid",   "valid",   "noise",  "small",
                                                       "mutated", "mutated", "mutated"};
        const std::string kind = dice_.pick(KINDS);
        limits_ = {4'000, 1 << 20, 100'000, 255};
        if (kind == "small") {
            limits_ = {dice_.between(1, 9), dice_.between(1, 300), dice_.between(1, 6),
                       dice_.between(0, 4)};
        }
        std::string text = kind == "noise" ? noise("1234\t\t\t\t__\n\n#-.0", dice_) : valid_text();
        for (auto i = kind == "mutated" ? dice_.between(1, 4) : 0; i > 0; --i) {
            dice_.one_in(4) ? flip_bit(text, dice_) : damage(text, HOSTILE, dice_);
        }
        current_input = [&] {
            return '"' + escaped(text) + "\" limits " +
                   written(std::vector{limits_.words, limits_.bytes, limits_.names,
                                       limits_.name_bytes});
        };
        // A vector, not a string: behind its end there is no terminator to read.
        const std::vector<char> exact(text.begin(), text.end());
        const bool good = check({exact.data(), exact.size()}, kind == "valid");
        ++tally["conllu/" + kind + (good ? " read" : " with problems")];
    }

private:
    inline static const std::vector<std::string> HOSTILE = {"\t",
                                                            "\t\t",
                                                            "\n",
                                                            "\n\n",
                                                            "\n\n\n",
                                                            "#",
                                                            "\n#\n",
                                                            "_",
                                                            "-",
                                                            ".",
                                                            "0",
                                                            "1",
                                                            "2",
                                                            "3",
                                                            "00",
                                                            "-1",
                                                            "1-2",
                                                            "2-3",
                                                            "1-1",
                                                            "3-2",
                                                            "1-",
                                                            "-2",
                                                            "1-2-3",
                                                            "0.1",
                                                            "1.1",
                                                            "1.2",
                                                            "2.1",
                                                            "1.",
                                                            ".1",
                                                            "1.1.1",
                                                            "2147483648",
                                                            "18446744073709551616",
                                                            std::string(5'000, '9'),
                                                            std::string(5'000, '0'),
                                                            std::string(300, 'x'),
                                                            std::string(50, '\t'),
                                                            "\r",
                                                            "\v",
                                                            "\xFF",
                                                            std::string(1, '\0'),
                                                            std::string(60, '\x80'),
                                                            std::string(41, '\xC3'),
                                                            "1\tw\t_\tX\t_\t_\t0\troot\t_\t_\n",
                                                            "2\tw\t_\tX\t_\t_\t1\tdep\t_\t_\n"};

    std::string valid_text() {
        std::string text(dice_.between(0, 2), '\n');
        rows_.clear();
        for (auto rows = dice_.between(0, 5); rows > 0; --rows) {
            const bool long_one = dice_.one_in(2'000);
            rows_.push_back(tree(long_one ? dice_.between(3'990, 4'000) : dice_.between(1, 15)));
            append_sentence(text, rows_.back());
            text += std::string(dice_.between(1, 3), '\n');
        }
        // The last line can do without its newline.
        while (!rows_.empty() && dice_.one_in(2) && text.back() == '\n') text.pop_back();
        return text;
    }

    // Each word depends on one before it in a random order.
    Permutation tree(std::int64_t n) {
        const Permutation order = dice_.permutation(n);
        Permutation heads(n, -1);
        const bool is_chain = dice_.one_in(5);
        for (std::int64_t i = 1; i < n; ++i) {
            heads[order[i]] = order[is_chain ? i - 1 : dice_.between(0, i - 1)];
        }
        return heads;
    }

    void append_sentence(std::string& text, const Permutation& heads) {
        static const std::vector<std::string> NAMES = {"nsubj", "obj", "_", "", "X", "nmod:é"};
        static const std::vector<std::string> FEATURES = {"_", "", "A=b", "A=b|C=d", "|", "A=b||_"};
        const auto append = [&](const std::string& id, const std::string& head) {
            text += id + "\ta b\t_\t" + dice_.pick(NAMES) + "\t_\t" + dice_.pick(FEATURES) + "\t" +
                    head + "\t" + dice_.pick(NAMES) + "\t_\t" +
                    std::string(dice_.between(0, 3), '_') + "\n";
        };
        for (auto comments = dice_.between(0, 2); comments > 0; --comments) text += "# 1\tx\n";
        const std::int64_t n = std::ssize(heads);
        for (std::int64_t word = 0, range_end = 0; word <= n; ++word) {
            if (word > range_end && dice_.one_in(5)) {
                range_end = dice_.between(word, n);
                append(std::to_string(word) + "-" + std::to_string(range_end), "_");
            }
            if (word > 0) append(std::to_string(word), std::to_string(heads[word - 1] + 1));
            const std::int64_t empty_nodes = dice_.one_in(6) ? dice_.between(1, 3) : 0;
            for (std::int64_t node = 1; node <= empty_nodes; ++node) {
                append(std::to_string(word) + "." + std::to_string(node), "_");
            }
        }
    }

    bool check(std::string_view text, bool valid) const {
        Interner names;
        ConlluText parser(names, FIRST_LINE, limits_);
        parser.parse(text);
        check_places(text, parser);
        check_problems(parser, count_lines(text));
        check_rows(names, parser);
        check_alone(text, parser);
        check_cells(text, parser);
        if (valid) {
            require(parser.problems.empty(), "valid text has no problems");
            require(std::ssize(rows_) == std::ssize(parser.lines), "every sentence is a row");
            for (std::size_t row = 0; row < rows_.size(); ++row) {
                require(std::ranges::equal(heads_of(parser, row), rows_[row]), "heads as written");
            }
        }
        return parser.problems.empty();
    }

    // A sentence starts behind an empty line, or where the text does.
    static void check_places(std::string_view text, const ConlluText& parser) {
        std::vector<std::int64_t> starts, lines;
        std::int64_t line = FIRST_LINE;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const bool begins_line = i == 0 || text[i - 1] == '\n';
            const bool behind_gap =
                i == 0 || (i == 1 && begins_line) || (begins_line && text[i - 2] == '\n');
            if (behind_gap && text[i] != '\n') {
                starts.push_back(static_cast<std::int64_t>(i));
                lines.push_back(line);
            }
            line += text[i] == '\n';
        }
        require(parser.starts == starts, "every sentence is found");
        require(parser.lines == lines, "with its line");
    }

    static void check_problems(const ConlluText& parser, std::int64_t lines) {
        std::int64_t last = -1;
        for (const auto& [row, line, what] : parser.problems) {
            require(last < row && row < std::ssize(parser.lines), "one problem a row");
            const bool is_last = row + 1 == std::ssize(parser.lines);
            const std::int64_t end = is_last ? FIRST_LINE + lines : parser.lines[row + 1];
            require(parser.lines[row] <= line && line < end, "the line lies in the sentence");
            require(parser.offsets[row] == parser.offsets[row + 1], "a bad row has no words");
            require(what.find('\n') == what.npos && what.size() < 250, "one short line");
            last = row;
        }
    }

    void check_rows(const Interner& names, const ConlluText& parser) const {
        require(std::ssize(parser.offsets) == std::ssize(parser.lines) + 1, "rows and offsets");
        require(parser.offsets.back() == std::ssize(parser.heads), "rows span all words");
        require(parser.heads.size() == parser.deprels.size(), "a relation for each word");
        require(parser.heads.size() == parser.upos.size(), "a tag for each word");
        for (const auto* ids : {&parser.deprels, &parser.upos}) {
            for (const std::int32_t id : *ids) {
                require(0 <= id && id < std::ssize(names), "names have numbers");
            }
        }
        require(std::ssize(names) <= limits_.names, "not too many names");
        auto problem = parser.problems.begin();
        for (std::size_t row = 0; row < parser.lines.size(); ++row) {
            const bool bad =
                problem != parser.problems.end() && problem->row == static_cast<std::int64_t>(row);
            if (bad) ++problem;
            if (!bad) check_tree(heads_of(parser, row));
        }
    }

    void check_tree(std::span<const std::int32_t> heads) const {
        const std::int64_t n = std::ssize(heads);
        require(0 < n && n <= limits_.words, "not too many words, nor too few");
        require(std::count(heads.begin(), heads.end(), -1) == 1, "one root");
        for (const std::int32_t head : heads) require(-1 <= head && head < n, "heads are words");
        if (n > 100) return;
        for (std::int32_t word = 0; word < n; ++word) {
            std::int32_t at = word;
            for (std::int64_t steps = 0; steps < n && at >= 0; ++steps) at = heads[at];
            require(at == -1, "every word leads to the root");
        }
    }

    // Except for the number of names, sentences are independent.
    void check_alone(std::string_view text, const ConlluText& parser) const {
        if (limits_.names < 100) return;
        auto problem = parser.problems.begin();
        for (std::size_t row = 0; row < parser.lines.size(); ++row) {
            const bool is_last = row + 1 == parser.lines.size();
            const std::size_t end = is_last ? text.size() : parser.starts[row + 1];
            Interner names;
            ConlluText alone(names, parser.lines[row], limits_);
            alone.parse(text.substr(parser.starts[row], end - parser.starts[row]));
            require(alone.lines.size() == 1, "a row is one sentence");
            require(std::ranges::equal(alone.heads, heads_of(parser, row)), "the same words alone");
            if (alone.problems.empty()) continue;
            require(problem != parser.problems.end() && problem->line == alone.problems[0].line &&
                        problem->what == alone.problems[0].what,
                    "the same problem alone");
            ++problem;
        }
        require(problem == parser.problems.end(), "as many problems alone");
    }

    // Every word of a good sentence has its cells; of a bad one, nothing is read out of bounds.
    static void check_cells(std::string_view text, const ConlluText& parser) {
        for (std::size_t row = 0; row < parser.lines.size(); ++row) {
            const bool is_last = row + 1 == parser.lines.size();
            const std::size_t end = is_last ? text.size() : parser.starts[row + 1];
            ConlluCells cells;
            const std::int64_t words =
                cells.append(text.substr(parser.starts[row], end - parser.starts[row]));
            const std::int64_t expected = parser.offsets[row + 1] - parser.offsets[row];
            require(expected == 0 || words == expected, "cells for each word");
            require(std::ssize(cells.feature_offsets) == words + 1, "features for each word");
            require(cells.feature_offsets.back() == std::ssize(cells.features), "and no others");
            for (const auto* ids : {&cells.forms, &cells.lemmas, &cells.xpos, &cells.features}) {
                for (const std::int32_t id : *ids) {
                    require(0 <= id && id < std::ssize(cells.names), "cells have numbers");
                }
            }
        }
    }

    static std::span<const std::int32_t> heads_of(const ConlluText& parser, std::size_t row) {
        const std::int64_t begin = parser.offsets[row];
        return {parser.heads.data() + begin,
                static_cast<std::size_t>(parser.offsets[row + 1] - begin)};
    }

    Dice dice_;
    std::vector<Permutation> rows_;
    ConlluLimits limits_{};
};

}  // namespace wordorder::fuzzing
