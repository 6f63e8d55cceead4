// What Python sees of pre-ordering.
#include "bindings.hpp"

#include "lifting.hpp"
#include "tree_oracle.hpp"
#include "tree_oracle_fuzzy.hpp"
#include "tree_oracle_kendall.hpp"

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
    nb::gil_scoped_release released;
    for (std::size_t row = 0; row < heads.size(); ++row) {
        projective.assign(heads[row].begin(), heads[row].end());
        order.clear();
        try {
            lifting.lift(projective);
            tree.build(projective, places[row]);
        } catch (const InputError& error) {
            throw InputError("row " + std::to_string(row) + ": " + error.what());
        }
        lost.push_back(oracle.append(tree, order));
        ranks.resize(ranks.size() + order.size());
        for (std::size_t place = 0; place < order.size(); ++place) {
            ranks[offsets.back() + order[place]] = static_cast<std::int32_t>(place);
        }
        offsets.push_back(std::ssize(ranks));
    }
    nb::gil_scoped_acquire held;
    return {Ragged(std::move(ranks), std::move(offsets)), Array(std::move(lost))};
}

OracleRows oracle_orders(const Ragged& heads, const Ragged& places, OracleMetric metric) {
    return metric == OracleMetric::fuzzy ? best_orders<FuzzyOracle>(heads, places)
                                         : best_orders<KendallOracle>(heads, places);
}

}  // namespace

void bind_preordering(nb::module_& m) {
    nb::enum_<OracleMetric>(m, "OracleMetric", "What the best order of a tree keeps most of.")
        .value("fuzzy", OracleMetric::fuzzy)
        .value("kendall", OracleMetric::kendall);
    nb::class_<OracleRows>(m, "OracleRows", "The best orders that trees allow.")
        .def_ro("ranks", &OracleRows::ranks, "The rank of each word in the order found.")
        .def_ro("lost", &OracleRows::lost,
                "For each row, how many neighbours or pairs every order must lose at least.");
    m.def("oracle_orders", &oracle_orders, "heads"_a, "places"_a, "metric"_a,
          "Find the best order of each tree in which every subtree stays contiguous.\n\n"
          "Trees are made projective first. `places` has the first place of each word's group in\n"
          "the reference, -1 for a word that does not count.");
}

}  // namespace wordorder
