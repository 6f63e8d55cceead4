// Words of lines as mteval-v13a splits Western languages, byte for byte like sacreBLEU: its
// replacements and four rules, one after the other, then words between white space.
//
// Text is UTF-8. The rules concern ASCII characters, whose bytes occur in no other character.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/checkpoint.hpp"
#include "core/shared_work.hpp"

namespace wordorder {

class Tokenizer13a {
public:
    // Appends the words of the line, with blanks between them.
    void append(std::string_view line, std::string& words) {
        line_.assign(" ").append(line).append(" ");
        replace_all("<skipped>", "");
        replace_all("-\n", "");
        replace_all("\n", " ");
        replace_all("&quot;", "\"");
        replace_all("&amp;", "&");
        replace_all("&lt;", "<");
        replace_all("&gt;", ">");
        set_marks_apart();
        set_stops_apart_unless_after_digits();
        set_stops_apart_unless_before_digits();
        set_dashes_apart_after_digits();
        append_words(words);
    }

private:
    static bool is_digit(char c) { return '0' <= c && c <= '9'; }
    static bool is_stop(char c) { return c == '.' || c == ','; }

    static bool is_mark(char c) {
        return ('{' <= c && c <= '~') || ('[' <= c && c <= '`') || (' ' <= c && c <= '&') ||
               ('(' <= c && c <= '+') || (':' <= c && c <= '@') || c == '/';
    }

    void replace_all(std::string_view what, std::string_view by) {
        std::size_t found = line_.find(what);
        if (found == std::string::npos) return;
        std::size_t done = 0;
        next_.clear();
        for (; found != std::string::npos; found = line_.find(what, done)) {
            next_.append(line_, done, found - done).append(by);
            done = found + what.size();
        }
        next_.append(line_, done);
        line_.swap(next_);
    }

    void set_marks_apart() {
        next_.clear();
        for (const char c : line_) {
            if (is_mark(c)) {
                next_ += ' ';
                next_ += c;
                next_ += ' ';
            } else {
                next_ += c;
            }
        }
        line_.swap(next_);
    }

    // Rewrites neighbouring pairs from left to right; the next pair begins behind the last one.
    template <class IsPair, class Append>
    void rewrite_pairs(const IsPair& is_pair, const Append& append) {
        next_.clear();
        std::size_t i = 0;
        while (i < line_.size()) {
            if (i + 1 < line_.size() && is_pair(line_[i], line_[i + 1])) {
                append(line_[i], line_[i + 1]);
                i += 2;
            } else {
                next_ += line_[i++];
            }
        }
        line_.swap(next_);
    }

    void set_stops_apart_unless_after_digits() {
        rewrite_pairs([](char a, char b) { return !is_digit(a) && is_stop(b); },
                      [this](char a, char b) { (((next_ += a) += ' ') += b) += ' '; });
    }

    void set_stops_apart_unless_before_digits() {
        rewrite_pairs([](char a, char b) { return is_stop(a) && !is_digit(b); },
                      [this](char a, char b) { (((next_ += ' ') += a) += ' ') += b; });
    }

    void set_dashes_apart_after_digits() {
        rewrite_pairs([](char a, char b) { return is_digit(a) && b == '-'; },
                      [this](char a, char b) { (((next_ += a) += ' ') += b) += ' '; });
    }

    void append_words(std::string& words) const {
        const std::string_view line = line_;
        bool first = true;
        std::size_t i = 0;
        while (i < line.size()) {
            if (const std::size_t length = white_space(line.substr(i))) {
                i += length;
                continue;
            }
            const std::size_t begin = i;
            while (i < line.size() && !white_space(line.substr(i))) ++i;
            if (!first) words += ' ';
            words += line.substr(begin, i - begin);
            first = false;
        }
    }

    // The number of bytes of a white-space character at the beginning, by Python's definition; else
    // 0.
    static std::size_t white_space(std::string_view text) {
        const auto at = [text](std::size_t i) -> unsigned {
            return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
        };
        const unsigned a = at(0);
        if (a < 0x80) return (0x09 <= a && a <= 0x0D) || (0x1C <= a && a <= 0x20);
        if (a == 0xC2) return at(1) == 0x85 || at(1) == 0xA0 ? 2 : 0;
        if (a < 0xE1 || a > 0xE3) return 0;
        const unsigned rest = at(1) << 8 | at(2);
        const bool found = (a == 0xE1 && rest == 0x9A80) || (a == 0xE3 && rest == 0x8080) ||
                           (a == 0xE2 && ((0x8080 <= rest && rest <= 0x808A) || rest == 0x80A8 ||
                                          rest == 0x80A9 || rest == 0x80AF || rest == 0x819F));
        return found ? 3 : 0;
    }

    std::string line_, next_;
};

// The words of all lines, each line with a line end, which words never contain.
inline std::string tokenize_13a(std::span<const std::string_view> lines, std::size_t threads,
                                const Checkpoint& checkpoint) {
    constexpr std::size_t LINES_PER_PART = 256;
    std::vector<std::string> parts((lines.size() + LINES_PER_PART - 1) / LINES_PER_PART);
    SharedWork(parts.size(), threads, checkpoint).run([&](auto& worker) {
        Tokenizer13a tokenizer;
        std::size_t part;
        while (worker.take(part)) {
            const std::size_t begin = part * LINES_PER_PART;
            std::string words;
            for (const std::string_view line :
                 lines.subspan(begin, std::min(LINES_PER_PART, lines.size() - begin))) {
                tokenizer.append(line, words);
                words += '\n';
            }
            parts[part] = std::move(words);
        }
    });
    std::string text;
    for (const std::string& part : parts) text += part;
    return text;
}

}  // namespace wordorder
