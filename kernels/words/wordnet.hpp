// WordNet's synsets of English words and their inflected forms, from the table that
// tools/make_wordnet_table.py makes and describes.
//
// Base forms are those of WordNet's own morphy, separately for each part of speech: from the list
// of irregular forms or, for words not in it, by the first suffix rule that yields a word of that
// part of speech.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/errors.hpp"
#include "text/interner.hpp"

namespace wordorder {

class WordNet {
public:
    explicit WordNet(std::string_view table) {
        Reader reader{table};
        refuse_if(!reader.line().starts_with("WordNet "), DAMAGED);
        read_words(reader);
        read_synsets(reader);
        read_irregular(reader);
        refuse_if(!reader.rest.empty(), DAMAGED);
    }

    std::int32_t synset_count() const { return synset_count_; }

    // Appends the synsets of a word and of all its possible base forms, ascending.
    void append_synsets(std::string_view word, std::vector<std::int32_t>& synsets) const {
        const auto first = static_cast<std::ptrdiff_t>(synsets.size());
        const std::int32_t number = words_.find(word);
        append_row(number, synsets);
        const auto own_end = std::ssize(synsets);
        unsigned irregular_parts = 0;
        if (number >= 0) {
            const auto [begin, end] = std::ranges::equal_range(
                irregular_, Irregular{number, 0, 0},
                [](const Irregular& one, const Irregular& other) { return one.form < other.form; });
            for (auto form = begin; form != end; ++form) {
                irregular_parts |= 1U << form->part;
                append_row(form->base, synsets);
            }
        }
        append_rows_of_regular_bases(word, irregular_parts, synsets);
        if (std::ssize(synsets) == own_end) return;
        std::sort(synsets.begin() + first, synsets.end());
        synsets.erase(std::unique(synsets.begin() + first, synsets.end()), synsets.end());
    }

private:
    static constexpr const char* DAMAGED = "not the WordNet table";

    // Noun, verb, adjective, adverb, and the parts of speech that WordNet lacks.
    static constexpr std::size_t PARTS = 5;

    static constexpr std::int32_t NO_WORD = -1;

    // The endings of an inflected form and of its base form.
    struct Suffix {
        std::size_t part;
        std::string_view ending, base_ending;
    };
    // Within a part of speech, the order is morphy's.
    static constexpr Suffix SUFFIXES[] = {
        {0, "s", ""},      {0, "ses", "s"},   {0, "xes", "x"}, {0, "zes", "z"}, {0, "ches", "ch"},
        {0, "shes", "sh"}, {0, "men", "man"}, {0, "ies", "y"}, {1, "s", ""},    {1, "ies", "y"},
        {1, "es", "e"},    {1, "es", ""},     {1, "ed", "e"},  {1, "ed", ""},   {1, "ing", "e"},
        {1, "ing", ""},    {2, "er", ""},     {2, "est", ""},  {2, "er", "e"},  {2, "est", "e"},
    };

    // A form and a base form of it in a part of speech; NO_WORD if that part has none of its base
    // forms.
    struct Irregular {
        std::int32_t form;
        std::size_t part;
        std::int32_t base;
    };

    // The unread part of the table. Whatever its bytes are, nothing is read past its end.
    struct Reader {
        std::string_view rest;

        std::string_view line() {
            const std::size_t end = rest.find('\n');
            refuse_if(end == std::string_view::npos, DAMAGED);
            const std::string_view text = rest.substr(0, end);
            rest.remove_prefix(end + 1);
            return text;
        }

        std::uint8_t byte() {
            refuse_if(rest.empty(), DAMAGED);
            const auto value = static_cast<std::uint8_t>(rest.front());
            rest.remove_prefix(1);
            return value;
        }

        // At most `most`; seven bits a byte, the lowest first, and a high bit if more follow.
        std::size_t number(std::size_t most) {
            std::size_t value = 0;
            for (int shift = 0;; shift += 7) {
                const std::uint8_t next = byte();
                value |= std::size_t{next & 0x7fU} << shift;
                refuse_if(value > most || shift > 21, DAMAGED);
                if (next < 0x80) return value;
            }
        }

        // The number of entries that follow, each of a byte or more.
        std::size_t count() {
            const std::size_t value = number(rest.size());
            refuse_if(value > rest.size(), DAMAGED);
            return value;
        }
    };

    void read_words(Reader& reader) {
        const std::size_t count = reader.count();
        words_.reserve(count);
        parts_.resize(count);
        std::string word;
        for (std::size_t number = 0; number < count; ++number) {
            const std::size_t shared = reader.byte();
            refuse_if(shared > word.size(), DAMAGED);
            word.resize(shared);
            word += reader.line();
            refuse_if(words_.number(word) != static_cast<std::int32_t>(number), DAMAGED);
        }
    }

    void read_synsets(Reader& reader) {
        std::vector<std::int32_t> members;
        std::vector<std::size_t> ends;  // of each synset
        for (std::size_t part = 0; part < PARTS; ++part) {
            std::size_t first = 0;
            for (std::size_t left = reader.count(); left > 0; --left) {
                first += reader.number(words_.size());
                if (first >= words_.size()) first -= words_.size();
                const std::size_t size = reader.count() + 1;
                for (std::size_t i = 0, word = first; i < size; ++i) {
                    if (i > 0) word += 1 + reader.number(words_.size());
                    refuse_if(word >= words_.size(), DAMAGED);
                    members.push_back(static_cast<std::int32_t>(word));
                    parts_[word] |= 1U << part;
                }
                ends.push_back(members.size());
            }
        }
        synset_count_ = static_cast<std::int32_t>(ends.size());

        offsets_.assign(words_.size() + 1, 0);
        for (const std::int32_t word : members) ++offsets_[word + 1];
        for (std::size_t word = 0; word < words_.size(); ++word) {
            offsets_[word + 1] += offsets_[word];
        }
        synsets_.resize(members.size());
        std::vector<std::int32_t> next(offsets_.begin(), offsets_.end() - 1);
        for (std::size_t synset = 0, i = 0; synset < ends.size(); ++synset) {
            for (; i < ends[synset]; ++i) {
                synsets_[next[members[i]]++] = static_cast<std::int32_t>(synset);
            }
        }
    }

    void read_irregular(Reader& reader) {
        for (std::size_t part = 0; part < PARTS; ++part) {
            std::size_t form = 0;
            for (std::size_t left = reader.count(); left > 0; --left) {
                form += reader.number(words_.size());
                refuse_if(form >= words_.size(), DAMAGED);
                const auto number = static_cast<std::int32_t>(form);
                const std::size_t bases = reader.count();
                if (bases == 0) irregular_.push_back({number, part, NO_WORD});
                for (std::size_t i = 0; i < bases; ++i) {
                    const std::size_t base = reader.number(words_.size());
                    refuse_if(base >= words_.size(), DAMAGED);
                    irregular_.push_back({number, part, static_cast<std::int32_t>(base)});
                }
            }
        }
        std::ranges::stable_sort(
            irregular_, [](const auto& one, const auto& other) { return one.form < other.form; });
    }

    void append_row(std::int32_t word, std::vector<std::int32_t>& synsets) const {
        if (word == NO_WORD) return;
        synsets.insert(synsets.end(), synsets_.begin() + offsets_[word],
                       synsets_.begin() + offsets_[word + 1]);
    }

    void append_rows_of_regular_bases(std::string_view word, unsigned irregular_parts,
                                      std::vector<std::int32_t>& synsets) const {
        // Words as short as "as" or ending like "glass" are neither plurals nor third person.
        if (word.size() <= 2 || word.ends_with("ss")) return;
        unsigned done = irregular_parts;
        std::string base;
        for (const auto& [part, ending, base_ending] : SUFFIXES) {
            if ((done >> part & 1U) != 0 || !word.ends_with(ending)) continue;
            base.assign(word.substr(0, word.size() - ending.size())).append(base_ending);
            const std::int32_t number = words_.find(base);
            if (number == NO_WORD || (parts_[number] >> part & 1U) == 0) continue;
            append_row(number, synsets);
            done |= 1U << part;
        }
    }

    Interner words_;
    std::vector<std::uint8_t> parts_;    // of each word, a bit each
    std::vector<std::int32_t> offsets_;  // where the synsets of each word begin
    std::vector<std::int32_t> synsets_;
    std::vector<Irregular> irregular_;  // by form
    std::int32_t synset_count_ = 0;
};

}  // namespace wordorder
