// Loops that are compiled twice, for processors with AVX2 and for all others; the results are the
// same. Only where the loader can choose between them.
#pragma once

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define WORDORDER_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WORDORDER_WIDE
#endif
