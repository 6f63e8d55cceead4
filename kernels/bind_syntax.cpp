// What Python sees of syntax trees.
#include "bindings.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include "conllu.hpp"
#include "conllu_cells.hpp"
#include "lifting.hpp"
#include "rows.hpp"

namespace wordorder {
namespace {

template <class T>
using Column = nb::ndarray<nb::numpy, const T, nb::ndim<1>>;

// A vector of a result as a read-only array that keeps the result alive.
template <class Result, class T>
auto column(std::vector<T> Result::*member) {
    return [member](const Result& result) {
        const std::vector<T>& values = result.*member;
        return Column<T>(values.data(), {values.size()}, nb::find(result));
    };
}

// ---- Reading

std::unique_ptr<ConlluText> parse_conllu(Interner& names, const nb::bytes& text,
                                         std::int64_t first_line,
                                         const std::array<std::int64_t, 4>& limits) {
    const auto [words, bytes, different_names, name_bytes] = limits;
    auto parser = std::make_unique<ConlluText>(
        names, first_line, ConlluLimits{words, bytes, different_names, name_bytes});
    nb::gil_scoped_release released;
    const auto lock = names.lock();
    parser->parse({text.c_str(), text.size()});
    return parser;
}

// `starts` has the first byte of each row, and the end of the last; rows without words are passed
// over.
std::unique_ptr<ConlluCells> conllu_cells(const nb::bytes& text, const Input<std::int64_t>& starts,
                                          const Input<std::int64_t>& offsets) {
    auto cells = std::make_unique<ConlluCells>();
    nb::gil_scoped_release released;
    const std::string_view all{text.c_str(), text.size()};
    if (starts.size() != offsets.size()) throw InputError("not as many starts as offsets");
    for (std::size_t row = 0; row + 1 < starts.size(); ++row) {
        const std::int64_t begin = starts.data()[row], end = starts.data()[row + 1];
        if (begin < 0 || begin > end || end > std::ssize(all)) {
            throw InputError("row " + std::to_string(row) + " is not in the text");
        }
        const std::int64_t first = offsets.data()[row], behind = offsets.data()[row + 1];
        if (first < 0 || first > behind) throw InputError("offsets do not grow");
        if (first == behind) continue;
        if (cells->append(all.substr(begin, end - begin)) != behind - first) {
            throw InputError("row " + std::to_string(row) + ": the text has other words");
        }
    }
    return cells;
}

nb::list names_of(const ConlluCells& cells) {
    nb::list names;
    for (std::size_t number = 0; number < cells.names.size(); ++number) {
        const std::string_view name = cells.names.word(number);
        names.append(nb::str(name.data(), name.size()));
    }
    return names;
}

// ---- Lifting

struct LiftedHeads {
    std::vector<std::int32_t> heads;   // of all rows, from the first offset on
    std::vector<std::int32_t> lifted;  // words with a new head, for each row
};

std::unique_ptr<LiftedHeads> lift_heads(const Input<std::int32_t>& heads,
                                        const Input<std::int64_t>& offsets,
                                        std::int64_t most_words) {
    auto result = std::make_unique<LiftedHeads>();
    nb::gil_scoped_release released;
    // Copies, here and below, which nobody else can change between the checks and their use.
    const std::vector<std::int64_t> own_offsets(offsets.data(), offsets.data() + offsets.size());
    const Rows<std::int64_t> rows(as_span(heads), own_offsets);
    Lifting lifting(most_words);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (row % 1024 == 0) stop_on_signal();
        const Ranks given = rows[row];
        const std::size_t begin = result->heads.size();
        result->heads.insert(result->heads.end(), given.begin(), given.end());
        try {
            result->lifted.push_back(static_cast<std::int32_t>(
                lifting.lift({result->heads.data() + begin, given.size()})));
        } catch (const InputError& error) {
            throw InputError("row " + std::to_string(row) + ": " + error.what());
        }
    }
    return result;
}

}  // namespace

void bind_syntax(nb::module_& m) {
    nb::class_<ConlluText::Problem>(m, "ConlluProblem")
        .def_ro("row", &ConlluText::Problem::row)
        .def_ro("line", &ConlluText::Problem::line)
        .def_ro("what", &ConlluText::Problem::what);
    nb::class_<ConlluText>(m, "ConlluText", "The trees of a text, row by row.")
        .def_prop_ro("heads", column(&ConlluText::heads))
        .def_prop_ro("deprels", column(&ConlluText::deprels))
        .def_prop_ro("upos", column(&ConlluText::upos))
        .def_prop_ro("offsets", column(&ConlluText::offsets),
                     "Where the words of each row start and end.")
        .def_prop_ro("starts", column(&ConlluText::starts), "The first byte of each row.")
        .def_prop_ro("lines", column(&ConlluText::lines), "The first line of each row.")
        .def_ro("problems", &ConlluText::problems, "Of rows without words.");
    m.def("parse_conllu", &parse_conllu, "names"_a, "text"_a, "first_line"_a, "limits"_a);

    nb::class_<ConlluCells>(m, "ConlluCells", "Further cells of the words of a text, as numbers.")
        .def_prop_ro("forms", column(&ConlluCells::forms))
        .def_prop_ro("lemmas", column(&ConlluCells::lemmas))
        .def_prop_ro("xpos", column(&ConlluCells::xpos))
        .def_prop_ro("features", column(&ConlluCells::features))
        .def_prop_ro("feature_offsets", column(&ConlluCells::feature_offsets))
        .def_prop_ro("names", &names_of);
    m.def("conllu_cells", &conllu_cells, "text"_a, "starts"_a, "offsets"_a);

    nb::class_<LiftedHeads>(m, "LiftedHeads", "The heads of projective trees.")
        .def_prop_ro("heads", column(&LiftedHeads::heads))
        .def_prop_ro("lifted", column(&LiftedHeads::lifted),
                     "Words with a new head, for each row.");
    m.def("lift_heads", &lift_heads, "heads"_a, "offsets"_a, "most_words"_a);
}

}  // namespace wordorder
