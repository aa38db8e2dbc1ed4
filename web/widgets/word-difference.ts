/** What differs between two texts, word by word. Pure. */

export type Piece = { text: string; isChanged: boolean };

/** Words of unchanged text that are shown beside a change; what is further away is an ellipsis. */
const CONTEXT_WORDS = 8;
/** Longer texts are compared as a whole: a table of all pairs of their words would be too large. */
const MOST_WORDS = 2_000;

/** Both texts in pieces, those marked that the other one does not have. */
export function wordDifference(before: string, after: string): { before: Piece[]; after: Piece[] } {
  const [former, present] = [wordsOf(before), wordsOf(after)];
  if (former.length > MOST_WORDS || present.length > MOST_WORDS) {
    return { before: [{ text: before, isChanged: true }], after: [{ text: after, isChanged: true }] };
  }
  const shared = withoutLoneWords(longestShared(former, present), former.length, present.length);
  const [kept, keptNow] = [new Set(shared.map(([i]) => i)), new Set(shared.map(([, j]) => j))];
  return {
    before: joinWords(former, (place) => !kept.has(place)),
    after: joinWords(present, (place) => !keptNow.has(place)),
  };
}

/** The same pieces with long unchanged runs cut down to the words beside the changes. */
export function withoutLongRuns(pieces: readonly Piece[]): Piece[] {
  if (!pieces.some(({ isChanged }) => isChanged)) return [...pieces];
  return pieces.map((piece, place) => {
    if (piece.isChanged) return piece;
    // Each with the space before it, the last with the space behind it too.
    const words = piece.text.match(/\s*\S+(?:\s+$)?/g) ?? [];
    const [isFirst, isLast] = [place === 0, place === pieces.length - 1];
    const kept = (isFirst ? 0 : CONTEXT_WORDS) + (isLast ? 0 : CONTEXT_WORDS);
    if (words.length <= kept + 2) return piece;
    const head = isFirst ? '' : words.slice(0, CONTEXT_WORDS).join('');
    const tail = isLast ? '' : words.slice(-CONTEXT_WORDS).join('').trimStart();
    const gap = isFirst ? '… ' : isLast ? ' …' : ' … ';
    return { text: `${head}${gap}${tail}`, isChanged: false };
  });
}

/** Words, each with the space behind it. */
function wordsOf(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

/** The places of a word in both texts. */
type Pair = readonly [number, number];

/** A single word that both have between two changes belongs to the change: "beam cross the clouds" is one. */
function withoutLoneWords(pairs: readonly Pair[], formerCount: number, presentCount: number): Pair[] {
  const follows = (one: Pair, next: Pair): boolean => next[0] === one[0] + 1 && next[1] === one[1] + 1;
  const [start, end]: [Pair, Pair] = [
    [-1, -1],
    [formerCount, presentCount],
  ];
  return pairs.filter((pair, place) => {
    const [before, after] = [pairs[place - 1] ?? start, pairs[place + 1] ?? end];
    return follows(before, pair) || follows(pair, after);
  });
}

/** A longest common subsequence of the words. */
function longestShared(former: readonly string[], present: readonly string[]): Pair[] {
  const isSame = (i: number, j: number): boolean => former[i]?.trim() === present[j]?.trim();
  const width = present.length + 1;
  const lengths = new Uint16Array((former.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = former.length - 1; i >= 0; i--)
    for (let j = present.length - 1; j >= 0; j--)
      lengths[i * width + j] = isSame(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const shared: Pair[] = [];
  for (let i = 0, j = 0; i < former.length && j < present.length;) {
    if (isSame(i, j)) {
      shared.push([i++, j++]);
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return shared;
}

/** Neighbours of one kind become one piece. The space behind a run of changed words is no part of it. */
function joinWords(words: readonly string[], isChanged: (place: number) => boolean): Piece[] {
  const pieces: Piece[] = [];
  const add = (text: string, changed: boolean): void => {
    const last = pieces.at(-1);
    if (text === '') return;
    if (last?.isChanged === changed) last.text += text;
    else pieces.push({ text, isChanged: changed });
  };
  for (const [place, word] of words.entries()) {
    const changed = isChanged(place);
    const isLastOfRun = changed && (place + 1 === words.length || !isChanged(place + 1));
    if (!isLastOfRun) add(word, changed);
    else {
      add(word.trimEnd(), true);
      add(word.slice(word.trimEnd().length), false);
    }
  }
  return pieces;
}
