// CoNLL-U, sentence by sentence: heads, relations and tags of words, and defects.
//
// A bad sentence keeps its row, without words, so that rows stay in step with other files.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/interner.hpp"
#include "text/parsing.hpp"

namespace wordorder {

struct ConlluLimits {
    std::int64_t words;       // of a sentence
    std::int64_t bytes;       // of a sentence
    std::int64_t names;       // different relations and tags
    std::int64_t name_bytes;  // of a relation or tag
};

class ConlluText {
public:
    struct Problem {
        std::int64_t row, line;
        std::string what;
    };

    // Relations and tags are numbered among `names`.
    ConlluText(Interner& names, std::int64_t first_line, const ConlluLimits& limits)
        : names_(&names), limits_(limits), line_(first_line) {}

    void parse(std::string_view text) {
        for (std::size_t begin = 0; begin < text.size();) {
            if (text[begin] == '\n') {
                ++begin;
                ++line_;
                continue;
            }
            const std::size_t end = std::min(text.find("\n\n", begin), text.size());
            starts.push_back(static_cast<std::int64_t>(begin));
            take_sentence(text.substr(begin, end - begin));
            begin = end;  // at the end of its last line
        }
    }

    std::vector<std::int32_t> heads, deprels, upos;
    std::vector<std::int64_t> offsets{0}, starts, lines;
    std::vector<Problem> problems;

private:
    static constexpr std::size_t COLUMNS = 10, ID = 0, UPOS = 3, HEAD = 6, DEPREL = 7;
    using Cells = std::array<std::string_view, COLUMNS>;

    static constexpr std::int32_t ROOT = -1, NOT_YET = -1;
    static constexpr std::size_t SHOWN_OF_CYCLE = 5;

    struct Defect {
        std::int64_t line;
        std::string what;
    };

    // A token of several words, such as "2-3".
    struct Range {
        std::string_view id;
        std::int64_t begin = 0, end = 0, line = 0;
    };

    void take_sentence(std::string_view sentence) {
        const std::size_t row_begin = heads.size();
        const std::int64_t first_line = line_;
        lines.push_back(first_line);
        try {
            read_sentence(sentence);
            check_tree({heads.data() + row_begin, heads.size() - row_begin}, first_line);
        } catch (const Defect& defect) {
            problems.push_back({std::ssize(lines) - 1, defect.line, defect.what});
            for (auto* column : {&heads, &deprels, &upos}) column->resize(row_begin);
        }
        offsets.push_back(std::ssize(heads));
        line_ = first_line + std::count(sentence.begin(), sentence.end(), '\n');
    }

    void read_sentence(std::string_view sentence) {
        const std::int64_t first_line = line_;
        if (std::ssize(sentence) > limits_.bytes) {
            complain("a parsed sentence may have at most " + with_commas(limits_.words) +
                     " words; this one has more than " + with_commas(limits_.bytes) + " bytes");
        }
        word_lines_.clear();
        range_ = {};
        empty_nodes_ = 0;
        for_each_line(sentence, [this](std::string_view line) {
            if (line.front() != '#') read_line(line);
            ++line_;
        });
        line_ = first_line;
        if (words() == 0) {
            complain("there are no words, only comments; expected a line for each word");
        }
        if (range_.end > words()) {
            line_ = range_.line;
            complain("range '" + shown(range_.id) + "' goes past the last word; expected at most " +
                     std::to_string(words()));
        }
    }

    void read_line(std::string_view line) {
        const Cells cells = cells_of(line);
        const std::string_view id = cells[ID];
        if (id.find('-') != std::string_view::npos) return read_range(id);
        if (id.find('.') != std::string_view::npos) return read_empty_node(id);
        if (number(id) != words() + 1) complain_about_id(id);
        if (words() == limits_.words) {
            complain("a parsed sentence may have at most " + with_commas(limits_.words) +
                     " words; this one has more");
        }
        word_lines_.push_back(line_);
        empty_nodes_ = 0;
        heads.push_back(head(cells[HEAD]));
        deprels.push_back(name(cells[DEPREL]));
        upos.push_back(name(cells[UPOS]));
    }

    Cells cells_of(std::string_view line) const {
        Cells cells;
        std::size_t begin = 0, found = 0;
        for (std::size_t end = 0; end < line.size(); begin = end + 1) {
            end = std::min(line.find('\t', begin), line.size());
            if (found < COLUMNS) cells[found] = line.substr(begin, end - begin);
            ++found;
        }
        if (found != COLUMNS) {
            complain("'" + shown(line) + "' has " + std::to_string(found) + " column" +
                     (found == 1 ? "" : "s") + "; expected 10, separated by tabs");
        }
        return cells;
    }

    // A range stands before the first of its words.
    void read_range(std::string_view id) {
        const std::size_t dash = id.find('-');
        const std::int64_t begin = number(id.substr(0, dash)), end = number(id.substr(dash + 1));
        if (begin == NOT_A_NUMBER || end < begin || begin != words() + 1) complain_about_id(id);
        if (begin <= range_.end) {
            complain("range '" + shown(id) + "' overlaps with '" + shown(range_.id) +
                     "'; expected each word in at most one range");
        }
        range_ = {id, begin, end, line_};
    }

    // An empty node stands behind the word whose number it has, or, with 0, before the first.
    void read_empty_node(std::string_view id) {
        const std::size_t dot = id.find('.');
        const bool in_place =
            number(id.substr(0, dot)) == words() && number(id.substr(dot + 1)) == empty_nodes_ + 1;
        const bool behind_range = range_.begin == words() + 1;
        if (!in_place || behind_range) complain_about_id(id);
        ++empty_nodes_;
    }

    // Whether the head lies in the sentence is known only at its end.
    std::int32_t head(std::string_view cell) const {
        static constexpr const char* EXPECTED =
            "; expected the number of a word, or 0 for the root";
        const std::int64_t value = number(cell);
        if (cell == "_") complain("word " + std::to_string(words()) + " has no head" + EXPECTED);
        if (value == NOT_A_NUMBER) {
            complain("head '" + shown(cell) + "' of word " + std::to_string(words()) +
                     " is not a number" + EXPECTED);
        }
        if (value == words()) {
            complain("word " + std::to_string(words()) + " is its own head" + EXPECTED);
        }
        return static_cast<std::int32_t>(value) - 1;
    }

    // No number in a valid sentence exceeds the limit on its bytes.
    std::int64_t number(std::string_view digits) const {
        const bool padded = digits.size() > 1 && digits.front() == '0';
        return padded ? NOT_A_NUMBER : whole_number(digits, limits_.bytes);
    }

    std::int32_t name(std::string_view cell) const {
        if (std::ssize(cell) > limits_.name_bytes) {
            complain("'" + shown(cell) + "' is too long; a relation or tag may have at most " +
                     with_commas(limits_.name_bytes) + " bytes");
        }
        if (std::ssize(*names_) == limits_.names && names_->find(cell) < 0) {
            complain("'" + shown(cell) + "' is one too many; a file may have at most " +
                     with_commas(limits_.names) + " different relations and tags");
        }
        return names_->number(cell);
    }

    using Heads = std::span<const std::int32_t>;

    void check_tree(Heads row, std::int64_t first_line) {
        const auto numbered = [](std::size_t word) { return "word " + std::to_string(word + 1); };
        std::size_t root = row.size();
        for (std::size_t word = 0; word < row.size(); ++word) {
            line_ = word_lines_[word];
            if (row[word] >= std::ssize(row)) {
                complain("the head of " + numbered(word) +
                         " is past the last word; expected at most " + std::to_string(row.size()));
            }
            if (row[word] != ROOT) continue;
            if (root < row.size()) {
                complain(numbered(root) + " and " + numbered(word) +
                         " are both roots; expected one word with head 0");
            }
            root = word;
        }
        line_ = first_line;
        if (root == row.size()) complain("there is no root; expected one word with head 0");
        refuse_cycle(row);
    }

    void refuse_cycle(Heads row) {
        reached_from_.assign(row.size(), NOT_YET);
        for (std::int32_t start = 0; start < std::ssize(row); ++start) {
            std::int32_t word = start;
            while (word != ROOT && reached_from_[word] == NOT_YET) {
                reached_from_[word] = start;
                word = row[word];
            }
            if (word != ROOT && reached_from_[word] == start) complain_about_cycle(row, word);
        }
    }

    [[noreturn]] void complain_about_cycle(Heads row, std::int32_t first) {
        std::string path = std::to_string(first + 1);
        std::size_t shown_words = 1;
        std::int32_t word = row[first];
        for (; word != first && shown_words < SHOWN_OF_CYCLE; word = row[word], ++shown_words) {
            path += " → " + std::to_string(word + 1);
        }
        path += word == first ? " → " + std::to_string(first + 1) : " → …";
        line_ = word_lines_[first];
        complain("the heads of words " + path +
                 " form a cycle; expected every head to lead to the root");
    }

    [[noreturn]] void complain_about_id(std::string_view id) const {
        const std::string next = std::to_string(words() + 1);
        complain("id '" + shown(id) + "' is out of place; expected " + next + ", a range from " +
                 next + " on, or " + std::to_string(words()) + "." +
                 std::to_string(empty_nodes_ + 1));
    }

    [[noreturn]] void complain(const std::string& what) const { throw Defect{line_, what}; }

    static std::string with_commas(std::int64_t number) {
        std::string digits = std::to_string(number);
        for (std::int64_t at = std::ssize(digits) - 3; at > 0; at -= 3) digits.insert(at, ",");
        return digits;
    }

    std::int64_t words() const { return std::ssize(word_lines_); }

    Interner* names_;  // of the caller
    ConlluLimits limits_;
    std::int64_t line_;

    // The current sentence.
    std::vector<std::int64_t> word_lines_;
    Range range_;                   // the last one
    std::int64_t empty_nodes_ = 0;  // behind the last word
    std::vector<std::int32_t> reached_from_;
};

}  // namespace wordorder
