// Cells of CoNLL-U that only some readers need, from sentences that ConlluText has accepted: forms,
// lemmas, language-specific tags and features of words, as numbers.
//
// Numbers hold for one text, so a file of any size, with any number of lemmas, takes no more memory
// than its largest piece.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "core/errors.hpp"
#include "text/interner.hpp"
#include "text/parsing.hpp"

namespace wordorder {

class ConlluCells {
public:
    // Appends the words of a sentence; returns their number.
    std::int64_t append(std::string_view sentence) {
        const std::int64_t before = std::ssize(forms);
        for_each_line(sentence, [this](std::string_view line) {
            if (line.empty() || line.front() == '#') return;
            const Cells cells = cells_of(line);
            // Tokens of several words and empty nodes are no words.
            if (cells[ID].find_first_of("-.") == std::string_view::npos) append_word(cells);
        });
        return std::ssize(forms) - before;
    }

    std::vector<std::int32_t> forms, lemmas, xpos;
    std::vector<std::int32_t> features;            // of all words, each as Name=Value
    std::vector<std::int64_t> feature_offsets{0};  // where those of each word start and end
    Interner names;

private:
    // The first columns; the others are ignored.
    static constexpr std::size_t COLUMNS = 6, ID = 0, FORM = 1, LEMMA = 2, XPOS = 4, FEATS = 5;
    using Cells = std::array<std::string_view, COLUMNS>;

    static Cells cells_of(std::string_view line) {
        Cells cells;
        for (std::string_view& cell : cells) cell = taken(line, '\t');
        return cells;
    }

    void append_word(const Cells& cells) {
        forms.push_back(names.number(cells[FORM]));
        lemmas.push_back(names.number(cells[LEMMA]));
        xpos.push_back(names.number(cells[XPOS]));
        std::string_view left = cells[FEATS] == "_" ? std::string_view{} : cells[FEATS];
        while (!left.empty()) {
            const std::string_view feature = taken(left, '|');
            if (!feature.empty()) features.push_back(names.number(feature));
        }
        feature_offsets.push_back(std::ssize(features));
    }

    // Takes the text before the next `mark` off, and the mark.
    static std::string_view taken(std::string_view& text, char mark) {
        const std::string_view piece = text.substr(0, std::min(text.find(mark), text.size()));
        text.remove_prefix(std::min(piece.size() + 1, text.size()));
        return piece;
    }
};

}  // namespace wordorder
