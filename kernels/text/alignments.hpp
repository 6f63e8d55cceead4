// Alignments as text, one sentence pair per line: Pharaoh's "0-0 1-2 2?1", where i?j and ipj are
// possible links, and lader's, which puts both lengths in front: "3-4 ||| 0-0 1-2". The confidence
// of a link, i-j:0.93, is not kept.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "alignment/links.hpp"
#include "core/pair_key.hpp"
#include "text/parsing.hpp"

namespace wordorder {

struct AlignmentTextOptions {
    std::string name;
    std::int64_t first_line;
    std::int64_t base;      // 0 or 1: the number of the first word
    bool lengths_in_front;  // lader
    // One for each line, or none: lengths are then the smallest that the links allow.
    std::optional<Indices> source_lengths, target_lengths;
    bool skip_bad = false;  // whether a bad line becomes a row without words, and a problem
};

class AlignmentText {
public:
    explicit AlignmentText(const AlignmentTextOptions& options)
        : options_(options), place_{options.name, options.first_line} {}

    void parse(std::string_view text) {
        for_each_line(text, [this](std::string_view line) {
            if (options_.skip_bad) {
                parse_or_skip(line);
            } else {
                parse_line(line);
            }
            ++place_.line;
        });
    }

    std::vector<RowProblem> problems;
    std::vector<std::int32_t> sources, targets, source_lengths, target_lengths;
    std::vector<std::uint8_t> sure;
    std::vector<std::int64_t> offsets{0};

private:
    static constexpr std::int64_t UNKNOWN = -1;
    static constexpr std::string_view BAR = "|||";

    struct Lengths { std::int64_t source, target; };

    void parse_or_skip(std::string_view line) {
        if (read_or_note(offsets.size() - 1, problems, [&] { parse_line(line); })) return;
        keys_.clear();
        finish_row({0, 0});
    }

    void parse_line(std::string_view line) {
        const std::size_t row = offsets.size() - 1;
        Lengths lengths{
            options_.source_lengths ? known_length(*options_.source_lengths, row) : UNKNOWN,
            options_.target_lengths ? known_length(*options_.target_lengths, row) : UNKNOWN};
        if (options_.lengths_in_front) lengths = stated_lengths(line, lengths);
        keys_.clear();
        for_each_word(line, [&](std::string_view token) { add_link(token, lengths); });
        finish_row(lengths);
    }

    std::int64_t known_length(Indices lengths, std::size_t row) const {
        if (row >= lengths.size()) place_.complain("no lengths are given for this line");
        if (lengths[row] < 0 || lengths[row] > LARGEST_WORD + 1) {
            place_.complain("a sentence cannot have " + std::to_string(lengths[row]) + " words");
        }
        return lengths[row];
    }

    void add_link(std::string_view token, const Lengths& lengths) {
        const std::size_t mark = token.find_first_of("-?p");
        if (mark == std::string_view::npos) complain_about(token);
        const std::int64_t source = word(token.substr(0, mark), token);
        const std::size_t colon = std::min(token.find(':', mark), token.size());
        if (colon < token.size() && !is_share(token.substr(colon + 1))) complain_about(token);
        const std::int64_t target = word(token.substr(mark + 1, colon - mark - 1), token);
        if ((lengths.source != UNKNOWN && source >= lengths.source) ||
            (lengths.target != UNKNOWN && target >= lengths.target)) {
            complain_about_outside(token, source, target, lengths);
        }
        if ((lengths.source == UNKNOWN && source >= MOST_INFERRED_WORDS) ||
            (lengths.target == UNKNOWN && target >= MOST_INFERRED_WORDS)) {
            place_.complain("link " + shown(token) +
                            " implies a sentence of more than a million "
                            "words; give the text if the number is right");
        }
        const bool possible = token[mark] != '-';
        keys_.push_back(pair_key(static_cast<std::int32_t>(source),
                                 static_cast<std::int32_t>(2 * target + possible)));
    }

    static bool is_share(std::string_view text) {
        if (!is_decimal(text) || text.front() == '+' || text.front() == '-') return false;
        return std::strtod(std::string(text).c_str(), nullptr) <= 1;
    }

    std::int64_t word(std::string_view digits, std::string_view token) const {
        const std::int64_t largest = LARGEST_WORD + options_.base;
        const std::int64_t number = whole_number(digits, largest);
        if (number == NOT_A_NUMBER) complain_about(token);
        if (number > largest) place_.complain("link " + shown(token) + ": number too large");
        if (number < options_.base) {
            place_.complain("link " + shown(token) + " has word 0, but words count from 1 here");
        }
        return number - options_.base;
    }

    // A repeated link counts once; it is sure if either says so, and then comes first.
    void finish_row(Lengths lengths) {
        sort_keys(keys_);
        std::int64_t last_source = -1, last_target = -1, most_target = -1;
        for (const std::uint64_t key : keys_) {
            const std::int32_t source = first_of(key), target = second_of(key) / 2;
            if (source == last_source && target == last_target) continue;
            sources.push_back(source);
            targets.push_back(target);
            sure.push_back(second_of(key) % 2 == 0);
            last_source = source, last_target = target;
            most_target = std::max<std::int64_t>(most_target, target);
        }
        if (lengths.source == UNKNOWN) lengths.source = last_source + 1;
        if (lengths.target == UNKNOWN) lengths.target = most_target + 1;
        source_lengths.push_back(static_cast<std::int32_t>(lengths.source));
        target_lengths.push_back(static_cast<std::int32_t>(lengths.target));
        offsets.push_back(std::ssize(sources));
    }

    // Takes "3-4 |||" off the line; the lengths must agree with the text.
    Lengths stated_lengths(std::string_view& line, const Lengths& known) const {
        const std::string_view token = next_word(line), bar = next_word(line);
        const std::size_t mark = std::min(token.find('-'), token.size());
        const std::int64_t source = whole_number(token.substr(0, mark), MOST_INFERRED_WORDS);
        const std::int64_t target =
            whole_number(token.substr(std::min(mark + 1, token.size())), MOST_INFERRED_WORDS);
        if (source == NOT_A_NUMBER || target == NOT_A_NUMBER || bar != BAR) {
            place_.complain("expected the two lengths and links, such as 3-4 ||| 0-0 1-2, found '" +
                            shown(token) + "'");
        }
        if (std::max(source, target) > MOST_INFERRED_WORDS) {
            place_.complain("lengths " + shown(token) + ": more than a million words");
        }
        if ((known.source != UNKNOWN && known.source != source) ||
            (known.target != UNKNOWN && known.target != target)) {
            place_.complain("lengths " + shown(token) +
                            " do not agree with the text: " + described(known));
        }
        return {source, target};
    }

    [[noreturn]] void complain_about(std::string_view token) const {
        place_.complain("'" + shown(token) + "' is not a link; expected links such as 0-0 1-2 2?1");
    }

    [[noreturn]] void complain_about_outside(std::string_view token, std::int64_t source,
                                             std::int64_t target, const Lengths& lengths) const {
        // One past the end: the file probably counts from 1.
        const bool one_off = options_.base == 0 &&
                             (lengths.source == UNKNOWN || source <= lengths.source) &&
                             (lengths.target == UNKNOWN || target <= lengths.target);
        Message what{"link " + shown(token) + " is past the end: " + described(lengths) +
                     ", counted from " + std::to_string(options_.base)};
        if (one_off) {
            what.emplace_back("; if this file counts from 1, use ");
            what.emplace_back(Argument{"base", "1"});
        }
        place_.complain(std::move(what));
    }

    static std::string described(const Lengths& lengths) {
        const auto side = [](const char* name, std::int64_t length) {
            return std::string("the ") + name + " has " +
                   (length == UNKNOWN
                        ? "unknown length"
                        : std::to_string(length) + (length == 1 ? " word" : " words"));
        };
        return side("source", lengths.source) + ", " + side("target", lengths.target);
    }

    AlignmentTextOptions options_;
    Place place_;
    std::vector<std::uint64_t> keys_;  // of the current line: (source, 2 * target + possible)
};

// The number of words in each line, separated by blanks.
inline std::vector<std::int32_t> count_words(std::string_view text) {
    std::vector<std::int32_t> counts;
    for_each_line(text, [&](std::string_view line) {
        counts.push_back(0);
        for_each_word(line, [&](std::string_view) { ++counts.back(); });
    });
    return counts;
}

// ":0.931"; from 0 to 1.
inline void append_confidence(std::string& text, double confidence) {
    const auto thousandths = static_cast<std::int64_t>(std::lround(1000 * confidence));
    text += thousandths >= 1000 ? ":1." : ":0.";
    for (const std::int64_t unit : {100, 10, 1}) {
        text += static_cast<char>('0' + thousandths / unit % 10);
    }
}

// One line in Pharaoh format. `sure` is empty if all links are sure, `confidence` if unknown.
inline void append_row(std::string& text, const Links& links, std::span<const std::uint8_t> sure,
                       std::int64_t base, std::span<const double> confidence = {}) {
    for (std::size_t k = 0; k < links.size(); ++k) {
        if (k > 0) text += ' ';
        append_number(text, links.sources[k] + base);
        text += sure.empty() || sure[k] ? '-' : '?';
        append_number(text, links.targets[k] + base);
        if (!confidence.empty()) append_confidence(text, confidence[k]);
    }
    text += '\n';
}

}  // namespace wordorder
