// Python bindings: words, with matching, n-grams and aligners.
#include "bind/bindings.hpp"

#include <nanobind/stl/shared_ptr.h>

#include "alignment/best_partners.hpp"
#include "alignment/ibm1.hpp"
#include "hypothesis/confidence.hpp"
#include "hypothesis/context_matching.hpp"
#include "hypothesis/matching.hpp"
#include "hypothesis/ngrams.hpp"
#include "hypothesis/shared_orders.hpp"
#include "text/tokenize_13a.hpp"
#include "words/wordnet.hpp"

namespace wordorder {
namespace {

// ---- Words of lines

nb::bytes tokenize_lines(const nb::tuple& lines, std::size_t threads) {
    std::vector<std::string_view> views;  // of lines that the tuple holds
    for (const nb::handle line : lines) {
        const auto text = nb::cast<nb::bytes>(line);
        views.emplace_back(text.c_str(), text.size());
    }
    std::string words;
    {
        const nb::gil_scoped_release released;
        words = tokenize_13a(views, threads, stop_on_signal);
    }
    return nb::bytes(words.data(), words.size());
}

// ---- Matching of a hypothesis with its reference

Ragged intern(Interner& interner, const nb::bytes& text) {
    std::vector<std::int32_t> ids;
    std::vector<std::int64_t> offsets{0};
    unlocked([&] {
        const auto lock = interner.lock();
        interner.intern({text.c_str(), text.size()}, ids, offsets);
    });
    return {std::move(ids), std::move(offsets)};
}

nb::typed<nb::list, nb::str> words_from(const Interner& interner, std::size_t first) {
    std::vector<std::string_view> found;  // words never move
    {
        const auto lock = interner.lock();
        for (std::size_t number = first; number < interner.size(); ++number) {
            found.push_back(interner.word(number));
        }
    }
    nb::list words;
    for (const std::string_view word : found) words.append(nb::str(word.data(), word.size()));
    return nb::borrow<nb::typed<nb::list, nb::str>>(words);
}

Ragged synsets_of_words(const WordNet& wordnet, const nb::typed<nb::list, nb::str>& words) {
    std::vector<std::int32_t> synsets;
    std::vector<std::int64_t> offsets{0};
    for (const nb::handle word : words) {
        Py_ssize_t size = 0;
        const char* const text = PyUnicode_AsUTF8AndSize(word.ptr(), &size);
        if (text != nullptr) {
            wordnet.append_synsets({text, static_cast<std::size_t>(size)}, synsets);
        } else if (PyErr_ExceptionMatches(PyExc_UnicodeEncodeError) != 0) {
            PyErr_Clear();  // a lone surrogate is in no word
        } else {
            throw nb::python_error();
        }
        offsets.push_back(std::ssize(synsets));
    }
    return {std::move(synsets), std::move(offsets)};
}

// The vectors of words. Only their shape is checked here; each call checks that all words have one.
class VectorRows {
public:
    VectorRows(ArrayArg<std::int32_t> row_of_word, ArrayArg<std::int16_t> values,
               ArrayArg<std::uint8_t> only_in_references, const Ragged& letters, double least,
               double least_beside)
        : row_of_word_(row_of_word.checked("row_of_word")), values_(values.checked("values", 2)),
          only_in_references_(only_in_references.checked("only_in_references")), letters_(letters),
          vectors_(row_of_word_.span(), values_.span(),
                   nb::cast<std::size_t>(values_.object().attr("shape")[1]),
                   only_in_references_.span(), Spelling(letters_.rows()), {least, least_beside}) {}

    const WordVectors& vectors() const { return vectors_; }

private:
    Array<std::int32_t> row_of_word_;
    Array<std::int16_t> values_;
    Array<std::uint8_t> only_in_references_;
    Ragged letters_;
    WordVectors vectors_;
};

// The knowledge of the stages about words numbered below `words`.
class WordKnowledge {
public:
    WordKnowledge(std::int32_t words, const std::optional<ArrayArg<std::int32_t>>& stems,
                  const std::optional<Ragged>& synonyms,
                  std::shared_ptr<const ParaphraseTable> paraphrases,
                  const std::array<std::int64_t, STAGES>& weights,
                  const std::optional<VectorRows>& vectors)
        : stems_(checked(stems, "stems")), synonyms_(synonyms),
          paraphrases_(std::move(paraphrases)), vectors_(vectors) {
        data_.words = words;
        data_.stems = span_of(stems_);
        if (synonyms_) data_.synonyms = synonyms_->rows();
        if (vectors_) data_.vectors = vectors_->vectors();
        data_.paraphrases = paraphrases_.get();
        data_.weights = {weights};
    }

    const MatchData& data() const { return data_; }

private:
    std::optional<Array<std::int32_t>> stems_;
    std::optional<Ragged> synonyms_;
    std::shared_ptr<const ParaphraseTable> paraphrases_;
    std::optional<VectorRows> vectors_;
    MatchData data_;
};

// Weights of links, and the frequent words.
class FittedLinks {
public:
    FittedLinks(const LinkWeights& weights, ArrayArg<std::uint8_t> frequent)
        : frequent_(frequent.checked("frequent")), model_{weights, frequent_.span()} {}

    const LinkModel& model() const { return model_; }

private:
    Array<std::uint8_t> frequent_;
    LinkModel model_;
};

struct MatchedWords {
    LinkRows links;
    Array<std::uint8_t> stages, exact;
    Array<std::int64_t> covered, chunks;
    Array<double> similarities;
};

// The number of words in each row.
Array<std::int32_t> lengths(const Rows& rows) {
    std::vector<std::int32_t> found;
    found.reserve(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        found.push_back(static_cast<std::int32_t>(rows[row].size()));
    }
    return Array<std::int32_t>::sealed(std::move(found));
}

MatchedWords match_words(const Ragged& hypotheses, const Ragged& references,
                         const WordKnowledge& knowledge, std::size_t threads,
                         const FittedLinks* fitted) {
    const Rows hypothesis = hypotheses.rows(), reference = references.rows();
    MatchedRows matched = unlocked([&] {
        return match_rows(hypothesis, reference, knowledge.data(),
                          fitted == nullptr ? nullptr : &fitted->model(), stop_on_signal, threads);
    });
    return {LinkRows(std::move(matched.sources), std::move(matched.targets),
                     std::move(matched.offsets), lengths(hypothesis), lengths(reference)),
            Array<std::uint8_t>::sealed(std::move(matched.stages)),
            Array(std::move(matched.exact)),
            Array(std::move(matched.covered)),
            Array(std::move(matched.chunks)),
            Array<double>::sealed(std::move(matched.similarities))};
}

// ---- Pairs of systems compared on what they share

struct SharedCounts {
    Array<double> statistics, sums;
    Array<std::int64_t> reference_words;
};

TextRows as_texts(const std::vector<Ragged>& texts) {
    TextRows rows;
    for (const Ragged& text : texts) rows.push_back(text.rows());
    return rows;
}

std::vector<SystemPair> as_pairs(std::span<const std::int64_t> numbers) {
    std::vector<SystemPair> pairs;
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
        pairs.push_back(
            {static_cast<std::size_t>(numbers[i]), static_cast<std::size_t>(numbers[i + 1])});
    }
    return pairs;
}

Request shared_request(const std::vector<std::string_view>& metrics, double beta, double gamma,
                       std::size_t threads) {
    Request request{{}, {1, gamma, nullptr}, beta, threads, stop_on_signal};
    for (const std::string_view name : metrics) request.metrics.push_back(number_of_metric(name));
    return request;
}

SharedCounts as_counts(SharedOrders&& found) {
    return {Array(std::move(found.statistics)), Array(std::move(found.sums)),
            Array(std::move(found.reference_words))};
}

SharedCounts shared_words(const std::vector<Ragged>& translations,
                          const std::vector<Ragged>& references, ArrayArg<std::int64_t> pairs,
                          ArrayArg<double> sums, const WordKnowledge& knowledge,
                          const std::vector<std::string_view>& metrics, double beta, double gamma,
                          std::size_t threads) {
    const Request request = shared_request(metrics, beta, gamma, threads);
    const auto numbers = pairs.checked("pairs");
    const auto before = sums.checked("sums");
    return as_counts(unlocked([&] {
        return compare_shared_words(as_texts(translations), as_texts(references),
                                    as_pairs(numbers.span()), before.span(), knowledge.data(),
                                    request);
    }));
}

SharedCounts shared_links(const std::vector<std::vector<Ragged>>& translations,
                          const std::vector<Ragged>& references, ArrayArg<std::int64_t> pairs,
                          ArrayArg<double> sums, const std::vector<std::string_view>& metrics,
                          double beta, double gamma, std::size_t threads) {
    const Request request = shared_request(metrics, beta, gamma, threads);
    const auto numbers = pairs.checked("pairs");
    const auto before = sums.checked("sums");
    return as_counts(unlocked([&] {
        std::vector<TextRows> rows;
        rows.reserve(translations.size());
        for (const std::vector<Ragged>& texts : translations) rows.push_back(as_texts(texts));
        return compare_shared_links(rows, as_texts(references), as_pairs(numbers.span()),
                                    before.span(), request);
    }));
}

Array<double> confidence_of_links(const Ragged& hypotheses, const Ragged& references,
                                  const LinkRows& links, ArrayArg<std::uint8_t> given_stages,
                                  const std::optional<ArrayArg<double>>& given_similarities,
                                  ArrayArg<std::uint8_t> given_frequent,
                                  const ConfidenceWeights& weights, std::size_t threads) {
    const auto stages = given_stages.checked("stages");
    const auto similarities = checked(given_similarities, "similarities");
    const auto frequent = given_frequent.checked("frequent");
    return Array(unlocked([&] {
        const MatchesToJudge matches{hypotheses.rows(), references.rows(),     links.rows(),
                                     stages.span(),     span_of(similarities), frequent.span()};
        return link_confidence(matches, weights, stop_on_signal, threads);
    }));
}

LinkRows match_contexts(const Ragged& hypotheses, const Ragged& references) {
    refuse_other_size(hypotheses.size(), references.size(), "sentences");
    LinkVectors made;
    ContextMatcher matcher(stop_on_signal);
    unlocked([&] {
        check_words(hypotheses.rows(), std::int64_t{1} << 31);
        check_words(references.rows(), std::int64_t{1} << 31);
    });
    for_each_row(hypotheses.size(), [&](std::size_t row) {
        const std::vector<std::int32_t>& partners = matcher.match(hypotheses[row], references[row]);
        for (std::size_t i = 0; i < partners.size(); ++i) {
            if (partners[i] == ContextMatcher::NO_MATCH) continue;
            made.push_back(static_cast<std::int32_t>(i), partners[i]);
        }
        made.end_row();
    });
    return std::move(made).with_lengths(lengths(hypotheses.rows()), lengths(references.rows()));
}

// ---- Lexical parts of the scores

Array<std::int64_t> bleu_statistics(const Ragged& hypotheses, const std::vector<Ragged>& references,
                                    std::int64_t order) {
    std::vector<std::int64_t> statistics = unlocked([&] {
        check_words(hypotheses.rows(), std::int64_t{1} << 31);
        const TextRows reference_rows = as_texts(references);
        for (const Rows& rows : reference_rows) check_words(rows, std::int64_t{1} << 31);
        return ngram_statistics(hypotheses.rows(), reference_rows, order, stop_on_signal);
    });
    return Array<std::int64_t>::table(std::move(statistics), hypotheses.size(), 2 * order + 2);
}

// ---- Aligners

struct TranslationTable {
    Ragged targets;
    Array<double> probabilities;
};

TranslationTable ibm1_table(const Ragged& source, std::int32_t source_words, const Ragged& target,
                            std::int32_t target_words, std::int64_t iterations, double prior,
                            std::size_t threads, const nb::callable& report) {
    const auto tell = [&report](double value) {
        const nb::gil_scoped_acquire held;
        report(value);
    };
    const Ibm1Options options{iterations, prior, threads, stop_on_signal, tell};
    std::optional<Ibm1> model;
    unlocked([&] {
        model.emplace(Side(source.rows(), source_words), Side(target.rows(), target_words),
                      options);
        model->run();
    });
    return {Ragged(std::move(model->targets), std::move(model->offsets)),
            Array(std::move(model->probabilities))};
}

Array<std::int32_t> best_partners_of_words(const Ragged& words, const Ragged& others,
                                           const Ragged& partners, ArrayArg<float> given,
                                           std::size_t threads) {
    const auto probabilities = given.checked("probabilities");
    return Array(unlocked([&] {
        const PartnerTable table(partners.rows(), probabilities.span());
        return best_partners(words.rows(), others.rows(), table, threads, stop_on_signal);
    }));
}

void bind_aligners(nb::module_& m) {
    nb::class_<TranslationTable>(m, "TranslationTable",
                                 "p(target | source), the row of NULL first.")
        .def_ro("targets", &TranslationTable::targets,
                "The target words that co-occur with each source word.")
        .def_ro("probabilities", &TranslationTable::probabilities, "The probability of each.");
    m.def("ibm1_table", &ibm1_table, "source"_a, "source_words"_a, "target"_a, "target_words"_a,
          "iterations"_a, "prior"_a, "threads"_a, "report"_a,
          nb::sig("def ibm1_table(source: Ragged, source_words: int, target: Ragged, "
                  "target_words: int, iterations: int, prior: float, threads: int, "
                  "report: collections.abc.Callable[[float], object]) -> TranslationTable"),
          "Train IBM Model 1 on numbered words.\n\n"
          "`report` gets the EM objective, at the start and after each iteration.");
    m.def("best_partners", &best_partners_of_words, "words"_a, "others"_a, "partners"_a,
          "probabilities"_a, "threads"_a,
          "Return the place of the partner of each word in the other sentence, -1 without one.\n\n"
          "Row w of `partners` holds the possible partners of word w, sorted.");
}

void bind_matching(nb::module_& m) {
    nb::class_<VectorRows>(m, "VectorRows", "The vectors of words.")
        .def(nb::init<ArrayArg<std::int32_t>, ArrayArg<std::int16_t>, ArrayArg<std::uint8_t>,
                      const Ragged&, double, double>(),
             "row_of_word"_a, "values"_a, "only_in_references"_a, "letters"_a, "least"_a,
             "least_beside"_a,
             "Keep the row of each word (-1 without a vector), the rows, and the least cosines.\n\n"
             "The cosines are those of words that match anywhere and beside a match. Words whose\n"
             "vector counts only in references, or that have none, match by their letters.");
    nb::class_<WordKnowledge>(m, "WordKnowledge", "The stages' knowledge about numbered words.")
        .def(nb::init<std::int32_t, const std::optional<ArrayArg<std::int32_t>>&,
                      const std::optional<Ragged>&, std::shared_ptr<const ParaphraseTable>,
                      const std::array<std::int64_t, STAGES>&, const std::optional<VectorRows>&>(),
             "words"_a, "stems"_a.none(), "synonyms"_a.none(), "paraphrases"_a.none(), "weights"_a,
             "vectors"_a.none() = nb::none(),
             "Keep the stem of each word, its synonym classes, paraphrases and vectors.\n\n"
             "A weight of 0 switches a stage off.");
    nb::class_<MatchedWords>(m, "MatchedWords", "Hypotheses matched with their references.")
        .def_ro("links", &MatchedWords::links, "From hypothesis to reference.")
        .def_ro("stages", &MatchedWords::stages, "The stage of each link.")
        .def_ro("exact", &MatchedWords::exact,
                "For each sentence, 1 if its solution is known to be the best.")
        .def_ro("covered", &MatchedWords::covered,
                "For each sentence, the weight of the words covered.")
        .def_ro("chunks", &MatchedWords::chunks, "For each sentence, the number of chunks.")
        .def_ro("similarities", &MatchedWords::similarities, "The similarity of each link.");
    m.def(
        "match_words", &match_words, "hypotheses"_a, "references"_a, "knowledge"_a, "threads"_a,
        "fitted"_a.none() = nb::none(),
        "Match the words of each hypothesis with those of its reference.\n\n"
        "With fitted weights of links, which need vectors, likely links replace unlikely matches.");
    m.def("link_confidence", &confidence_of_links, "hypotheses"_a, "references"_a, "links"_a,
          "stages"_a, "similarities"_a.none(), "frequent"_a, "weights"_a, "threads"_a,
          "Return the probability that each link is right.\n\n"
          "`frequent` has 1 for each frequent word of the vocabulary.");
    m.def("match_contexts", &match_contexts, "hypotheses"_a, "references"_a,
          "Match equal words by the n-grams around them.");
}

void bind_comparisons(nb::module_& m) {
    nb::class_<SharedCounts>(m, "SharedCounts", "Pairs of systems compared on what they share.")
        .def_ro("statistics", &SharedCounts::statistics, "Statistics of each sentence and pair.")
        .def_ro("sums", &SharedCounts::sums, "Sums of each pair, added to the given ones.")
        .def_ro("reference_words", &SharedCounts::reference_words,
                "The number of reference words for each pair.");
    m.def("shared_words", &shared_words, "translations"_a, "references"_a, "pairs"_a, "sums"_a,
          "knowledge"_a, "metrics"_a, "beta"_a, "gamma"_a, "threads"_a,
          "Compare pairs of systems on the words that both have.\n\n"
          "`pairs` holds the numbers of both systems of each pair.");
    m.def(
        "shared_links", &shared_links, "translations"_a, "references"_a, "pairs"_a, "sums"_a,
        "metrics"_a, "beta"_a, "gamma"_a, "threads"_a,
        "Compare pairs of systems on the source words that both have.\n\n"
        "`translations` holds, for each reference, the places of the source words in each system.");
}

}  // namespace

void bind_words(nb::module_& m) {
    m.def("tokenize_13a", &tokenize_lines, "lines"_a, "threads"_a,
          nb::sig("def tokenize_13a(lines: tuple[bytes, ...], threads: int) -> bytes"),
          "Return each line of UTF-8 with blanks between its words and a line end.");
    nb::class_<Interner>(m, "Interner", "Numbers for words, in the order of first occurrence.")
        .def(nb::init<>(), "Start without words.")
        .def(
            "__len__",
            [](const Interner& interner) {
                const auto lock = interner.lock();
                return interner.size();
            },
            "The number of different words.")
        .def("intern", &intern, "text"_a, "Return the numbers of the words of each line.")
        .def("words", &words_from, "first"_a, "Return the words numbered `first` and up.");
    nb::class_<ParaphraseTable>(m, "ParaphraseTable", "Paraphrases made of known words.")
        .def(nb::init<std::shared_ptr<const Interner>, std::string_view>(), "words"_a, "name"_a,
             "Start a table; `name` is the file's name in messages.")
        .def("__len__", &ParaphraseTable::size, "The number of pairs of phrases.")
        .def(
            "add",
            [](ParaphraseTable& table, const nb::bytes& text) {
                const nb::gil_scoped_release released;
                table.add({text.c_str(), text.size()});
            },
            "text"_a, "Read further lines of the file.")
        .def("finish", &ParaphraseTable::finish, "Finish the table, which makes it usable.");
    nb::class_<WordNet>(m, "WordNet", "The synsets of English words.")
        .def(
            "__init__",
            [](WordNet* made, const nb::bytes& table) {
                const nb::gil_scoped_release released;
                new (made) WordNet({table.c_str(), table.size()});
            },
            "table"_a, "Read the table that comes with the package.")
        .def_prop_ro("synset_count", &WordNet::synset_count, "The number of synsets.")
        .def("synsets", &synsets_of_words, "words"_a,
             "Return the synsets of each word and of its possible base forms, ascending.");
    nb::class_<ConfidenceWeights>(m, "ConfidenceWeights", "The weights of the features of a match.")
        .def(
            "__init__",
            [](ConfidenceWeights* made, double constant, double before, double after,
               double crossed, double displacement, double jump, double frequent_jump,
               double repeated, double dissimilar, const std::array<double, STAGES>& stages) {
                new (made)
                    ConfidenceWeights{constant, before,        after,    crossed,    displacement,
                                      jump,     frequent_jump, repeated, dissimilar, {stages}};
            },
            nb::kw_only(), "constant"_a, "before"_a, "after"_a, "crossed"_a, "displacement"_a,
            "jump"_a, "frequent_jump"_a, "repeated"_a, "dissimilar"_a, "stages"_a,
            "Keep the weights.");
    nb::class_<LinkWeights>(m, "LinkWeights", "The weights of the features of a link.")
        .def(
            "__init__",
            [](LinkWeights* made, double exact, double frequent_exact, double stem, double synonym,
               double vectors, double similarity, double frequent_similarity, double one_frequent,
               double both_frequent, double rival, double unlinked, double unlinked_frequent,
               const std::array<double, Jumps::KINDS>& jumps) {
                new (made) LinkWeights{
                    exact,      frequent_exact,      stem,         synonym,       vectors,
                    similarity, frequent_similarity, one_frequent, both_frequent, rival,
                    unlinked,   unlinked_frequent,   jumps};
            },
            nb::kw_only(), "exact"_a, "frequent_exact"_a, "stem"_a, "synonym"_a, "vectors"_a,
            "similarity"_a, "frequent_similarity"_a, "one_frequent"_a, "both_frequent"_a, "rival"_a,
            "unlinked"_a, "unlinked_frequent"_a, "jumps"_a,
            "Keep the weights; `jumps`: -8 and less, -7 to -4, -3, …, 3, 4 to 7, 8 and more.");
    nb::class_<FittedLinks>(m, "FittedLinks", "Weights of links, and the frequent words.")
        .def(nb::init<const LinkWeights&, ArrayArg<std::uint8_t>>(), "weights"_a, "frequent"_a,
             "Keep both; `frequent` has 1 for each frequent word of the vocabulary.");
    bind_aligners(m);
    bind_matching(m);
    bind_comparisons(m);
    m.def(
        "bleu_statistics", &bleu_statistics, "hypotheses"_a, "references"_a, "order"_a,
        "Count n-grams up to an order: a row of matches, totals and lengths for each hypothesis.");
}

}  // namespace wordorder
