// What Python sees of words: matching, n-grams and aligners.
#include "bindings.hpp"

#include "best_partners.hpp"
#include "confidence.hpp"
#include "context_matching.hpp"
#include "ibm1.hpp"
#include "matching.hpp"
#include "ngrams.hpp"
#include "shared_orders.hpp"
#include "tokenize_13a.hpp"

namespace wordorder {
namespace {

// ---- Words of lines

nb::bytes tokenize_lines(const nb::tuple& lines, std::size_t threads) {
    std::vector<std::string_view> views;  // of what the tuple holds
    for (const nb::handle line : lines) {
        const auto text = nb::cast<nb::bytes>(line);
        views.emplace_back(text.c_str(), text.size());
    }
    std::string words;
    {
        nb::gil_scoped_release released;
        words = tokenize_13a(views, threads, stop_on_signal);
    }
    return nb::bytes(words.data(), words.size());
}

// ---- Matching of a hypothesis with its reference

nb::tuple intern(Interner& interner, const nb::bytes& text) {
    std::vector<std::int32_t> ids;
    std::vector<std::int64_t> offsets{0};
    {
        nb::gil_scoped_release released;
        const auto lock = interner.lock();
        interner.intern({text.c_str(), text.size()}, ids, offsets);
    }
    return nb::make_tuple(as_array(std::move(ids)), as_array(std::move(offsets)));
}

nb::list words_from(const Interner& interner, std::size_t first) {
    std::vector<std::string_view> found;  // which stay where they are
    {
        const auto lock = interner.lock();
        for (std::size_t number = first; number < interner.size(); ++number) {
            found.push_back(interner.word(number));
        }
    }
    nb::list words;
    for (const std::string_view word : found) words.append(nb::str(word.data(), word.size()));
    return words;
}

using RaggedIds = std::tuple<Input<std::int32_t>, Input<std::int64_t>>;

Rows<std::int64_t> as_id_rows(const RaggedIds& ids) {
    return {as_span(std::get<0>(ids)), as_span(std::get<1>(ids))};
}

// The row of each word; the rows; whether each word has its row only in a reference; the letters of
// each word; and the least cosines of two words that match anywhere, and beside a match.
using VectorArrays =
    std::tuple<Input<std::int32_t>,
               nb::ndarray<const std::int16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>,
               Input<std::uint8_t>, RaggedIds, std::tuple<double, double>>;

WordVectors as_vectors(const VectorArrays& arrays) {
    const auto& [rows, values, only_in_references, letters, least] = arrays;
    const auto& [anywhere, beside] = least;
    return {as_span(rows),
            {values.data(), values.size()},
            values.shape(1),
            as_span(only_in_references),
            {as_span(std::get<0>(letters)), as_span(std::get<1>(letters))},
            {anywhere, beside}};
}

// What is known about the words below `words`.
MatchData match_data(std::int32_t words, const std::optional<Input<std::int32_t>>& stems,
                     const std::optional<RaggedIds>& synonyms, const ParaphraseTable* paraphrases,
                     const std::vector<std::int64_t>& weights,
                     const std::optional<VectorArrays>& vectors) {
    MatchData data;
    data.words = words;
    if (stems) data.stems = as_span(*stems);
    if (synonyms) {
        data.synonym_values = as_span(std::get<0>(*synonyms));
        data.synonym_offsets = as_span(std::get<1>(*synonyms));
    }
    if (vectors) data.vectors = as_vectors(*vectors);
    data.paraphrases = paraphrases;
    if (weights.size() != STAGES) throw InputError("there must be a weight for each of the stages");
    std::copy(weights.begin(), weights.end(), data.weights.begin());
    return data;
}

// Hypotheses and references as rows of word numbers below `words`; links and their stages back.
nb::tuple match_words(const RaggedIds& hypotheses, const RaggedIds& references, std::int32_t words,
                      const std::optional<Input<std::int32_t>>& stems,
                      const std::optional<RaggedIds>& synonyms,
                      const ParaphraseTable* paraphrases, const std::vector<std::int64_t>& weights,
                      std::size_t threads, const std::optional<VectorArrays>& vectors) {
    const MatchData data = match_data(words, stems, synonyms, paraphrases, weights, vectors);
    MatchedRows matched;
    {
        nb::gil_scoped_release released;
        matched = match_rows(as_id_rows(hypotheses), as_id_rows(references), data, stop_on_signal,
                             threads);
    }
    return nb::make_tuple(as_array(std::move(matched.sources)), as_array(std::move(matched.targets)),
                          as_array(std::move(matched.offsets)), as_array(std::move(matched.stages)),
                          as_array(std::move(matched.exact)), as_array(std::move(matched.covered)),
                          as_array(std::move(matched.chunks)),
                          as_array(std::move(matched.similarities)));
}

// ---- Pairs of systems compared on what they share

TextRows as_texts(const std::vector<RaggedIds>& texts) {
    TextRows rows;
    for (const RaggedIds& text : texts) rows.push_back(as_id_rows(text));
    return rows;
}

std::vector<SystemPair> as_pairs(const Input<std::int64_t>& numbers) {
    std::vector<SystemPair> pairs;
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
        pairs.push_back({static_cast<std::size_t>(numbers(i)), static_cast<std::size_t>(numbers(i + 1))});
    }
    return pairs;
}

Request shared_request(const std::vector<std::string_view>& metrics, double beta, double gamma,
                       std::size_t threads) {
    Request request{{}, {1, gamma, nullptr}, beta, threads, stop_on_signal};
    for (const std::string_view name : metrics) request.metrics.push_back(number_of_metric(name));
    return request;
}

nb::tuple as_tuple(SharedOrders&& found) {
    return nb::make_tuple(as_array(std::move(found.statistics)), as_array(std::move(found.sums)),
                          as_array(std::move(found.reference_words)));
}

// `pairs` are the numbers of the two systems of each pair; see SharedOrders for what comes back.
nb::tuple shared_words(const std::vector<RaggedIds>& translations,
                       const std::vector<RaggedIds>& references, const Input<std::int64_t>& pairs,
                       const Input<double>& sums, std::int32_t words,
                       const std::optional<Input<std::int32_t>>& stems,
                       const std::optional<RaggedIds>& synonyms, const ParaphraseTable* paraphrases,
                       const std::vector<std::int64_t>& weights,
                       const std::optional<VectorArrays>& vectors,
                       const std::vector<std::string_view>& metrics, double beta, double gamma,
                       std::size_t threads) {
    const MatchData data = match_data(words, stems, synonyms, paraphrases, weights, vectors);
    const Request request = shared_request(metrics, beta, gamma, threads);
    SharedOrders found;
    {
        nb::gil_scoped_release released;
        found = compare_shared_words(as_texts(translations), as_texts(references), as_pairs(pairs),
                                     as_span(sums), data, request);
    }
    return as_tuple(std::move(found));
}

// `translations` has, for each reference, the places of the source words in each system.
nb::tuple shared_links(const std::vector<std::vector<RaggedIds>>& translations,
                       const std::vector<RaggedIds>& references, const Input<std::int64_t>& pairs,
                       const Input<double>& sums,
                       const std::vector<std::string_view>& metrics, double beta, double gamma,
                       std::size_t threads) {
    const Request request = shared_request(metrics, beta, gamma, threads);
    SharedOrders found;
    {
        nb::gil_scoped_release released;
        std::vector<TextRows> rows;
        for (const std::vector<RaggedIds>& texts : translations) rows.push_back(as_texts(texts));
        found = compare_shared_links(rows, as_texts(references), as_pairs(pairs), as_span(sums),
                                     request);
    }
    return as_tuple(std::move(found));
}

// How likely each link is right. `frequent` has an entry for each word of the vocabulary.
nb::object confidence_of_links(const RaggedIds& hypotheses, const RaggedIds& references,
                               const AlignmentArrays& alignments, const Input<std::uint8_t>& stages,
                               const std::optional<Input<double>>& similarities,
                               const Input<std::uint8_t>& frequent, const ConfidenceWeights& weights,
                               std::size_t threads) {
    std::vector<double> values;
    {
        nb::gil_scoped_release released;
        const Rows<std::int64_t> hypothesis = as_id_rows(hypotheses), reference = as_id_rows(references);
        const AlignmentRows links = as_rows(alignments);
        const MatchesToJudge matches{
            hypothesis, reference, links, as_span(std::get<2>(alignments)), as_span(stages),
            similarities ? as_span(*similarities) : std::span<const double>{}, as_span(frequent)};
        values = link_confidence(matches, weights, stop_on_signal, threads);
    }
    return as_array(std::move(values));
}

nb::tuple match_contexts(const RaggedIds& hypotheses, const RaggedIds& references) {
    std::vector<std::int32_t> sources, targets;
    std::vector<std::int64_t> offsets{0};
    {
        nb::gil_scoped_release released;
        const Rows<std::int64_t> hypothesis = as_id_rows(hypotheses), reference = as_id_rows(references);
        if (hypothesis.size() != reference.size()) throw InputError("rows do not go together");
        check_words(hypothesis, std::int64_t{1} << 31);
        check_words(reference, std::int64_t{1} << 31);
        ContextMatcher matcher(stop_on_signal);
        for (std::size_t row = 0; row < hypothesis.size(); ++row) {
            const std::vector<std::int32_t>& partners = matcher.match(hypothesis[row], reference[row]);
            for (std::size_t i = 0; i < partners.size(); ++i) {
                if (partners[i] == ContextMatcher::NO_MATCH) continue;
                sources.push_back(static_cast<std::int32_t>(i));
                targets.push_back(partners[i]);
            }
            offsets.push_back(std::ssize(sources));
        }
    }
    return nb::make_tuple(as_array(std::move(sources)), as_array(std::move(targets)),
                          as_array(std::move(offsets)));
}

// ---- Lexical parts of the scores

// A row of counts for each hypothesis: see NgramCounter.
nb::object bleu_statistics(const RaggedIds& hypotheses, const std::vector<RaggedIds>& references,
                           std::int64_t order) {
    std::vector<std::int64_t> statistics;
    {
        nb::gil_scoped_release released;
        const Rows<std::int64_t> hypothesis_rows = as_id_rows(hypotheses);
        check_words(hypothesis_rows, std::int64_t{1} << 31);
        std::vector<Rows<std::int64_t>> reference_rows;
        for (const RaggedIds& ids : references) {
            reference_rows.push_back(as_id_rows(ids));
            check_words(reference_rows.back(), std::int64_t{1} << 31);
        }
        statistics = ngram_statistics(hypothesis_rows, reference_rows, order, stop_on_signal);
    }
    return as_array(std::move(statistics)).attr("reshape")(-1, 2 * order + 2);
}

// ---- Aligners

// The table p(target | source), NULL's row first: offsets, target words, probabilities. `report` is
// told what EM raises, at the start and after each iteration.
nb::tuple ibm1_table(const RaggedIds& source, std::int32_t source_words, const RaggedIds& target,
                     std::int32_t target_words, std::int64_t iterations, double prior,
                     std::size_t threads, const nb::callable& report) {
    const auto tell = [&report](double value) {
        nb::gil_scoped_acquire held;
        report(value);
    };
    const Ibm1Options options{iterations, prior, threads, stop_on_signal, tell};
    std::optional<Ibm1> model;
    {
        nb::gil_scoped_release released;
        const auto side = [](const RaggedIds& arrays, std::int32_t words) {
            return Side(as_span(std::get<0>(arrays)), as_span(std::get<1>(arrays)), words);
        };
        model.emplace(side(source, source_words), side(target, target_words), options);
        model->run();
    }
    return nb::make_tuple(as_array(std::move(model->offsets)), as_array(std::move(model->targets)),
                          as_array(std::move(model->probabilities)));
}

// The place of the partner of each word in the other sentence, -1 where there is none.
nb::object best_partners_of_words(const RaggedIds& words, const RaggedIds& others,
                                  const Input<std::int32_t>& partners,
                                  const Input<float>& probabilities,
                                  const Input<std::int64_t>& offsets, std::size_t threads) {
    std::vector<std::int32_t> chosen;
    {
        nb::gil_scoped_release released;
        const PartnerTable table(as_span(partners), as_span(probabilities), as_span(offsets));
        chosen = best_partners(as_id_rows(words), as_id_rows(others), table, threads, stop_on_signal);
    }
    return as_array(std::move(chosen));
}

}  // namespace

void bind_words(nb::module_& m) {
    m.def("ibm1_table", &ibm1_table, "source"_a, "source_words"_a, "target"_a, "target_words"_a,
          "iterations"_a, "prior"_a, "threads"_a, "report"_a);
    m.def("best_partners", &best_partners_of_words, "words"_a, "others"_a, "partners"_a,
          "probabilities"_a, "offsets"_a, "threads"_a);

    m.def("tokenize_13a", &tokenize_lines, "lines"_a, "threads"_a);
    nb::class_<Interner>(m, "Interner")
        .def(nb::init<>())
        .def("__len__", [](const Interner& interner) {
            const auto lock = interner.lock();
            return interner.size();
        })
        .def("intern", &intern, "text"_a)
        .def("words", &words_from, "first"_a);
    nb::class_<ParaphraseTable>(m, "ParaphraseTable")
        .def(nb::init<const Interner&, std::string_view>(), "words"_a, "name"_a, nb::keep_alive<1, 2>())
        .def("__len__", &ParaphraseTable::size)
        .def("add", [](ParaphraseTable& table, const nb::bytes& text) {
            nb::gil_scoped_release released;
            table.add({text.c_str(), text.size()});
        }, "text"_a)
        .def("finish", &ParaphraseTable::finish);
    m.def("match_words", &match_words, "hypotheses"_a, "references"_a, "words"_a, "stems"_a.none(),
          "synonyms"_a.none(), "paraphrases"_a.none(), "weights"_a, "threads"_a,
          "vectors"_a.none() = nb::none());
    m.def("shared_words", &shared_words, "translations"_a, "references"_a, "pairs"_a, "sums"_a,
          "words"_a, "stems"_a.none(), "synonyms"_a.none(), "paraphrases"_a.none(), "weights"_a,
          "vectors"_a.none(), "metrics"_a, "beta"_a, "gamma"_a, "threads"_a);
    m.def("shared_links", &shared_links, "translations"_a, "references"_a, "pairs"_a, "sums"_a,
          "metrics"_a, "beta"_a, "gamma"_a, "threads"_a);
    nb::class_<ConfidenceWeights>(m, "ConfidenceWeights")
        .def("__init__", [](ConfidenceWeights* made, double constant, double before, double after,
                            double crossed, double displacement, double jump,
                            double frequent_jump, double repeated, double dissimilar,
                            const std::array<double, STAGES>& stages) {
            new (made) ConfidenceWeights{constant,     before, after,         crossed,
                                         displacement, jump,   frequent_jump, repeated,
                                         dissimilar,   stages};
        }, nb::kw_only(), "constant"_a, "before"_a, "after"_a, "crossed"_a, "displacement"_a, "jump"_a,
           "frequent_jump"_a, "repeated"_a, "dissimilar"_a, "stages"_a);
    m.def("link_confidence", &confidence_of_links, "hypotheses"_a, "references"_a, "alignments"_a,
          "stages"_a, "similarities"_a.none(), "frequent"_a, "weights"_a, "threads"_a);
    m.def("match_contexts", &match_contexts, "hypotheses"_a, "references"_a);
    m.def("bleu_statistics", &bleu_statistics, "hypotheses"_a.noconvert(),
          "references"_a.noconvert(), "order"_a);
}

}  // namespace wordorder
