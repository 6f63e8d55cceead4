// A keyed hash: without the keys, nobody can construct colliding words. Every process draws its own
// keys; lookups do not depend on them.
#pragma once

#include <cstdint>
#include <random>

#ifdef _MSC_VER
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

struct WideProduct {
    std::uint64_t low, high;

    bool operator==(const WideProduct&) const = default;
};

// From four products of 32 bits, for machines without a wider one.
constexpr WideProduct product_of_halves(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t HALF = 0xffff'ffff;
    const std::uint64_t low = (a & HALF) * (b & HALF), high = (a >> 32) * (b >> 32);
    const std::uint64_t left = (a >> 32) * (b & HALF), right = (a & HALF) * (b >> 32);
    const std::uint64_t middle = (low >> 32) + (left & HALF) + (right & HALF);
    return {middle << 32 | (low & HALF), high + (left >> 32) + (right >> 32) + (middle >> 32)};
}

#ifdef __SIZEOF_INT128__
constexpr WideProduct wide_product(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return {static_cast<std::uint64_t>(product), static_cast<std::uint64_t>(product >> 64)};
}
#elif defined(_M_ARM64) || defined(_M_ARM64EC)
inline WideProduct wide_product(std::uint64_t a, std::uint64_t b) { return {a * b, __umulh(a, b)}; }
#elif defined(_M_X64)
inline WideProduct wide_product(std::uint64_t a, std::uint64_t b) {
    WideProduct product;
    product.low = _umul128(a, b, &product.high);
    return product;
}
#else
constexpr WideProduct wide_product(std::uint64_t a, std::uint64_t b) {
    return product_of_halves(a, b);
}
#endif

#ifdef __SIZEOF_INT128__
// Where both exist, the compiler checks that they agree.
static_assert([] {
    constexpr std::uint64_t NUMBERS[] = {0,
                                         1,
                                         0xffff'ffff,
                                         0x1'0000'0000,
                                         0x1'0000'0001,
                                         0x8000'0000'0000'0000,
                                         0x9e37'79b9'7f4a'7c15,
                                         0xffff'ffff'0000'0000,
                                         0xffff'ffff'ffff'ffff};
    for (const std::uint64_t a : NUMBERS) {
        for (const std::uint64_t b : NUMBERS) {
            if (product_of_halves(a, b) != wide_product(a, b)) return false;
        }
    }
    return true;
}());
#endif

// Combines the high and low halves of the product of two keyed numbers: every bit of both affects
// the whole result (as in Wang Yi's wyhash).
inline std::uint64_t mixed(std::uint64_t a, std::uint64_t b, const HashKeys& keys) {
    const WideProduct product = wide_product(a ^ keys.first, b ^ keys.second);
    return product.low ^ product.high;
}

}  // namespace wordorder
