// The error for wrong data. Its message is one finished line; the bindings turn it into
// wordorder.errors.InputError, made of the same parts.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace wordorder {

// An argument named in a message; whoever shows it spells it, as base=1 or --base 1.
struct Argument { std::string name, value; };

using MessagePart = std::variant<std::string, Argument>;
using Message = std::vector<MessagePart>;

// The message as Python spells it.
inline std::string spelled(const Message& message) {
    std::string text;
    for (const MessagePart& part : message) {
        if (const auto* argument = std::get_if<Argument>(&part)) {
            text += argument->name + "=" + argument->value;
        } else {
            text += std::get<std::string>(part);
        }
    }
    return text;
}

struct InputError : std::runtime_error {
    explicit InputError(Message message)
        : std::runtime_error(spelled(message)), parts(std::move(message)) {}
    explicit InputError(std::string text) : InputError(Message{std::move(text)}) {}

    // The same error with a text before its message.
    InputError behind(std::string text) const {
        Message message{std::move(text)};
        message.insert(message.end(), parts.begin(), parts.end());
        return InputError(std::move(message));
    }

    Message parts;
};

inline void refuse_if(bool wrong, const char* what) {
    if (wrong) throw InputError(what);
}

}  // namespace wordorder
