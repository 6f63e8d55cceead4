// Python bindings: exact sums.
#include "bind/bindings.hpp"

#include "statistics/group_sums.hpp"

namespace wordorder {
namespace {

template <class T>
using Table = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// A table read and changed in place: its numbers are not trusted, so it needs no copy.
template <class T>
Table<T> in_place(ArrayArg<std::remove_const_t<T>> given, const char* name) {
    Table<T> table;
    if (nb::try_cast(given.object, table, false)) return table;
    throw InputError(std::string(name) + " must be a contiguous table of " +
                     Dtype<std::remove_const_t<T>>::name +
                     (std::is_const_v<T> ? "" : " that can be changed"));
}

void add_to_groups(ArrayArg<double> given_columns, ArrayArg<std::int64_t> given_groups,
                   ArrayArg<double> given_whole, ArrayArg<std::uint64_t> given_fractions) {
    const auto columns = in_place<const double>(given_columns, "columns");
    const Array<std::int64_t> groups = given_groups.checked("groups");
    const auto whole = in_place<double>(given_whole, "whole");
    const auto fractions = in_place<std::uint64_t>(given_fractions, "fractions");
    const std::size_t rows = columns.shape(1), count = whole.shape(1);
    check_size(columns.shape(0), whole.shape(0), "a row");
    check_size(groups.size(), rows, "groups");
    check_size(fractions.size(), whole.size(), "fractions");
    check_range(groups.span(), 0, count, "groups");
    const nb::gil_scoped_release released;
    const auto numbers = [&](std::size_t i) { return std::span(columns.data() + i * rows, rows); };
    std::vector<Summable> kinds;
    for (std::size_t i = 0; i < columns.shape(0); ++i) {
        kinds.push_back(summable(numbers(i)));
        refuse_if(kinds.back() == Summable::not_at_all,
                  "numbers must be finite and below 2⁵³ to be summed");
    }
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        double* const sums = whole.data() + i * count;
        if (kinds[i] == Summable::whole) {
            add_whole(numbers(i), groups.span(), sums);
        } else {
            add_with_fractions(numbers(i), groups.span(), sums, fractions.data() + i * count);
        }
    }
}

}  // namespace

void bind_statistics(nb::module_& m) {
    m.def("add_to_groups", &add_to_groups, "columns"_a, "groups"_a, "whole"_a, "fractions"_a,
          "Add the numbers of each column to the sums of their groups, exactly.\n\n"
          "`columns` has the shape (columns, rows). `whole` and `fractions` (in units of 2**-64),\n"
          "of shape (columns, groups), are changed.");
}

}  // namespace wordorder
