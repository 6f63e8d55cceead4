// A keyed hash: without the keys, nobody can construct words that collide. Every process draws new
// keys; lookups do not depend on them.
#pragma once

#include <cstdint>
#include <random>

#if defined(_MSC_VER)
#include <intrin.h>
#endif

namespace wordorder {

struct HashKeys {
    std::uint64_t first, second;

    static const HashKeys& of_process() {
        static const HashKeys keys = drawn();
        return keys;
    }

private:
    static HashKeys drawn() {
        std::random_device random;
        const auto bits = [&random] { return std::uint64_t{random()} << 32 | random(); };
        return {bits(), bits()};
    }
};

// Combines the high and low halves of the product of two keyed numbers: every bit of both affects
// the whole result (as in Wang Yi's wyhash).
inline std::uint64_t mixed(std::uint64_t a, std::uint64_t b, const HashKeys& keys) {
    a ^= keys.first;
    b ^= keys.second;
#if defined(_MSC_VER)
    std::uint64_t high = 0;
    const std::uint64_t low = _umul128(a, b, &high);
    return low ^ high;
#else
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
#endif
}

}  // namespace wordorder
