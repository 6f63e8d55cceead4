// A keyed hash: nobody who does not know the keys can make words that collide. The keys are drawn
// anew in every process; what a table answers does not depend on them.
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

// The high and the low half of the product of two numbers, each with its key, put together: every
// bit of both has a share in all of the result (as in Wang Yi's wyhash).
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
