// Python bindings: pre-ordering.
#include "bind/bindings.hpp"

#include "preordering/fuzzy_oracle.hpp"
#include "preordering/kendall_oracle.hpp"
#include "preordering/oracle.hpp"
#include "preordering/precedence.hpp"
#include "syntax/lifting.hpp"

namespace wordorder {
namespace {

enum class OracleMetric { fuzzy, kendall };

struct OracleRows {
    Ragged ranks;
    Array<std::int64_t> lost;
};

template <class Oracle>
OracleRows best_orders(const Ragged& heads, const Ragged& places) {
    refuse_other_size(heads.size(), places.size(), "sentences");
    std::vector<std::int32_t> projective, order, ranks;
    std::vector<std::int64_t> offsets{0}, lost;
    Lifting lifting(OracleTree::MOST_WORDS);
    OracleTree tree;
    Oracle oracle(stop_on_signal);
    const auto add_row = [&](std::size_t row) {
        try {
            projective.assign(heads[row].begin(), heads[row].end());
            lifting.lift(projective);
            tree.build(projective, places[row]);
        } catch (const InputError& error) {
            throw error.behind("row " + std::to_string(row) + ": ");
        }
        order.clear();
        lost.push_back(oracle.append(tree, order));
        ranks.resize(ranks.size() + order.size());
        for (std::size_t place = 0; place < order.size(); ++place) {
            ranks[offsets.back() + order[place]] = static_cast<std::int32_t>(place);
        }
        offsets.push_back(std::ssize(ranks));
    };
    unlocked([&] {
        for (std::size_t row = 0; row < heads.size(); ++row) add_row(row);
    });
    return {Ragged(std::move(ranks), std::move(offsets)), Array(std::move(lost))};
}

OracleRows oracle_orders(const Ragged& heads, const Ragged& places, OracleMetric metric) {
    return metric == OracleMetric::fuzzy ? best_orders<FuzzyOracle>(heads, places)
                                         : best_orders<KendallOracle>(heads, places);
}

using Given32 = ArrayArg<std::int32_t>;

// Rules with the arrays they are views of.
class RuleTables {
public:
    RuleTables(Given32 columns, const Ragged& tests, Given32 heads, const Ragged& entries,
               Given32 sides, Given32 manners, const Ragged& named, std::int32_t labels)
        : columns_(columns.checked("columns")), tests_(tests), heads_(heads.checked("heads")),
          entries_(entries), sides_(sides.checked("sides")), manners_(manners.checked("manners")),
          named_(named), rules_(columns_.span(), tests_.rows(), heads_.span(), entries_.rows(),
                                sides_.span(), manners_.span(), named_.rows(), labels) {}

    const PrecedenceRules& rules() const { return rules_; }

private:
    Array<std::int32_t> columns_;
    Ragged tests_;
    Array<std::int32_t> heads_;
    Ragged entries_;
    Array<std::int32_t> sides_, manners_;
    Ragged named_;
    PrecedenceRules rules_;
};

struct ArrangedWords {
    Ragged places;
    Array<std::int32_t> rules, entries;
};

ArrangedWords arrange_words(const RuleTables& tables, const Ragged& heads, Given32 deprels,
                            Given32 upos, std::optional<Given32> xpos,
                            std::optional<Given32> lemmas, const Ragged* markers,
                            const Ragged* features, const Ragged& allowed, Given32 labels,
                            Given32 base_labels) {
    const auto kept_deprels = deprels.checked("deprels"), kept_upos = upos.checked("upos"),
               kept_labels = labels.checked("labels"),
               kept_base_labels = base_labels.checked("base_labels");
    const auto kept_xpos = checked(xpos, "xpos"), kept_lemmas = checked(lemmas, "lemmas");
    const auto rows = [](const Ragged* given) {
        return given ? std::optional(given->rows()) : std::nullopt;
    };
    const RuleWords words{heads.rows(),           kept_deprels.span(),  kept_upos.span(),
                          span_of(kept_xpos),     span_of(kept_lemmas), rows(markers),
                          rows(features),         allowed.rows(),       kept_labels.span(),
                          kept_base_labels.span()};
    Precedence precedence(tables.rules(), words);
    const Offsets& given = heads.offsets().view();
    const std::int64_t first = given[0], count = given[heads.size()] - first;
    std::vector<std::int32_t> places(count), rules(count), entries(count);
    std::vector<std::int64_t> offsets{0};
    for_each_row(heads.size(), [&](std::size_t row) {
        const std::int64_t begin = given[row] - first, size = given[row + 1] - given[row];
        const auto part = [&](std::vector<std::int32_t>& all) {
            return std::span(all).subspan(begin, size);
        };
        precedence.arrange(row, part(places), part(rules), part(entries));
        offsets.push_back(begin + size);
    });
    return {Ragged(std::move(places), std::move(offsets)), Array(std::move(rules)),
            Array(std::move(entries))};
}

}  // namespace

void bind_preordering(nb::module_& m) {
    nb::enum_<OracleMetric>(m, "OracleMetric", "What the best order of a tree maximises.")
        .value("fuzzy", OracleMetric::fuzzy)
        .value("kendall", OracleMetric::kendall);
    nb::class_<OracleRows>(m, "OracleRows", "The best orders of trees.")
        .def_ro("ranks", &OracleRows::ranks, "The rank of each word in the order found.")
        .def_ro("lost", &OracleRows::lost,
                "For each row, a lower bound on the neighbours or pairs that every order loses.");
    m.def(
        "oracle_orders", &oracle_orders, "heads"_a, "places"_a, "metric"_a,
        "Find the best order of each tree in which every subtree stays contiguous.\n\n"
        "Trees are made projective first. `places` holds the first place of each word's group in\n"
        "the reference, -1 for a word that does not count.");
    nb::class_<RuleTables>(m, "RuleTables", "Precedence rules as numbers.")
        .def(
            nb::init<Given32, const Ragged&, Given32, const Ragged&, Given32, Given32,
                     const Ragged&, std::int32_t>(),
            "columns"_a, "tests"_a, "heads"_a, "entries"_a, "sides"_a, "manners"_a, "named"_a,
            "labels"_a,
            "Check the tables.\n\n"
            "`columns`: the subject of each condition: upos, deprel, xpos, lemma, marker or features,\n"
            "from 0. `tests`: the conditions of each test. `heads`: the test of each rule's head.\n"
            "`entries`: for each rule, the tests of its entries, whose sides (both, before, after)\n"
            "and manners (normal, reverse, fixed) follow. `named`: for each rule, the entries with\n"
            "each of the `labels`, of which 0 is for all others and 1 for the head.");
    nb::class_<ArrangedWords>(m, "ArrangedWords", "The words of sentences in another order.")
        .def_ro("places", &ArrangedWords::places, "The place of each word.")
        .def_ro("rules", &ArrangedWords::rules,
                "The rule for each word's dependents; -1 without dependents or a matching rule.")
        .def_ro("entries", &ArrangedWords::entries,
                "Each word's entry in its head's rule; -1 without a rule.");
    m.def(
        "arrange_words", &arrange_words, "tables"_a, "heads"_a, "deprels"_a, "upos"_a,
        "xpos"_a.none(), "lemmas"_a.none(), "markers"_a.none(), "features"_a.none(), "allowed"_a,
        "labels"_a, "base_labels"_a,
        "Put the words of projective trees in the order of the rules.\n\n"
        "`markers` and `features` hold a row for each word. `allowed`: for each condition, in\n"
        "ascending order, the numbers that meet it. `labels` and `base_labels`: for each number of a\n"
        "relation, its label and that without its subtype, or 0 if no rule names it.");
}

}  // namespace wordorder
