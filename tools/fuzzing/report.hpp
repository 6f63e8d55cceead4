// Reports of every fuzzer: its current input, a failed check, and the tally of what ran.
#pragma once

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace wordorder::fuzzing {

inline std::function<std::string()> current_input = [] { return std::string("none"); };
inline std::map<std::string, unsigned long long> tally;

// The handler of abort() does what no handler should, but there is nothing left to lose; a second
// abort() meets no handler.
extern "C" inline void print_input_and_exit(int) {
    std::signal(SIGABRT, SIG_DFL);
    std::fprintf(stderr, "input: %s\n", current_input().c_str());
    std::_Exit(1);
}

inline void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "check failed: %s\n", what);
    print_input_and_exit(SIGABRT);
}

template <class Numbers>
std::string written(const Numbers& numbers) {
    std::string text = "[";
    for (const auto number : numbers) text += std::to_string(number) + " ";
    return text + "]";
}

inline std::string escaped(std::string_view text) {
    std::string shown;
    for (const char c : text) {
        char code[5] = {c};
        if (c < ' ' || c > '~') std::snprintf(code, sizeof code, "\\x%02x", c & 0xFF);
        shown += code;
    }
    return shown;
}

}  // namespace wordorder::fuzzing
