// A slow reader of alignments as text: what every line says, up to the first one that is wrong.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "alignment_shapes.hpp"
#include "alignment_text.hpp"

namespace wordorder::fuzzing {

class SlowAlignmentText {
public:
    SlowAlignmentText(const AlignmentTextOptions& options, std::string_view text)
        : options_(options) {
        while (!text.empty() && !failed) {
            const std::string_view line = text.substr(0, text.find('\n'));
            text.remove_prefix(std::min(line.size() + 1, text.size()));
            failed = !read(tokens_of(line));
        }
    }

    std::vector<Alignment> rows;  // those before the bad line
    bool failed = false;

private:
    using Number = std::optional<std::int64_t>;
    using Tokens = std::vector<std::string>;

    // Where no text tells, a sentence has no more words than these.
    static constexpr std::int64_t MOST_UNKNOWN_WORDS = 1'000'000;

    static Tokens tokens_of(std::string_view line) {
        Tokens tokens(1);
        for (const char c : line) {
            if (c != ' ' && c != '\t') {
                tokens.back() += c;
            } else if (!tokens.back().empty()) {
                tokens.emplace_back();
            }
        }
        if (tokens.back().empty()) tokens.pop_back();
        return tokens;
    }

    static Number number_of(const std::string& text) {
        const bool digits = text.find_first_not_of("0123456789") == text.npos && !text.empty();
        if (!digits) return {};
        const std::string value = text.substr(std::min(text.find_first_not_of('0'), text.size()));
        if (value.size() > 15) return INT64_MAX;
        return value.empty() ? 0 : std::stoll(value);
    }

    // Splits a token at the first of `marks`, which is left in `mark`. Both sides must be numbers.
    static bool split(const std::string& token, const char* marks, Number& left, Number& right,
                      char& mark) {
        const std::size_t at = token.find_first_of(marks);
        if (at == token.npos) return false;
        left = number_of(token.substr(0, at));
        right = number_of(token.substr(at + 1));
        mark = token[at];
        return left && right;
    }

    // Whether the line is well-formed.
    bool read(Tokens tokens) {
        Number n, m;
        if (!look_up(options_.source_lengths, n) || !look_up(options_.target_lengths, m)) {
            return false;
        }
        if (options_.lengths_in_front) {
            if (!take_lengths(tokens, n, m)) return false;
            tokens.erase(tokens.begin(), tokens.begin() + 2);
        }
        std::map<Link, bool> links;  // with the marks
        for (const std::string& token : tokens) {
            Number source, target;
            char mark;
            if (!split(token, "-?p", source, target, mark)) return false;
            if (!is_word(source, n) || !is_word(target, m)) return false;
            const Link link(*source - options_.base, *target - options_.base);
            links[link] |= mark == '-';
        }
        add_row(links, n, m);
        return true;
    }

    bool look_up(const std::optional<Indices>& lengths, Number& length) const {
        if (!lengths) return true;
        if (rows.size() >= lengths->size()) return false;
        length = (*lengths)[rows.size()];
        return true;
    }

    static bool take_lengths(const Tokens& tokens, Number& n, Number& m) {
        Number source, target;
        char mark;
        if (tokens.size() < 2 || tokens[1] != "|||") return false;
        if (!split(tokens[0], "-", source, target, mark)) return false;
        if (std::max(*source, *target) > MOST_UNKNOWN_WORDS) return false;
        if (n.value_or(*source) != *source || m.value_or(*target) != *target) return false;
        n = source, m = target;
        return true;
    }

    bool is_word(const Number& number, const Number& length) const {
        const std::int64_t word = *number - options_.base;
        return 0 <= word && word < length.value_or(MOST_UNKNOWN_WORDS);
    }

    void add_row(const std::map<Link, bool>& marked, const Number& n, const Number& m) {
        LinkSet links;
        std::int64_t least_n = 0, least_m = 0;
        for (const auto& [link, sure] : marked) {
            links.insert(link);
            least_n = std::max<std::int64_t>(least_n, link.first + 1);
            least_m = std::max<std::int64_t>(least_m, link.second + 1);
        }
        Alignment& row = rows.emplace_back(links, n.value_or(least_n), m.value_or(least_m));
        std::transform(marked.begin(), marked.end(), row.sure.begin(),
                       [](const auto& link) { return link.second; });
    }

    const AlignmentTextOptions options_;
};

}  // namespace wordorder::fuzzing
