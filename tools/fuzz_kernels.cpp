// Random inputs, valid and hostile, for the kernels; tools/fuzz builds this with sanitizers.
//
//     fuzz_kernels [--inputs N] [--seed S]
//
// An input is one permutation or alignment, one ragged batch of them, one tree, one matching
// problem, a few sentence pairs, or one text. A failed check prints the input and exits with 1; so
// do a sanitizer's report and an unexpected exception, which end in abort().
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <vector>

#include "fuzzing/aligner_fuzzer.hpp"
#include "fuzzing/alignment_batch_fuzzer.hpp"
#include "fuzzing/alignment_fuzzer.hpp"
#include "fuzzing/alignment_text_fuzzer.hpp"
#include "fuzzing/anticipation_fuzzer.hpp"
#include "fuzzing/batch_fuzzer.hpp"
#include "fuzzing/conllu_fuzzer.hpp"
#include "fuzzing/context_fuzzer.hpp"
#include "fuzzing/dice.hpp"
#include "fuzzing/match_solver_fuzzer.hpp"
#include "fuzzing/matching_fuzzer.hpp"
#include "fuzzing/ngram_fuzzer.hpp"
#include "fuzzing/permutation_fuzzer.hpp"
#include "fuzzing/permutation_text_fuzzer.hpp"
#include "fuzzing/relative_fuzzer.hpp"
#include "fuzzing/reordering_fuzzer.hpp"
#include "fuzzing/report.hpp"
#include "fuzzing/retention_fuzzer.hpp"
#include "fuzzing/simple_operator_fuzzer.hpp"
#include "fuzzing/unit_tree_fuzzer.hpp"
#include "fuzzing/word_fuzzer.hpp"

namespace wordorder::fuzzing {
namespace {

void fuzz(unsigned long long inputs, unsigned long long seed) {
    Dice dice(seed);
    PermutationFuzzer permutation(dice);
    BatchFuzzer<std::int32_t> narrow_batch(dice);
    BatchFuzzer<std::int64_t> wide_batch(dice);
    PermutationTextFuzzer permutation_text(dice);
    RelativeFuzzer relative(dice);
    AlignmentFuzzer alignment(dice);
    AlignmentBatchFuzzer alignment_batch(dice);
    AlignmentTextFuzzer alignment_text(dice);
    AlignerFuzzer aligner(dice);
    NgramFuzzer ngrams(dice);
    MatchingFuzzer matching(dice);
    MatchSolverFuzzer match_solver(dice);
    ContextFuzzer context(dice);
    ConlluFuzzer conllu(dice);
    UnitTreeFuzzer unit_trees(dice);
    ReorderingFuzzer reorderings(dice);
    RetentionFuzzer retention(dice);
    AnticipationFuzzer anticipation(dice);
    SimpleOperatorFuzzer simple_operators(dice);
    WordFuzzer words(dice);

    std::vector<std::function<void()>> kinds;
    const auto add = [&kinds](std::size_t share, auto& fuzzer) {
        kinds.insert(kinds.end(), share, [&fuzzer] { fuzzer.run(); });
    };
    add(5, permutation);
    add(1, narrow_batch);
    add(1, wide_batch);
    add(3, permutation_text);
    add(1, relative);
    add(5, alignment);
    add(1, alignment_batch);
    add(3, alignment_text);
    add(1, aligner);
    add(1, ngrams);
    add(1, matching);
    add(1, match_solver);
    add(1, context);
    add(2, conllu);
    add(1, unit_trees);
    add(4, reorderings);
    add(2, retention);
    add(1, anticipation);
    add(1, simple_operators);
    add(1, words);

    for (unsigned long long i = 1; i <= inputs; ++i) {
        dice.pick(kinds)();
        if (i % 250'000 == 0) std::fprintf(stderr, "%llu inputs\n", i);
    }
    std::printf("%llu inputs, seed %llu, all well", inputs, seed);
    for (const auto& [kind, count] : tally) std::printf("; %s %llu", kind.c_str(), count);
    std::printf("\n");
}

}  // namespace
}  // namespace wordorder::fuzzing

int main(int argc, char** argv) {
    unsigned long long inputs = 1'000'000, seed = 1;
    for (int i = 1; i < argc; i += 2) {
        const std::string_view option = argv[i];
        if (i + 1 == argc || (option != "--inputs" && option != "--seed")) {
            std::fprintf(stderr, "usage: fuzz_kernels [--inputs N] [--seed S]\n");
            return 2;
        }
        (option == "--seed" ? seed : inputs) = std::strtoull(argv[i + 1], nullptr, 10);
    }
    std::signal(SIGABRT, wordorder::fuzzing::print_input_and_exit);
    wordorder::fuzzing::fuzz(inputs, seed);
}
