// Words of any bytes as numbers, and tables of paraphrases and of WordNet: valid, damaged, and
// noise.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "dice.hpp"
#include "report.hpp"
#include "text/interner.hpp"
#include "text_damage.hpp"
#include "words/paraphrases.hpp"
#include "words/wordnet.hpp"

namespace wordorder::fuzzing {

class WordFuzzer {
public:
    explicit WordFuzzer(Dice& dice) : dice_(dice) {}

    void run() {
        current_input = [this] {
            return '"' + escaped(text_) + "\" table \"" + escaped(table_) + '"';
        };
        table_.clear();
        const auto interner = std::make_shared<Interner>();
        std::vector<std::string> words;  // in the order of their numbers
        std::map<std::string, std::int32_t> numbers;
        for (auto texts = dice_.between(1, 3); texts > 0; --texts) {
            text_ = make_text();
            check_text(*interner, words, numbers);
        }
        if (dice_.one_in(2)) check_table(interner);
        if (dice_.one_in(2)) check_wordnet();
    }

private:
    std::string make_text() {
        if (dice_.one_in(5'000)) return many_words();
        std::string text = noise("aabbc   \t\n\n", dice_);
        for (auto more = dice_.between(0, 4); more > 0; --more) {
            text += noise(std::string_view("\0\xff\x80\r\v. \n", 8), dice_);
            if (dice_.one_in(1'000)) {
                text += std::string(dice_.pick(std::vector{65'535, 65'536, 65'537, 200'000}), 'x');
            }
        }
        return text;
    }

    // More words than the first table and the first block can hold.
    std::string many_words() {
        std::string text;
        for (auto count = dice_.between(500, 20'000); count > 0; --count) {
            text += std::to_string(dice_.any_int32()) + (dice_.one_in(9) ? "\n" : " ");
        }
        return text;
    }

    void check_text(Interner& interner, std::vector<std::string>& words,
                    std::map<std::string, std::int32_t>& numbers) const {
        std::vector<std::int32_t> ids{7}, slow_ids{7};
        std::vector<std::int64_t> offsets, slow_offsets;
        // A vector, not a string: behind its end there is no terminator to read. The words must
        // outlive it.
        {
            const std::vector<char> exact(text_.begin(), text_.end());
            interner.intern({exact.data(), exact.size()}, ids, offsets);
        }
        std::string word;
        const auto end_word = [&] {
            if (word.empty()) return;
            const auto [known, is_new] =
                numbers.insert({word, static_cast<std::int32_t>(words.size())});
            if (is_new) words.push_back(word);
            slow_ids.push_back(known->second);
            word.clear();
        };
        const bool open_end = !text_.empty() && text_.back() != '\n';
        for (const char c : open_end ? text_ + '\n' : text_) {
            const bool ends = c == ' ' || c == '\t' || c == '\n';
            ends ? end_word() : word.push_back(c);
            if (c == '\n') slow_offsets.push_back(std::ssize(slow_ids));
        }
        require(ids == slow_ids, "equal words have equal numbers, as they come");
        require(offsets == slow_offsets, "every line is a row");
        require(interner.size() == words.size(), "number of words");
        for (std::size_t number = 0; number < words.size(); ++number) {
            require(interner.word(number) == words[number], "every word is kept");
            require(interner.find(words[number]) == static_cast<std::int32_t>(number), "and found");
        }
        if (!words.empty()) {
            const std::string other = words[0] + words.back() + "\t";  // no word has a blank
            require(interner.find(other) == -1, "what was not seen is not found");
        }
        ++tally["words/texts"];
    }

    void check_table(const std::shared_ptr<Interner>& interner) {
        make_table(*interner);
        ParaphraseTable table(interner, "name");
        const std::int64_t bad = first_bad_line();
        try {
            feed(table);
            table.finish();
        } catch (const InputError& error) {
            require(bad > 0 &&
                        std::string(error.what()).starts_with("name:" + std::to_string(bad) + ": "),
                    "the message names the first bad line");
            require(std::string(error.what()).find('\n') == std::string::npos, "one line");
            require(!table.ready(), "a bad table is not ready");
            ++tally["words/tables rejected"];
            return;
        }
        require(bad == 0, "a bad table is rejected");
        require(table.ready(), "a finished table is ready");
        require(static_cast<std::int64_t>(table.size()) <= count_lines(table_) / 3,
                "a paraphrase is three lines");
        table.finish();
        try {
            table.add("0.5\n");
            require(false, "nothing is added to a finished table");
        } catch (const InputError&) {
        }
        ++tally["words/tables read"];
    }

    // The synsets are {axes, axis} and {box, case}; "axes" is a form of "box", and "axis" of no
    // word.
    void check_wordnet() {
        static constexpr char SOUND[] =
            "WordNet 3.0\n\4\0axes\n\2is\n\0box\n\0case\n"
            "\2\0\1\0\2\1\0\0\0\0\0"
            "\2\0\1\2\1\0\0\0\0\0";
        const std::string sound(SOUND, sizeof SOUND - 1);
        table_ = sound;
        const auto damages = dice_.between(0, 3);
        for (auto left = damages; left > 0; --left) {
            dice_.one_in(2) ? flip_bit(table_, dice_) : damage(table_, {"\xff\x7f", "\n"}, dice_);
        }
        const std::vector<char> exact(table_.begin(), table_.end());
        try {
            const WordNet wordnet({exact.data(), exact.size()});
            std::vector<std::int32_t> synsets{-1};
            for (const std::string_view word : {"axes", "axis", "boxes", "cases", "", "s", "ing"}) {
                const std::size_t first = synsets.size();
                wordnet.append_synsets(word, synsets);
                require(std::is_sorted(synsets.begin() + first, synsets.end(), std::less_equal<>()),
                        "the synsets of a word ascend");
            }
            require(*std::max_element(synsets.begin(), synsets.end()) < wordnet.synset_count(),
                    "all synsets have their numbers");
            const std::vector<std::int32_t> expected{-1, 0, 1, 0, 1, 1};
            require(damages > 0 || synsets == expected, "the synsets of a sound table");
            ++tally["words/WordNets read"];
        } catch (const InputError&) {
            require(table_ != sound, "a sound table is read");
            ++tally["words/WordNets rejected"];
        }
    }

    void make_table(const Interner& interner) {
        static const std::vector<std::string> CHANCES = {"0.5", "1", "+1.", ".25", "3e-05", "-0"};
        const auto phrase = [&] {
            std::string line;
            for (auto words = dice_.between(1, 4); words > 0; --words) {
                const bool known = interner.size() > 0 && !dice_.one_in(10);
                line += known ? interner.word(dice_.between(0, interner.size() - 1)) : "unknown";
                line += dice_.one_in(9) ? "\t" : " ";
            }
            return line + "\n";
        };
        table_.clear();
        for (auto pairs = dice_.between(0, 8); pairs > 0; --pairs) {
            table_ += dice_.pick(CHANCES) + "\n" + phrase() + phrase();
        }
        if (dice_.one_in(20)) table_ = noise("0.5 \n\n\n", dice_);
        for (auto i = dice_.one_in(2) ? dice_.between(1, 3) : 0; i > 0; --i) {
            damage(table_, HOSTILE, dice_);
        }
    }

    // Pieces of whole lines; the last line can do without its newline.
    void feed(ParaphraseTable& table) {
        std::string_view rest = table_;
        while (!rest.empty()) {
            std::size_t length = dice_.between(1, rest.size());
            length = std::min(rest.find('\n', length - 1), rest.size() - 1) + 1;
            const std::vector<char> exact(rest.begin(), rest.begin() + length);
            table.add({exact.data(), exact.size()});
            rest.remove_prefix(length);
        }
    }

    // 0 if there is none; behind the last line if that is not the last of a paraphrase.
    std::int64_t first_bad_line() const {
        std::int64_t line = 0;
        std::size_t begin = 0;
        while (begin < table_.size()) {
            const std::size_t end = std::min(table_.find('\n', begin), table_.size());
            const std::string text = table_.substr(begin, end - begin);
            const bool good =
                ++line % 3 == 1 ? is_number(text) : text.find_first_not_of(" \t") != text.npos;
            if (!good) return line;
            begin = end + 1;
        }
        return line % 3 == 0 ? 0 : line + 1;
    }

    static bool is_number(const std::string& text) {
        static constexpr std::string_view LIKE_A_NUMBER = "+-.0123456789eE";
        if (text.empty() || text.find_first_not_of(LIKE_A_NUMBER) != text.npos) return false;
        char* end = nullptr;
        std::strtod(text.c_str(), &end);
        return end == text.c_str() + text.size();
    }

    inline static const std::vector<std::string> HOSTILE = {"\n",
                                                            "\n\n",
                                                            " \n",
                                                            "\t\n",
                                                            "0.5\n",
                                                            "0,5",
                                                            "nan",
                                                            "inf",
                                                            "0x1p3",
                                                            "1e",
                                                            "1e+",
                                                            ".",
                                                            "+",
                                                            "-",
                                                            "1.2.3",
                                                            "\r",
                                                            "\xff",
                                                            std::string(1, '\0'),
                                                            std::string(400, '9'),
                                                            std::string(60, '\x80')};

    Dice dice_;
    std::string text_, table_;
};

}  // namespace wordorder::fuzzing
