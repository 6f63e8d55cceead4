// The weights of links between two words, where vectors compare any two words.
//
// They belong to log-linear models: the logarithm of a pair's factor is the sum of
//   exact, stem, synonym, vectors   by the stage of their match
//   frequent_exact                  for the same word on both sides, if it is frequent
//   similarity                      times the cosine, if they match by vectors
//   frequent_similarity             likewise, in addition, if one of them is frequent, or both
//   one_frequent                    if one of them is frequent and the other is not
//   both_frequent                   if both are, and they match by vectors
//   rival                           times the similarity of the partner to the most similar other
//                                   word that has no obvious partner: 1 if exact, 0.8 by stem or
//                                   synonym, else the cosine
// and of no partner `unlinked`, with `unlinked_frequent` for a frequent word.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/errors.hpp"
#include "link/jumps.hpp"
#include "match/candidates.hpp"

namespace wordorder {

struct LinkWeights {
    double exact = 0, frequent_exact = 0, stem = 0, synonym = 0, vectors = 0, similarity = 0,
           frequent_similarity = 0, one_frequent = 0, both_frequent = 0, rival = 0, unlinked = 0,
           unlinked_frequent = 0;
    Jumps::Factors jumps{};  // their logarithms
};

// A model of links, and the frequent words of the vocabulary.
struct LinkModel {
    LinkWeights weights;
    std::span<const std::uint8_t> frequent;
};

inline void check_model(const LinkModel& model, const MatchData& data) {
    if (data.weights[Stage::vectors] == 0) throw InputError("a link model needs vectors");
    if (model.frequent.size() < static_cast<std::size_t>(data.words)) {
        throw InputError("each word must be marked as frequent or not");
    }
    const LinkWeights& w = model.weights;
    std::vector<double> all{
        w.exact,      w.frequent_exact,      w.stem,         w.synonym,       w.vectors,
        w.similarity, w.frequent_similarity, w.one_frequent, w.both_frequent, w.rival,
        w.unlinked,   w.unlinked_frequent};
    all.insert(all.end(), w.jumps.begin(), w.jumps.end());
    for (const double weight : all) {
        // Keeps factors within e^±250, so that no sum becomes 0 or infinite.
        if (!(std::abs(weight) <= 50)) throw InputError("a link weight must be from -50 to 50");
    }
}

}  // namespace wordorder
