// Python bindings: learning of pre-ordering rules.
#include "bind/bindings.hpp"

#include <algorithm>

#include "preordering/precedence_search.hpp"

namespace wordorder {
namespace {

struct MoveGains { Array<double> all, linked, all_squares, linked_squares, products; };

// Groups must follow each other without gaps, so that their words fill all places of a row.
void check_groups(Ranks starts) {
    std::vector<std::int32_t> sizes(starts.size());
    std::int64_t words = 0;
    for (const std::int32_t start : starts) {
        if (start < 0) continue;
        ++sizes[start];
        ++words;
    }
    std::int64_t place = 0;
    while (place < words && sizes[place] > 0) place += sizes[place];
    if (place != words) throw InputError("the groups of a row leave gaps");
}

Ranks checked_starts(const Rows& heads, const Array<std::int32_t>& starts, std::int64_t least,
                     const char* name) {
    check_size(starts.size(), heads.values().size(), name);
    for (std::size_t row = 0; row < heads.size(); ++row) {
        check_range(heads.part(starts.span(), row), least, heads[row].size(), name);
        check_groups(heads.part(starts.span(), row));
    }
    return starts.span();
}

Rows checked_heads(const Rows& heads) {
    for (std::size_t row = 0; row < heads.size(); ++row) {
        check_range(heads[row], -1, heads[row].size(), "heads");
        if (std::count(heads[row].begin(), heads[row].end(), -1) != 1) {
            throw InputError("row " + std::to_string(row) + " does not have exactly one root");
        }
    }
    return heads;
}

class HeldSearch {
public:
    HeldSearch(const Ragged& heads, ArrayArg<std::int32_t> group_starts,
               ArrayArg<std::int32_t> linked_starts, std::string_view metric)
        : heads_(heads), group_starts_(group_starts.checked("group_starts")),
          linked_starts_(linked_starts.checked("linked_starts")),
          search_(checked_heads(heads_.rows()),
                  checked_starts(heads_.rows(), group_starts_, 0, "group_starts"),
                  checked_starts(heads_.rows(), linked_starts_, -1, "linked_starts"),
                  OrderJudge(METRICS[number_of_metric(metric)])) {}

    void arrange(ArrayArg<std::int64_t> given_heads, ArrayArg<std::int32_t> given_places,
                 std::int32_t own_place) {
        const auto heads = given_heads.checked("heads");
        const auto places = given_places.checked("places");
        check_words(heads, places);
        unlocked([&] {
            search_.arrange(heads.span(), places.span(), own_place);
            return 0;
        });
    }

    MoveGains gains(ArrayArg<std::int64_t> given_heads, ArrayArg<std::uint8_t> given_rows,
                    ArrayArg<std::int32_t> given_places, std::int32_t own_place,
                    ArrayArg<std::int32_t> given_kinds, std::int32_t own_kind,
                    const Ragged& groups_of_kind, ArrayArg<std::uint8_t> given_allowed,
                    ArrayArg<std::int32_t> given_tried) {
        const auto heads = given_heads.checked("heads");
        const auto rows = given_rows.checked("rows");
        const auto places = given_places.checked("places");
        const auto kinds = given_kinds.checked("kinds");
        const auto allowed = given_allowed.checked("allowed", 2);
        const auto tried = given_tried.checked("tried");
        check_words(heads, places);
        check_size(rows.size(), heads_.size(), "rows");
        check_size(kinds.size(), places.size(), "kinds");
        check_range(kinds.span(), 0, groups_of_kind.size(), "kinds");
        check_range(std::span<const std::int32_t>(&own_kind, 1), 0, groups_of_kind.size(),
                    "own_kind");
        if (tried.size() == 0) throw InputError("there are no places to try");
        check_size(allowed.size() % tried.size(), 0, "allowed");
        check_range(groups_of_kind.rows().values(), 0, allowed.size() / tried.size(),
                    "groups_of_kind");
        auto found = unlocked([&] {
            return search_.gains(heads.span(), rows.span(), places.span(), own_place, kinds.span(),
                                 own_kind, {groups_of_kind.rows(), allowed.span(), tried.span()});
        });
        const std::size_t columns = tried.size(), groups = allowed.size() / columns;
        const auto table = [&](std::vector<double>& made) {
            return Array<double>::table(std::move(made), groups, columns);
        };
        return {table(found.all), table(found.linked), table(found.all_squares),
                table(found.linked_squares), table(found.products)};
    }

    Array<double> scores() const {
        std::vector<double> both;
        for (const OrderScores& score : search_.scores()) both.push_back(score.all);
        for (const OrderScores& score : search_.scores()) both.push_back(score.linked);
        return Array<double>::table(std::move(both), 2, search_.scores().size());
    }

private:
    void check_words(const Array<std::int64_t>& heads, const Array<std::int32_t>& places) const {
        const std::size_t words = heads_.rows().values().size();
        check_range(heads.span(), 0, words, "heads");
        check_size(places.size(), words, "places");
        check_range(places.span(), 0, 1 << 30, "places");
    }

    Ragged heads_;
    Array<std::int32_t> group_starts_, linked_starts_;
    PrecedenceSearch search_;
};

}  // namespace

void bind_learning(nb::module_& m) {
    nb::class_<MoveGains>(m, "MoveGains", "Gains of moves, by group and place.")
        .def_ro("all", &MoveGains::all, "The gains over all words, summed over sentences.")
        .def_ro("linked", &MoveGains::linked, "The gains over linked words, likewise.")
        .def_ro("all_squares", &MoveGains::all_squares, "The sums of squared gains over all words.")
        .def_ro("linked_squares", &MoveGains::linked_squares,
                "The sums of squared gains over linked words.")
        .def_ro("products", &MoveGains::products, "The sums of products of both gains.");
    nb::class_<HeldSearch>(m, "PrecedenceSearch", "Orders of many sentences, and their scores.")
        .def(nb::init<const Ragged&, ArrayArg<std::int32_t>, ArrayArg<std::int32_t>,
                      std::string_view>(),
             "heads"_a, "group_starts"_a, "linked_starts"_a, "metric"_a,
             "Start with all sentences in source order.")
        .def("arrange", &HeldSearch::arrange, "heads"_a, "places"_a, "own_place"_a,
             "Put units of some heads at their places.")
        .def("gains", &HeldSearch::gains, "heads"_a, "rows"_a, "places"_a, "own_place"_a, "kinds"_a,
             "own_kind"_a, "groups_of_kind"_a, "allowed"_a, "tried"_a,
             "Try each group of units at each place.")
        .def_prop_ro("scores", &HeldSearch::scores,
                     "The score of each sentence over all words, and over linked words.");
}

}  // namespace wordorder
