// Alignments as text, Pharaoh's and lader's: valid, damaged, and noise.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "alignment_shapes.hpp"
#include "dice.hpp"
#include "report.hpp"
#include "text/alignments.hpp"
#include "text_damage.hpp"

namespace wordorder::fuzzing {

class AlignmentTextFuzzer {
public:
    explicit AlignmentTextFuzzer(Dice& dice) : dice_(dice), shapes_(dice) {}

    void run() {
        static const std::vector<std::string> KINDS = {"valid",   "valid",  "too few lengths",
                                                       "noise",   "tokens", "mutated",
                                                       "mutated", "mutated"};
        const std::string kind = dice_.pick(KINDS);
        base_ = dice_.between(0, 1);
        lengths_in_front_ = dice_.one_in(3);
        knows_source_ = dice_.one_in(2);
        knows_target_ = dice_.one_in(2);
        std::string text = valid_text();
        if (kind == "noise") text = noise("0123401234-----??pp  |||\n\n\t\r", dice_);
        if (kind == "tokens") text = tokens();
        for (auto i = kind == "mutated" ? dice_.between(1, 4) : 0; i > 0; --i) {
            dice_.one_in(4) ? flip_bit(text, dice_) : damage(text, HOSTILE, dice_);
        }
        const bool lacking = kind == "too few lengths" && drop_lengths();
        current_input = [&] { return '"' + escaped(text) + '"' + written_options(); };
        // A vector, not a string: behind its end there is no terminator to read.
        const std::vector<char> exact(text.begin(), text.end());
        const std::string_view view(exact.data(), exact.size());
        check_word_counts(view);
        const bool read = check(view, kind == "valid");
        require(!lacking || !read, "a line without a length is rejected");
        ++tally["alignment texts/" + kind + (read ? " read" : " rejected")];
    }

private:
    inline static const std::vector<std::string> HOSTILE = {"0-0",
                                                            "1-1",
                                                            "0-1",
                                                            "1?2",
                                                            "2p0",
                                                            "007-1",
                                                            "3-4 |||",
                                                            "|||",
                                                            "||||",
                                                            "9-9 |||",
                                                            "3?4 |||",
                                                            "1000001-1 |||",
                                                            "-1-0",
                                                            "0--1",
                                                            "0-",
                                                            "-0",
                                                            "-",
                                                            "?",
                                                            "p",
                                                            "0",
                                                            "1-2-3",
                                                            "+1-1",
                                                            "1e3-1",
                                                            "0x1-1",
                                                            "1:2",
                                                            "1P2",
                                                            "1_2",
                                                            "1.5-2",
                                                            "999999-999999",
                                                            "1000000-0",
                                                            "0-1000000",
                                                            "1073741822-0",
                                                            "0-1073741823",
                                                            "1073741824-1073741824",
                                                            "2147483648-0",
                                                            "0-4294967296",
                                                            "18446744073709551616-0",
                                                            std::string(5'000, '9') + "-0",
                                                            "0-" + std::string(5'000, '0'),
                                                            std::string(5'000, 'a'),
                                                            std::string(5'000, '-'),
                                                            std::string(1, '\0'),
                                                            std::string(60, '\0'),
                                                            "\xFF",
                                                            "\xE2\x9F",
                                                            std::string(60, '\x80'),
                                                            std::string(41, '\xC3'),
                                                            "１-２",
                                                            "é",
                                                            "0–1",
                                                            "\xEF\xBB\xBF",
                                                            "\n",
                                                            "\n\n",
                                                            "\r",
                                                            "\v",
                                                            "\u00a0",
                                                            "\u3000",
                                                            "\t",
                                                            " "};

    std::string written_options() const {
        return " base " + std::to_string(base_) + (lengths_in_front_ ? " lader" : "") +
               (knows_source_ ? " source lengths " + written(source_lengths_) : "") +
               (knows_target_ ? " target lengths " + written(target_lengths_) : "");
    }

    // Fills rows_ with what the text says.
    std::string valid_text() {
        const bool known = knows_source_ && knows_target_ && !lengths_in_front_;
        const std::int64_t longest = known ? LARGEST_WORD + 1 : 1'000'000;
        std::string text;
        rows_.clear();
        source_lengths_.clear();
        target_lengths_.clear();
        for (auto rows = dice_.between(0, 6); rows > 0; --rows) {
            const Alignment row = shapes_.make(dice_.pick(AlignmentShapes::SHAPES), longest);
            source_lengths_.push_back(row.source_length);
            target_lengths_.push_back(row.target_length);
            rows_.push_back(row);
            const bool by_kernel = !lengths_in_front_ && dice_.one_in(2);
            by_kernel ? append_row(text, row.links(), row.sure, base_) : append_freely(text, row);
            if (!lengths_in_front_) forget_lengths(rows_.back());
        }
        // The last line can do without its newline, unless it is empty.
        const bool full = !text.empty() && text != "\n" && !text.ends_with("\n\n");
        if (full && dice_.one_in(3)) text.pop_back();
        return text;
    }

    // Unstated lengths are the smallest that the links allow.
    void forget_lengths(Alignment& row) const {
        const auto least = [](const Words& words) {
            return words.empty() ? 0 : *std::max_element(words.begin(), words.end()) + 1;
        };
        if (!knows_source_) row.source_length = least(row.sources);
        if (!knows_target_) row.target_length = least(row.targets);
    }

    // Links in any order, some twice: sure and possible is sure.
    void append_freely(std::string& text, const Alignment& row) {
        static const std::vector<std::string> GAPS = {" ", "\t", "  "};
        const std::string gap = dice_.pick(GAPS);
        if (lengths_in_front_) {
            text += std::to_string(row.source_length) + "-" + std::to_string(row.target_length) +
                    gap + "|||";
        }
        for (const std::int32_t k : dice_.permutation(row.sources.size())) {
            const auto write = [&](char mark) {
                text += gap + std::to_string(row.sources[k] + base_) + mark +
                        std::to_string(row.targets[k] + base_);
            };
            if (dice_.one_in(10)) write('?');
            write(row.sure[k] ? '-' : dice_.one_in(2) ? '?' : 'p');
        }
        text += '\n';
    }

    // Links that mostly fit sentences of 9 words.
    std::string tokens() {
        static const std::vector<std::string> MARKS = {"-", "?", "p"};
        const std::string start = lengths_in_front_ ? "9-9 ||| " : "";
        source_lengths_.assign(13, 9);
        target_lengths_.assign(13, 9);
        std::string text = start;
        for (auto i = dice_.between(0, 12); i > 0; --i) {
            const std::string source = std::to_string(dice_.between(0, 8) + base_);
            const std::string target = std::to_string(dice_.between(0, 8) + base_);
            const std::string link = source + dice_.pick(MARKS) + target;
            text += dice_.one_in(15) ? dice_.pick(HOSTILE) : link;
            text += dice_.one_in(4) ? "\n" + start : " ";
        }
        return text;
    }

    // Whether there was one to drop.
    bool drop_lengths() {
        Words& lengths = knows_source_ ? source_lengths_ : target_lengths_;
        if (lengths.empty()) return false;
        lengths.resize(dice_.between(0, lengths.size() - 1));
        return knows_source_ || knows_target_;
    }

    bool check(std::string_view text, bool valid) const {
        AlignmentText parser(options()), skipping(options(true));
        skipping.parse(text);  // throws nothing
        require(std::ssize(skipping.offsets) == count_lines(text) + 1, "a bad line is a row, too");
        rows_of(skipping);
        try {
            parser.parse(text);
        } catch (const InputError& error) {
            require(!valid, error.what());
            check_message(error.what(), count_lines(text));
            const std::int64_t line = std::atoll(error.what() + 5) - FIRST_LINE;
            check_good_lines(text, line);
            require(
                !skipping.problems.empty() &&
                    static_cast<std::int64_t>(skipping.problems[0].row) == line &&
                    std::string_view(error.what()).ends_with(spelled(skipping.problems[0].what)),
                "the same line is bad");
            return false;
        }
        require(skipping.problems.empty() && skipping.sources == parser.sources &&
                    skipping.targets == parser.targets,
                "good lines are read as ever");
        require(std::ssize(parser.offsets) == count_lines(text) + 1, "every line is a row");
        require(!valid || rows_of(parser) == rows_, "valid text is read as it was meant");
        check_written(parser);
        return true;
    }

    // The good lines before the one that the message names.
    void check_good_lines(std::string_view text, std::int64_t lines) const {
        std::size_t end = 0;
        for (std::int64_t line = 0; line < lines; ++line) end = text.find('\n', end) + 1;
        AlignmentText parser(options());
        parser.parse(text.substr(0, end));  // throws nothing
        require(std::ssize(parser.offsets) == lines + 1, "the message names the first bad line");
        check_written(parser);
    }

    AlignmentTextOptions options(bool skip_bad = false) const {
        AlignmentTextOptions options{"name", FIRST_LINE, base_, lengths_in_front_, {}, {}};
        if (knows_source_) options.source_lengths = source_lengths_;
        if (knows_target_) options.target_lengths = target_lengths_;
        options.skip_bad = skip_bad;
        return options;
    }

    static std::vector<Alignment> rows_of(const AlignmentText& parser) {
        const AlignmentRows read(parser.sources, parser.targets, parser.offsets,
                                 parser.source_lengths, parser.target_lengths);
        require(parser.offsets.back() == std::ssize(parser.sources), "rows span all links");
        require(parser.sure.size() == parser.sources.size(), "a mark for every link");
        std::vector<Alignment> rows;
        for (std::size_t i = 0; i < read.size(); ++i) {
            const Links links = read[i];
            rows.emplace_back(set_of(links), links.source_length, links.target_length);
            std::copy_n(parser.sure.begin() + parser.offsets[i], links.size(),
                        rows.back().sure.begin());
        }
        return rows;
    }

    void check_written(const AlignmentText& parser) const {
        const std::vector<Alignment> rows = rows_of(parser);
        std::string text;
        for (const Alignment& row : rows) append_row(text, row.links(), row.sure, base_);
        AlignmentText again(
            {"name", FIRST_LINE, base_, false, parser.source_lengths, parser.target_lengths});
        again.parse(text);
        require(rows_of(again) == rows, "what is written is read again");
    }

    static void check_word_counts(std::string_view text) {
        const Words counts = count_words(text);
        require(std::ssize(counts) == count_lines(text), "a count for every line");
        for (const std::int32_t count : counts) {
            const std::string_view line = text.substr(0, text.find('\n'));
            std::int32_t words = 0;
            for (auto at = line.find_first_not_of(" \t"); at != line.npos; ++words) {
                at = line.find_first_not_of(" \t", line.find_first_of(" \t", at));
            }
            require(count == words, "number of words");
            text.remove_prefix(std::min(line.size() + 1, text.size()));
        }
    }

    Dice dice_;
    AlignmentShapes shapes_;
    std::vector<Alignment> rows_;
    Words source_lengths_, target_lengths_;
    std::int64_t base_ = 0;
    bool lengths_in_front_ = false, knows_source_ = false, knows_target_ = false;
};

}  // namespace wordorder::fuzzing
