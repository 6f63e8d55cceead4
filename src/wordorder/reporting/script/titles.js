const LETTER = 6.8; // average width in pixels
const FEWEST_LETTERS = 18; // in a line

/** The chart, with the titles of its axes in lines of at most `across` or `up` pixels. */
export function withTitles(chart, across, up) {
  const made = { ...chart };
  if (chart.layer !== undefined) {
    made.layer = chart.layer.map((part) => withTitles(part, across, up));
  }
  if (chart.encoding !== undefined) {
    made.encoding = { ...chart.encoding };
    for (const [channel, room] of [["x", across], ["y", up]]) {
      if (chart.encoding[channel]?.title) {
        made.encoding[channel] = { ...chart.encoding[channel], title: inLines(chart.encoding[channel].title, room) };
      }
    }
  }
  return made;
}

/** A title (text or lines) in lines of at most `room` pixels. */
export function inLines(title, room) {
  const letters = Math.max(room / LETTER, FEWEST_LETTERS);
  const lines = [];
  for (const word of [title].flat().join(" ").split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines;
}
