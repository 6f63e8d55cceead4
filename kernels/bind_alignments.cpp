// What Python sees of alignments.
#include "bindings.hpp"

#include "agreement.hpp"
#include "alignment_text.hpp"
#include "conventions.hpp"
#include "crossings.hpp"
#include "symmetrization.hpp"

namespace wordorder {
namespace {

// The marks of the links; all are sure where there are none.
using Marks = std::optional<Input<std::uint8_t>>;

std::span<const std::uint8_t> as_marks(const Marks& marks, const AlignmentArrays& arrays) {
    if (!marks) return {};
    if (marks->size() != std::get<0>(arrays).size()) {
        throw InputError("there are " + std::to_string(std::get<0>(arrays).size()) +
                         " links, but " + std::to_string(marks->size()) + " marks");
    }
    return as_span(*marks);
}

void check_alignments(const AlignmentArrays& arrays, const Marks& sure) {
    nb::gil_scoped_release released;
    as_rows(arrays);
    as_marks(sure, arrays);
}

nb::object count_words_of_lines(const nb::bytes& text) {
    std::vector<std::int32_t> counts;
    {
        nb::gil_scoped_release released;
        counts = count_words({text.c_str(), text.size()});
    }
    return as_array(std::move(counts));
}

nb::tuple parse_alignments(const nb::bytes& text, std::string_view name, std::int64_t first_line,
                           std::int64_t base, bool lengths_in_front,
                           const std::optional<Input<std::int32_t>>& source_lengths,
                           const std::optional<Input<std::int32_t>>& target_lengths) {
    const auto lengths = [](const auto& given) {
        return given ? std::optional(as_span(*given)) : std::nullopt;
    };
    AlignmentText parser({std::string(name), first_line, base, lengths_in_front,
                          lengths(source_lengths), lengths(target_lengths)});
    {
        nb::gil_scoped_release released;
        parser.parse({text.c_str(), text.size()});
    }
    return nb::make_tuple(
        nb::make_tuple(as_array(std::move(parser.sources)), as_array(std::move(parser.targets)),
                       as_array(std::move(parser.offsets)),
                       as_array(std::move(parser.source_lengths)),
                       as_array(std::move(parser.target_lengths))),
        as_array(std::move(parser.sure)));
}

nb::bytes alignments_text(const AlignmentArrays& arrays, const Marks& sure, std::int64_t base,
                          const std::optional<Input<double>>& confidence) {
    std::string text;
    {
        nb::gil_scoped_release released;
        const AlignmentRows rows = as_rows(arrays);
        const std::span<const std::uint8_t> marks = as_marks(sure, arrays);
        const std::span<const double> values = confidence ? as_span(*confidence) : std::span<const double>{};
        if (!values.empty() && values.size() != std::get<0>(arrays).size()) {
            throw InputError("there must be a confidence for each link");
        }
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const Links links = rows[row];
            const std::size_t begin = std::get<2>(arrays).data()[row];
            const auto part = [&](auto all) {
                return all.empty() ? all : all.subspan(begin, links.size());
            };
            append_row(text, links, part(marks), base, part(values));
        }
    }
    return nb::bytes(text.data(), text.size());
}

// Ranks, offsets and, for the reference convention only, where the group of each word starts.
nb::tuple permutations(const AlignmentArrays& arrays, std::string_view convention) {
    std::vector<std::int32_t> ranks, group_starts;
    std::vector<std::int64_t> offsets{0};
    {
        nb::gil_scoped_release released;
        const AlignmentRows rows = as_rows(arrays);
        LrscoreConvention lrscore;
        ReferenceConvention reference;
        MatchedConvention matched;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (convention == "lrscore") lrscore.append(rows[row], ranks);
            if (convention == "reference") reference.append(rows[row], ranks, group_starts);
            if (convention == "matched") matched.append(rows[row], ranks);
            offsets.push_back(std::ssize(ranks));
        }
    }
    return nb::make_tuple(as_array(std::move(ranks)), as_array(std::move(offsets)),
                          as_array(std::move(group_starts)));
}

nb::tuple crossing_counts(const AlignmentArrays& arrays) {
    std::vector<std::int64_t> crossing, pairs;
    {
        nb::gil_scoped_release released;
        const AlignmentRows rows = as_rows(arrays);
        CrossingCounter counter;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const CrossingCounts counts = counter.count(rows[row]);
            crossing.push_back(counts.crossing);
            pairs.push_back(counts.pairs);
        }
    }
    return nb::make_tuple(as_array(std::move(crossing)), as_array(std::move(pairs)));
}

// Of the first row: the linked words of each side, and the component of each.
nb::tuple components(const AlignmentArrays& arrays) {
    const AlignmentRows rows = as_rows(arrays);
    if (rows.size() != 1) throw InputError("components are those of one alignment");
    Components found;
    found.build(rows[0]);
    std::vector<std::int32_t> of_source, of_target;
    for (std::size_t i = 0; i < found.sources().size(); ++i) of_source.push_back(found.of_source(i));
    for (std::size_t j = 0; j < found.targets().size(); ++j) of_target.push_back(found.of_target(j));
    const auto copied = [](Indices words) { return std::vector(words.begin(), words.end()); };
    return nb::make_tuple(
        as_array(copied(found.sources().words())), as_array(std::move(of_source)),
        as_array(copied(found.targets().words())), as_array(std::move(of_target)));
}

nb::tuple blocked_words(const AlignmentArrays& arrays) {
    std::vector<std::int32_t> words;
    std::vector<std::int64_t> offsets{0}, linked;
    {
        nb::gil_scoped_release released;
        const AlignmentRows rows = as_rows(arrays);
        BlockedWords blocked;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const std::vector<std::int32_t>& found = blocked.find(rows[row]);
            words.insert(words.end(), found.begin(), found.end());
            offsets.push_back(std::ssize(words));
            linked.push_back(static_cast<std::int64_t>(blocked.linked()));
        }
    }
    return nb::make_tuple(as_array(std::move(words)), as_array(std::move(offsets)),
                          as_array(std::move(linked)));
}

// For each link whether its component is non-contiguous.
nb::object blocking_links(const AlignmentArrays& arrays) {
    std::vector<std::uint8_t> marks;
    {
        nb::gil_scoped_release released;
        const AlignmentRows rows = as_rows(arrays);
        BlockedWords blocked;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const Links links = rows[row];
            blocked.find(links);
            for (std::size_t k = 0; k < links.size(); ++k) marks.push_back(blocked.blocking(k));
        }
    }
    return as_array(std::move(marks));
}

Symmetrization symmetrization_named(std::string_view name) {
    if (name == "intersection") return Symmetrization::intersection;
    if (name == "union") return Symmetrization::union_;
    if (name == "grow-diag-final-and") return Symmetrization::grow_diag_final_and;
    throw std::invalid_argument("no such symmetrisation: " + std::string(name));
}

nb::tuple symmetrize(const AlignmentArrays& forward, const AlignmentArrays& reverse,
                     std::string_view method) {
    const Symmetrization how = symmetrization_named(method);
    std::vector<std::int32_t> sources, targets;
    std::vector<std::int64_t> offsets{0};
    {
        nb::gil_scoped_release released;
        const AlignmentRows forward_rows = as_rows(forward), reverse_rows = as_rows(reverse);
        refuse_other_size(forward_rows, reverse_rows);
        Symmetrizer symmetrizer;
        std::vector<std::uint64_t> chosen;
        for (std::size_t row = 0; row < forward_rows.size(); ++row) {
            symmetrizer.run(forward_rows[row], reverse_rows[row], how, chosen);
            for (const std::uint64_t link : chosen) {
                sources.push_back(first_of(link));
                targets.push_back(second_of(link));
            }
            offsets.push_back(std::ssize(sources));
        }
    }
    return nb::make_tuple(as_array(std::move(sources)), as_array(std::move(targets)),
                          as_array(std::move(offsets)));
}

// For each pair of rows: links predicted, sure gold links, predicted and sure, predicted and gold.
nb::object agreement_counts(const AlignmentArrays& predicted, const AlignmentArrays& gold,
                            const Marks& gold_sure) {
    std::vector<std::int64_t> counts;
    {
        nb::gil_scoped_release released;
        const AlignmentRows predicted_rows = as_rows(predicted), gold_rows = as_rows(gold);
        refuse_other_size(predicted_rows, gold_rows);
        const std::span<const std::uint8_t> marks = as_marks(gold_sure, gold);
        for (std::size_t row = 0; row < gold_rows.size(); ++row) {
            const Links links = gold_rows[row];
            const std::size_t begin = std::get<2>(gold).data()[row];
            const Agreement found =
                agreement(predicted_rows[row], links,
                          marks.empty() ? marks : marks.subspan(begin, links.size()));
            counts.insert(counts.end(), {found.predicted, found.sure, found.predicted_sure,
                                         found.predicted_gold});
        }
    }
    return as_array(std::move(counts));
}

}  // namespace

void bind_alignments(nb::module_& m) {
    m.attr("LARGEST_WORD") = LARGEST_WORD;
    m.attr("MOST_INFERRED_WORDS") = MOST_INFERRED_WORDS;
    m.def("check_alignments", &check_alignments, "alignments"_a, "sure"_a.none());
    m.def("count_words", &count_words_of_lines, "text"_a);
    m.def("parse_alignments", &parse_alignments, "text"_a, "name"_a, "first_line"_a, "base"_a,
          "lengths_in_front"_a, "source_lengths"_a.none(), "target_lengths"_a.none());
    m.def("alignments_text", &alignments_text, "alignments"_a, "sure"_a.none(), "base"_a,
          "confidence"_a.none() = nb::none());
    m.def("permutations", &permutations, "alignments"_a, "convention"_a);
    m.def("crossing_counts", &crossing_counts, "alignments"_a);
    m.def("components", &components, "alignment"_a);
    m.def("blocked_words", &blocked_words, "alignments"_a);
    m.def("blocking_links", &blocking_links, "alignments"_a);
    m.def("symmetrize", &symmetrize, "forward"_a, "reverse"_a, "method"_a);
    m.def("agreement_counts", &agreement_counts, "predicted"_a, "gold"_a, "gold_sure"_a.none());
}

}  // namespace wordorder
