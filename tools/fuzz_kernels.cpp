// Random inputs, valid and hostile, for the kernels; tools/fuzz builds this with sanitizers.
//
//     fuzz_kernels [--inputs N] [--seconds T] [--seed S]
//
// It ends after N inputs or T seconds, whichever comes first. What is checked is that nothing
// crashes and that invariants hold; values are compared with the oracles in tests/.
//
// An input is one permutation or alignment, one ragged batch of them, one tree, one matching
// problem, one chain of words, a few sentence pairs, or one text. A failed check prints the input
// and exits with 1; so do a sanitizer's report and an unexpected exception, which end in abort().
#include <chrono>
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
#include "fuzzing/lifting_fuzzer.hpp"
#include "fuzzing/link_chain_fuzzer.hpp"
#include "fuzzing/match_solver_fuzzer.hpp"
#include "fuzzing/matching_fuzzer.hpp"
#include "fuzzing/ngram_fuzzer.hpp"
#include "fuzzing/permutation_fuzzer.hpp"
#include "fuzzing/permutation_text_fuzzer.hpp"
#include "fuzzing/precedence_fuzzer.hpp"
#include "fuzzing/precedence_search_fuzzer.hpp"
#include "fuzzing/relative_fuzzer.hpp"
#include "fuzzing/reordering_fuzzer.hpp"
#include "fuzzing/report.hpp"
#include "fuzzing/retention_fuzzer.hpp"
#include "fuzzing/shared_fuzzer.hpp"
#include "fuzzing/simple_operator_fuzzer.hpp"
#include "fuzzing/swap_fuzzer.hpp"
#include "fuzzing/tree_oracle_fuzzer.hpp"
#include "fuzzing/unit_tree_fuzzer.hpp"
#include "fuzzing/weighted_pair_fuzzer.hpp"
#include "fuzzing/word_fuzzer.hpp"

namespace wordorder::fuzzing {
namespace {

void fuzz(unsigned long long inputs, unsigned long long seconds, unsigned long long seed) {
    Dice dice(seed);
    PermutationFuzzer permutation(dice);
    BatchFuzzer<std::int32_t> narrow_batch(dice);
    BatchFuzzer<std::int64_t> wide_batch(dice);
    PermutationTextFuzzer permutation_text(dice);
    RelativeFuzzer relative(dice);
    AlignmentFuzzer alignment(dice);
    AlignmentBatchFuzzer<std::int32_t> narrow_alignment_batch(dice);
    AlignmentBatchFuzzer<std::int64_t> wide_alignment_batch(dice);
    AlignmentTextFuzzer alignment_text(dice);
    AlignerFuzzer aligner(dice);
    NgramFuzzer ngrams(dice);
    MatchingFuzzer matching(dice);
    MatchSolverFuzzer match_solver(dice);
    LinkChainFuzzer link_chain(dice);
    SharedFuzzer shared(dice);
    ContextFuzzer context(dice);
    ConlluFuzzer conllu(dice);
    UnitTreeFuzzer unit_trees(dice);
    LiftingFuzzer lifting(dice);
    TreeOracleFuzzer oracles(dice);
    PrecedenceFuzzer precedence(dice);
    PrecedenceSearchFuzzer searches(dice);
    ReorderingFuzzer reorderings(dice);
    RetentionFuzzer retention(dice);
    AnticipationFuzzer anticipation(dice);
    SimpleOperatorFuzzer simple_operators(dice);
    SwapFuzzer swaps(dice);
    WeightedPairFuzzer weighted_pairs(dice);
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
    add(1, narrow_alignment_batch);
    add(1, wide_alignment_batch);
    add(3, alignment_text);
    add(1, aligner);
    add(1, ngrams);
    add(1, matching);
    add(1, match_solver);
    add(1, link_chain);
    add(1, shared);
    add(1, context);
    add(2, conllu);
    add(1, unit_trees);
    add(2, lifting);
    add(1, oracles);
    add(1, precedence);
    add(1, searches);
    add(4, reorderings);
    add(2, retention);
    add(1, anticipation);
    add(1, simple_operators);
    add(1, swaps);
    add(1, weighted_pairs);
    add(1, words);

    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    unsigned long long done = 0;
    while (done < inputs && (seconds == 0 || std::chrono::steady_clock::now() < end)) {
        dice.pick(kinds)();
        if (++done % 250'000 == 0) std::fprintf(stderr, "%llu inputs\n", done);
    }
    std::printf("%llu inputs, seed %llu, all well", done, seed);
    for (const auto& [kind, count] : tally) std::printf("; %s %llu", kind.c_str(), count);
    std::printf("\n");
}

}  // namespace
}  // namespace wordorder::fuzzing

int main(int argc, char** argv) {
    unsigned long long inputs = 1'000'000, seconds = 0, seed = 1;
    for (int i = 1; i < argc; i += 2) {
        const std::string_view option = argv[i];
        unsigned long long* const number = option == "--inputs"    ? &inputs
                                           : option == "--seconds" ? &seconds
                                           : option == "--seed"    ? &seed
                                                                   : nullptr;
        if (i + 1 == argc || number == nullptr) {
            std::fprintf(stderr, "usage: fuzz_kernels [--inputs N] [--seconds T] [--seed S]\n");
            return 2;
        }
        *number = std::strtoull(argv[i + 1], nullptr, 10);
    }
    std::signal(SIGABRT, wordorder::fuzzing::print_input_and_exit);
    wordorder::fuzzing::fuzz(inputs, seconds, seed);
}
