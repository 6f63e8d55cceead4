// Python bindings: alignments.
#include "bind/bindings.hpp"

#include "alignment/agreement.hpp"
#include "alignment/conventions.hpp"
#include "alignment/crossings.hpp"
#include "alignment/symmetrization.hpp"
#include "text/alignments.hpp"

namespace wordorder {
namespace {

struct ParsedLinks {
    LinkRows links;
    Array<std::uint8_t> sure;
    std::vector<RowProblem> problems;
};

struct RankRows {
    Ragged ranks;
    Array<std::int32_t> group_starts;
};

struct Crossings { Array<std::int64_t> crossing, pairs; };

struct ComponentWords { Array<std::int32_t> sources, of_sources, targets, of_targets; };

struct BlockedCounts { Array<std::int64_t> blocked, linked; };

struct AgreementCounts { Array<std::int64_t> predicted, sure, predicted_sure, predicted_gold; };

enum class Convention { lrscore, reference, matched };

// Values for each link, such as marks; without marks all links are sure.
template <class T>
std::optional<Array<T>> for_links(const std::optional<ArrayArg<T>>& given, const LinkRows& links,
                                  const char* what) {
    std::optional<Array<T>> array = checked(given, what);
    if (array && array->size() != links.sources.size()) {
        throw InputError("there are " + std::to_string(links.sources.size()) + " links, but " +
                         std::to_string(array->size()) + " of " + what);
    }
    return array;
}

Array<std::int32_t> count_words_of_lines(const nb::bytes& text) {
    return Array(unlocked([&] { return count_words({text.c_str(), text.size()}); }));
}

void check_base(std::int64_t base) {
    if (base != 0 && base != 1) throw InputError("words count from 0 or from 1");
}

ParsedLinks parse_alignments(const nb::bytes& text, std::string_view name, std::int64_t first_line,
                             std::int64_t base, bool lengths_in_front,
                             const std::optional<ArrayArg<std::int32_t>>& given_sources,
                             const std::optional<ArrayArg<std::int32_t>>& given_targets,
                             bool skip_bad) {
    check_base(base);
    const auto source_lengths = checked(given_sources, "source_lengths");
    const auto target_lengths = checked(given_targets, "target_lengths");
    const auto lengths = [](const auto& array) {
        return array ? std::optional(array->span()) : std::nullopt;
    };
    AlignmentText parser({std::string(name), first_line, base, lengths_in_front,
                          lengths(source_lengths), lengths(target_lengths), skip_bad});
    unlocked([&] { parser.parse({text.c_str(), text.size()}); });
    return {
        LinkRows(std::move(parser.sources), std::move(parser.targets), std::move(parser.offsets),
                 Array<std::int32_t>::sealed(std::move(parser.source_lengths)),
                 Array<std::int32_t>::sealed(std::move(parser.target_lengths))),
        Array<std::uint8_t>::sealed(std::move(parser.sure)), std::move(parser.problems)};
}

nb::bytes alignments_text(const LinkRows& links,
                          const std::optional<ArrayArg<std::uint8_t>>& given_marks,
                          std::int64_t base,
                          const std::optional<ArrayArg<double>>& given_confidence) {
    check_base(base);
    const auto marks = for_links(given_marks, links, "marks");
    const auto confidence = for_links(given_confidence, links, "confidence");
    const std::span<const std::uint8_t> sure = span_of(marks);
    const std::span<const double> values = span_of(confidence);
    std::string text;
    for_each_row(links.size(), [&](std::size_t row) {
        append_row(text, links[row], links.rows().part(sure, row), base,
                   links.rows().part(values, row));
    });
    return nb::bytes(text.data(), text.size());
}

RankRows permutations(const LinkRows& links, Convention convention) {
    std::vector<std::int32_t> ranks, group_starts;
    std::vector<std::int64_t> offsets{0};
    LrscoreConvention lrscore;
    ReferenceConvention reference;
    MatchedConvention matched;
    for_each_row(links.size(), [&](std::size_t row) {
        switch (convention) {
            case Convention::lrscore: lrscore.append(links[row], ranks); break;
            case Convention::reference: reference.append(links[row], ranks, group_starts); break;
            case Convention::matched: matched.append(links[row], ranks); break;
        }
        offsets.push_back(std::ssize(ranks));
    });
    return {Ragged(std::move(ranks), std::move(offsets)),
            Array<std::int32_t>::sealed(std::move(group_starts))};
}

Crossings crossing_counts(const LinkRows& links) {
    std::vector<std::int64_t> crossing, pairs;
    CrossingCounter counter;
    for_each_row(links.size(), [&](std::size_t row) {
        const CrossingCounts counts = counter.count(links[row]);
        crossing.push_back(counts.crossing);
        pairs.push_back(counts.pairs);
    });
    return {Array(std::move(crossing)), Array(std::move(pairs))};
}

ComponentWords components(const LinkRows& links) {
    if (links.size() != 1) throw InputError("components need exactly one alignment");
    Components found;
    unlocked([&] { found.build(links[0]); });
    std::vector<std::int32_t> of_sources, of_targets;
    for (std::size_t i = 0; i < found.sources().size(); ++i) {
        of_sources.push_back(found.of_source(i));
    }
    for (std::size_t j = 0; j < found.targets().size(); ++j) {
        of_targets.push_back(found.of_target(j));
    }
    const auto copied = [](Indices words) { return std::vector(words.begin(), words.end()); };
    return {Array(copied(found.sources().words())), Array(std::move(of_sources)),
            Array(copied(found.targets().words())), Array(std::move(of_targets))};
}

Ragged blocked_words(const LinkRows& links) {
    std::vector<std::int32_t> words;
    std::vector<std::int64_t> offsets{0};
    BlockedWords blocked;
    for_each_row(links.size(), [&](std::size_t row) {
        blocked.find(links[row]);
        blocked.append(words);
        offsets.push_back(std::ssize(words));
    });
    return Ragged(std::move(words), std::move(offsets));
}

BlockedCounts blocked_counts(const LinkRows& links) {
    std::vector<std::int64_t> blocked, linked;
    BlockedWords found;
    for_each_row(links.size(), [&](std::size_t row) {
        found.find(links[row]);
        blocked.push_back(found.count());
        linked.push_back(static_cast<std::int64_t>(found.linked()));
    });
    return {Array(std::move(blocked)), Array(std::move(linked))};
}

Array<std::uint8_t> blocking_links(const LinkRows& links) {
    std::vector<std::uint8_t> marks;
    BlockedWords blocked;
    for_each_row(links.size(), [&](std::size_t row) {
        blocked.find(links[row]);
        for (std::size_t k = 0; k < links[row].size(); ++k) marks.push_back(blocked.blocking(k));
    });
    return Array(std::move(marks));
}

LinkRows symmetrize(const LinkRows& forward, const LinkRows& reverse, Symmetrization method) {
    refuse_other_size(forward.size(), reverse.size(), "alignments");
    LinkVectors made;
    std::vector<std::int32_t> source_lengths, target_lengths;
    Symmetrizer symmetrizer;
    std::vector<std::uint64_t> chosen;
    for_each_row(forward.size(), [&](std::size_t row) {
        const Links one = forward[row], other = reverse[row];
        symmetrizer.run(one, other, method, chosen);
        for (const std::uint64_t link : chosen) made.push_back(first_of(link), second_of(link));
        made.end_row();
        source_lengths.push_back(std::max(one.source_length, other.source_length));
        target_lengths.push_back(std::max(one.target_length, other.target_length));
    });
    return std::move(made).with_lengths(Array<std::int32_t>::sealed(std::move(source_lengths)),
                                        Array<std::int32_t>::sealed(std::move(target_lengths)));
}

AgreementCounts agreement_counts(const LinkRows& predicted, const LinkRows& gold,
                                 const std::optional<ArrayArg<std::uint8_t>>& gold_sure) {
    refuse_other_size(predicted.size(), gold.size(), "alignments");
    const auto marks = for_links(gold_sure, gold, "marks");
    const std::span<const std::uint8_t> sure = span_of(marks);
    std::array<std::vector<std::int64_t>, 4> counts;
    for_each_row(gold.size(), [&](std::size_t row) {
        const Agreement found = agreement(predicted[row], gold[row], gold.rows().part(sure, row));
        counts[0].push_back(found.predicted);
        counts[1].push_back(found.sure);
        counts[2].push_back(found.predicted_sure);
        counts[3].push_back(found.predicted_gold);
    });
    return {Array(std::move(counts[0])), Array(std::move(counts[1])), Array(std::move(counts[2])),
            Array(std::move(counts[3]))};
}

void bind_enumerations(nb::module_& m) {
    nb::enum_<Convention>(m, "Convention", "Conventions that turn an alignment into a permutation.")
        .value("lrscore", Convention::lrscore)
        .value("reference", Convention::reference)
        .value("matched", Convention::matched);
    nb::enum_<Symmetrization>(m, "Symmetrization",
                              "Ways to merge the alignments of two directions.")
        .value("intersection", Symmetrization::intersection)
        .value("union", Symmetrization::union_)
        .value("grow_diag_final_and", Symmetrization::grow_diag_final_and);
}

void bind_results(nb::module_& m) {
    nb::class_<ParsedLinks>(m, "ParsedLinks", "Links read from text.")
        .def_ro("links", &ParsedLinks::links, "The links of each line.")
        .def_ro("sure", &ParsedLinks::sure, "For each link, 1 if it is sure and 0 if possible.")
        .def_ro("problems", &ParsedLinks::problems, "The problems of skipped lines.");
    nb::class_<RankRows>(m, "RankRows", "A permutation for each sentence pair.")
        .def_ro("ranks", &RankRows::ranks, "The ranks of each; none without links.")
        .def_ro("group_starts", &RankRows::group_starts,
                "The first rank of each word's group; only in the reference convention.");
    nb::class_<Crossings>(m, "Crossings", "Counts of pairs of links, by sentence pair.")
        .def_ro("crossing", &Crossings::crossing, "Pairs that cross.")
        .def_ro("pairs", &Crossings::pairs, "Pairs that differ on both sides.");
    nb::class_<ComponentWords>(m, "ComponentWords", "Linked words and their components.")
        .def_ro("sources", &ComponentWords::sources, "The linked source words.")
        .def_ro("of_sources", &ComponentWords::of_sources,
                "The component of each linked source word.")
        .def_ro("targets", &ComponentWords::targets, "The linked target words.")
        .def_ro("of_targets", &ComponentWords::of_targets,
                "The component of each linked target word.");
    nb::class_<BlockedCounts>(m, "BlockedCounts", "Counts of source words, by sentence pair.")
        .def_ro("blocked", &BlockedCounts::blocked, "Words that discontinuous components block.")
        .def_ro("linked", &BlockedCounts::linked, "Words with links.");
    nb::class_<AgreementCounts>(m, "AgreementCounts", "Counts of links, by sentence pair.")
        .def_ro("predicted", &AgreementCounts::predicted, "Predicted links.")
        .def_ro("sure", &AgreementCounts::sure, "Sure gold links.")
        .def_ro("predicted_sure", &AgreementCounts::predicted_sure, "Sure gold links predicted.")
        .def_ro("predicted_gold", &AgreementCounts::predicted_gold, "All gold links predicted.");
}

}  // namespace

void bind_alignments(nb::module_& m) {
    m.attr("LARGEST_WORD") = LARGEST_WORD;
    m.attr("MOST_INFERRED_WORDS") = MOST_INFERRED_WORDS;
    bind_enumerations(m);
    bind_results(m);
    m.def("count_words", &count_words_of_lines, "text"_a, "Count the words of each line.");
    m.def("parse_alignments", &parse_alignments, "text"_a, "name"_a, "first_line"_a, "base"_a,
          "lengths_in_front"_a, "source_lengths"_a.none(), "target_lengths"_a.none(),
          "skip_bad"_a = false,
          "Read the links of each line; lengths not given are the smallest possible.\n\n"
          "With `skip_bad`, a bad line gets no words and an entry in `problems`.");
    m.def("alignments_text", &alignments_text, "links"_a, "sure"_a.none(), "base"_a,
          "confidence"_a.none() = nb::none(), "Write each row as a line in Pharaoh's format.");
    m.def("permutations", &permutations, "links"_a, "convention"_a,
          "Turn each alignment into a permutation.");
    m.def("crossing_counts", &crossing_counts, "links"_a, "Count the pairs of links that cross.");
    m.def("components", &components, "links"_a, "Find the components of one alignment.");
    m.def("blocked_words", &blocked_words, "links"_a,
          "Find the source words that discontinuous components block.");
    m.def("blocked_counts", &blocked_counts, "links"_a,
          "Count the source words that discontinuous components block.");
    m.def("blocking_links", &blocking_links, "links"_a,
          "Return 1 for each link of a discontinuous component, 0 for the other links.");
    m.def("symmetrize", &symmetrize, "forward"_a, "reverse"_a, "method"_a,
          "Merge the links of two directions, with the larger lengths.");
    m.def("agreement_counts", &agreement_counts, "predicted"_a, "gold"_a, "gold_sure"_a.none(),
          "Count the links on which each two alignments agree.");
}

}  // namespace wordorder
