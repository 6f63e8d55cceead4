// Python bindings: ragged rows and links, which all other kernels take.
#include "bind/bindings.hpp"

#include "alignment/transposer.hpp"
#include "text/parsing.hpp"

namespace wordorder {
namespace {

struct Transposed {
    LinkRows links;
    Array<std::int64_t> order;
};

void refuse_outside(std::int64_t start, std::int64_t stop, std::size_t size) {
    if (0 <= start && start <= stop && stop <= static_cast<std::int64_t>(size)) return;
    throw InputError("rows " + std::to_string(start) + " to " + std::to_string(stop) +
                     " are out of range: there are " + std::to_string(size));
}

template <class Kind>
Kind slice(const Kind& rows, std::int64_t start, std::int64_t stop) {
    refuse_outside(start, stop, rows.size());
    return rows.slice(start, stop - start);
}

LinkRows kept(const LinkRows& links, ArrayArg<std::uint8_t> given) {
    const Array<std::uint8_t> marks = given.checked("marks");
    if (marks.size() != links.sources.size()) {
        throw InputError("there are " + std::to_string(links.sources.size()) + " links, but " +
                         std::to_string(marks.size()) + " marks");
    }
    LinkVectors found;
    for_each_row(links.size(), [&](std::size_t row) {
        const Links own = links[row];
        const std::span<const std::uint8_t> chosen = links.rows().part(marks.span(), row);
        for (std::size_t k = 0; k < own.size(); ++k) {
            if (chosen[k]) found.push_back(own.sources[k], own.targets[k]);
        }
        found.end_row();
    });
    return std::move(found).with_lengths(links.source_lengths, links.target_lengths);
}

Transposed transposed(const LinkRows& links) {
    LinkVectors found;
    std::vector<std::int64_t> order;
    Transposer transposer;
    for_each_row(links.size(), [&](std::size_t row) {
        std::size_t next = order.size();
        transposer.append(links.rows(), row, order);
        for (; next < order.size(); ++next) {
            found.push_back(links.targets.span()[order[next]], links.sources.span()[order[next]]);
        }
        found.end_row();
    });
    return {std::move(found).with_lengths(links.target_lengths, links.source_lengths),
            Array(std::move(order))};
}

// Pickles go through the constructor, so their arrays are checked like any others. They hold the
// values of their own rows only, which may be a few of many.
nb::tuple reduced_rows(nb::handle rows) {
    const nb::object offsets = rows.attr("offsets"), first = offsets[0];
    const nb::slice own(first, offsets[-1], nb::none());
    return nb::make_tuple(rows.type(), nb::make_tuple(rows.attr("values")[own], offsets - first));
}

nb::tuple reduced_links(nb::handle links) {
    const nb::object offsets = links.attr("offsets"), first = offsets[0];
    const nb::slice own(first, offsets[-1], nb::none());
    return nb::make_tuple(
        links.type(),
        nb::make_tuple(links.attr("sources")[own], links.attr("targets")[own], offsets - first,
                       links.attr("source_lengths"), links.attr("target_lengths")));
}

}  // namespace

void bind_rows(nb::module_& m) {
    nb::class_<RowProblem>(m, "RowProblem", "The problem of a skipped row.")
        .def_ro("row", &RowProblem::row, "The row.")
        .def_prop_ro(
            "parts", [](const RowProblem& problem) { return python_parts(problem.what); },
            nb::for_getter(nb::sig("def parts(self) -> tuple[typing.Any, ...]")),
            "The parts of an error about the row, without its place.");
    nb::class_<Ragged>(
        m, "Ragged",
        "Rows of numbers: row i is `values[offsets[i]:offsets[i + 1]]`.\n\n"
        "The memory of an Arrow list or large list, slices included. The arrays are\n"
        "checked once, here: values of int32 and ascending offsets of int32 or int64\n"
        "that lie within them. Arrays that could still be changed are copied.")
        .def(nb::init<ArrayArg<std::int32_t>, OffsetsArg>(), "values"_a, "offsets"_a,
             "Check and keep the arrays.")
        .def("__len__", &Ragged::size, "The number of rows.")
        .def_prop_ro("values", &Ragged::values, "The numbers of all rows, read-only.")
        .def_prop_ro("offsets", &Ragged::offsets, "The start and end of each row, read-only.")
        .def("__reduce__", &reduced_rows, nb::sig("def __reduce__(self) -> tuple[object, ...]"),
             "Pickle the arrays.")
        .def("rows", &slice<Ragged>, "start"_a, "stop"_a,
             "Return consecutive rows; nothing is copied.");
    nb::class_<LinkRows>(
        m, "LinkRows",
        "The links of sentence pairs, sorted, unique and inside their sentences.\n\n"
        "They are checked once, here, or made by a kernel. Row i has the links\n"
        "`offsets[i]` to `offsets[i + 1]`. Arrays that could still be changed are\n"
        "copied.")
        .def(nb::init<ArrayArg<std::int32_t>, ArrayArg<std::int32_t>, OffsetsArg,
                      ArrayArg<std::int32_t>, ArrayArg<std::int32_t>>(),
             "sources"_a, "targets"_a, "offsets"_a, "source_lengths"_a, "target_lengths"_a,
             "Check and keep the arrays.")
        .def("__len__", &LinkRows::size, "The number of sentence pairs.")
        .def_ro("sources", &LinkRows::sources, "The source word of each link.")
        .def_ro("targets", &LinkRows::targets, "The target word of each link.")
        .def_ro("offsets", &LinkRows::offsets, "The start and end of each row.")
        .def_ro("source_lengths", &LinkRows::source_lengths, "The number of source words.")
        .def_ro("target_lengths", &LinkRows::target_lengths, "The number of target words.")
        .def("__reduce__", &reduced_links, nb::sig("def __reduce__(self) -> tuple[object, ...]"),
             "Pickle the arrays.")
        .def("rows", &slice<LinkRows>, "start"_a, "stop"_a,
             "Return consecutive rows; nothing is copied.")
        .def("kept", &kept, "marks"_a,
             "Return the links with marks other than 0; there is a mark for each of `sources`.")
        .def("transposed", &transposed, "Swap source and target.");
    nb::class_<Transposed>(m, "Transposed", "Links with source and target swapped.")
        .def_ro("links", &Transposed::links, "The links.")
        .def_ro("order", &Transposed::order, "The former place of each link.");
}

}  // namespace wordorder
