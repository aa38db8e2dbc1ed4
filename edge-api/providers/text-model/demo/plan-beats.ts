/** Which beats a part of a movie tells. Pure. */
import { arcs } from './arcs/all-arcs.ts';
import type { Arc, Beat } from './arcs/arc.ts';

export type PartPlace = {
  /** Number of the part and how many there are, from 1. */
  number: number;
  count: number;
  /** Scenes of the part, and of the parts before it. */
  scenes: number;
  earlier: number;
};

/** A movie of so few scenes has no time for two openings and two endings. */
const SHORT_MOVIE = 6;
/** In a movie of several parts, so many of its last scenes lead to its end. */
const LAST_ACT = 6;

/**
 * The beats of a part. A movie of one part tells one story, in as many of its episodes as fit. A longer one also tells of
 * episodes from stories of the same tone, and comes back to its own for the end.
 */
export function planBeats(arc: Arc, part: PartPlace): Beat[] {
  if (part.count === 1) return onePart(arc, part.scenes);
  const isLast = part.number === part.count;
  const start = part.number === 1 ? arc.opening : [];
  const end = isLast ? [...arc.middle.slice(-LAST_ACT), ...arc.ending].slice(-Math.max(1, part.scenes)) : [];
  const episodes = longMiddle(arc);
  const from = part.number === 1 ? 0 : part.earlier - arc.opening.length;
  const wanted = Math.max(0, part.scenes - start.length - end.length);
  const middle = Array.from({ length: wanted }, (_, index) => at(episodes, from + index));
  return [...start, ...middle, ...end].slice(0, part.scenes);
}

function onePart(arc: Arc, scenes: number): Beat[] {
  if (scenes <= 1) return [arc.opening[0]];
  const isShort = scenes <= SHORT_MOVIE;
  const start = isShort ? [arc.opening[1]] : arc.opening;
  const end = isShort ? [arc.ending[1]] : arc.ending;
  const wanted = scenes - start.length - end.length;
  const { middle } = arc;
  const episodes =
    wanted <= middle.length
      ? Array.from({ length: wanted }, (_, index) => at(middle, Math.floor(((index + 0.5) * middle.length) / wanted)))
      : Array.from({ length: wanted }, (_, index) => at(longMiddle(arc), index));
  return [...start, ...episodes, ...end];
}

/** The first half of a story's own episodes, those of the other stories of its tone, and then, if need be, the rest. */
function longMiddle(arc: Arc): Beat[] {
  const place = arcs.indexOf(arc);
  const others = [...arcs.slice(place + 1), ...arcs.slice(0, place)];
  const inTone = others.filter(({ tone }) => tone === arc.tone);
  const outOfTone = others.filter(({ tone }) => tone !== arc.tone);
  return [...arc.middle.slice(0, -LAST_ACT), ...[...inTone, ...outOfTone].flatMap(({ middle }) => middle)];
}

function at(beats: readonly Beat[], index: number): Beat {
  const beat = beats[index % beats.length];
  if (!beat) throw new Error('A story has no episodes.');
  return beat;
}
