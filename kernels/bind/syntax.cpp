// Python bindings: syntax trees.
#include "bind/bindings.hpp"

#include <nanobind/stl/string.h>

#include "syntax/conllu.hpp"
#include "syntax/conllu_cells.hpp"
#include "syntax/lifting.hpp"

namespace wordorder {
namespace {

struct ConlluRows {
    Array<std::int32_t> heads, deprels, upos;
    Array<std::int64_t> offsets, starts, lines;
    std::vector<ConlluText::Problem> problems;
};

struct ConlluWords {
    Array<std::int32_t> forms, lemmas, xpos;
    Ragged features;
    nb::list names;
};

struct LiftedHeads { Array<std::int32_t> heads, lifted; };

ConlluRows parse_conllu(Interner& names, const nb::bytes& text, std::int64_t first_line,
                        const std::array<std::int64_t, 4>& limits) {
    const auto [words, bytes, different_names, name_bytes] = limits;
    ConlluText parser(names, first_line, {words, bytes, different_names, name_bytes});
    {
        const nb::gil_scoped_release released;
        const auto lock = names.lock();
        parser.parse({text.c_str(), text.size()});
    }
    // Read-only, so that kernels can read them again without a copy.
    const auto sealed = []<class T>(std::vector<T>& made) {
        return Array<T>::sealed(std::move(made));
    };
    return {sealed(parser.heads),      sealed(parser.deprels), sealed(parser.upos),
            sealed(parser.offsets),    sealed(parser.starts),  sealed(parser.lines),
            std::move(parser.problems)};
}

nb::list names_of(const ConlluCells& cells) {
    nb::list names;
    for (std::size_t number = 0; number < cells.names.size(); ++number) {
        const std::string_view name = cells.names.word(number);
        names.append(nb::str(name.data(), name.size()));
    }
    return names;
}

ConlluWords conllu_cells(const nb::bytes& text, ArrayArg<std::int64_t> given_starts,
                         OffsetsArg given_offsets) {
    const Array<std::int64_t> kept_starts = given_starts.checked("starts");
    const OffsetArray kept_offsets = given_offsets.checked("offsets");
    const std::span<const std::int64_t> starts = kept_starts.span();
    const Offsets& offsets = kept_offsets.view();
    if (starts.empty() || starts.size() != offsets.size()) {
        throw InputError("the numbers of starts and offsets differ");
    }
    const std::string_view all{text.c_str(), text.size()};
    ConlluCells cells;
    for_each_row(starts.size() - 1, [&](std::size_t row) {
        const std::int64_t begin = starts[row], end = starts[row + 1];
        if (begin < 0 || begin > end || end > std::ssize(all)) {
            throw InputError("row " + std::to_string(row) + " is not in the text");
        }
        const std::int64_t first = offsets[row], behind = offsets[row + 1];
        if (first < 0 || first > behind) throw InputError("offsets must not decrease");
        if (first == behind) return;
        if (cells.append(all.substr(begin, end - begin)) != behind - first) {
            throw InputError("row " + std::to_string(row) +
                             ": the words differ from those of the text");
        }
    });
    const nb::list names = names_of(cells);
    return {Array(std::move(cells.forms)), Array(std::move(cells.lemmas)),
            Array(std::move(cells.xpos)),
            Ragged(std::move(cells.features), std::move(cells.feature_offsets)), names};
}

LiftedHeads lift_heads(const Ragged& heads, std::int64_t most_words) {
    std::vector<std::int32_t> found, lifted;
    Lifting lifting(most_words);
    for_each_row(heads.size(), [&](std::size_t row) {
        const Ranks given = heads[row];
        const std::size_t begin = found.size();
        found.insert(found.end(), given.begin(), given.end());
        try {
            lifted.push_back(
                static_cast<std::int32_t>(lifting.lift({found.data() + begin, given.size()})));
        } catch (const InputError& error) {
            throw error.behind("row " + std::to_string(row) + ": ");
        }
    });
    return {Array<std::int32_t>::sealed(std::move(found)), Array(std::move(lifted))};
}

void bind_results(nb::module_& m) {
    nb::class_<ConlluText::Problem>(m, "ConlluProblem", "The problem of a tree.")
        .def_ro("row", &ConlluText::Problem::row, "Its row.")
        .def_ro("line", &ConlluText::Problem::line, "The line of the problem.")
        .def_ro("what", &ConlluText::Problem::what, "A description.");
    nb::class_<ConlluRows>(m, "ConlluRows", "The trees of a text.")
        .def_ro("heads", &ConlluRows::heads, "The head of each word; -1 for the root.")
        .def_ro("deprels", &ConlluRows::deprels, "The number of each word's relation.")
        .def_ro("upos", &ConlluRows::upos, "The number of each word's part of speech.")
        .def_ro("offsets", &ConlluRows::offsets, "Where the words of each row start and end.")
        .def_ro("starts", &ConlluRows::starts, "The first byte of each row.")
        .def_ro("lines", &ConlluRows::lines, "The first line of each row.")
        .def_ro("problems", &ConlluRows::problems, "The problems of rows without words.");
    nb::class_<ConlluWords>(m, "ConlluWords", "Further cells of words, as numbers.")
        .def_ro("forms", &ConlluWords::forms, "The words themselves.")
        .def_ro("lemmas", &ConlluWords::lemmas, "Their lemmas.")
        .def_ro("xpos", &ConlluWords::xpos, "Their language-specific parts of speech.")
        .def_ro("features", &ConlluWords::features, "The features, a row for each word.")
        .def_ro("names", &ConlluWords::names, "The texts behind the numbers.",
                nb::sig("def names(self) -> list[str]"));
    nb::class_<LiftedHeads>(m, "LiftedHeads", "The heads of projective trees.")
        .def_ro("heads", &LiftedHeads::heads, "The head of each word.")
        .def_ro("lifted", &LiftedHeads::lifted, "The number of words with a new head, by row.");
}

}  // namespace

void bind_syntax(nb::module_& m) {
    bind_results(m);
    m.def("parse_conllu", &parse_conllu, "names"_a, "text"_a, "first_line"_a, "limits"_a,
          "Read trees; the limits are words and bytes of a sentence, names, and bytes of a name.");
    m.def("conllu_cells", &conllu_cells, "text"_a, "starts"_a, "offsets"_a,
          "Read further cells of trees that `parse_conllu` has accepted.\n\n"
          "`starts` holds the first byte of each row and the end of the last; rows without words\n"
          "are skipped.");
    m.def("lift_heads", &lift_heads, "heads"_a, "most_words"_a,
          "Lift arcs, the shortest first, then the leftmost, until each tree is projective.");
}

}  // namespace wordorder
