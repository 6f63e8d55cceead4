// What Python sees of syntax trees.
#include "bindings.hpp"

#include "conllu.hpp"

namespace wordorder {
namespace {

// Heads, relations, tags and their offsets; where each sentence starts, as byte and as line; and
// the problems, each a row, a line and a message.
nb::tuple parse_conllu(Interner& names, const nb::bytes& text, std::int64_t first_line,
                       const std::array<std::int64_t, 4>& limits) {
    const auto [words, bytes, different_names, name_bytes] = limits;
    ConlluText parser(names, first_line, {words, bytes, different_names, name_bytes});
    {
        nb::gil_scoped_release released;
        const auto lock = names.lock();
        parser.parse({text.c_str(), text.size()});
    }
    nb::list problems;
    for (const auto& [row, line, what] : parser.problems) {
        problems.append(nb::make_tuple(row, line, nb::str(what.data(), what.size())));
    }
    return nb::make_tuple(as_array(std::move(parser.heads)), as_array(std::move(parser.deprels)),
                          as_array(std::move(parser.upos)), as_array(std::move(parser.offsets)),
                          as_array(std::move(parser.starts)), as_array(std::move(parser.lines)),
                          problems);
}

}  // namespace

void bind_syntax(nb::module_& m) {
    m.def("parse_conllu", &parse_conllu, "names"_a, "text"_a, "first_line"_a, "limits"_a);
}

}  // namespace wordorder
