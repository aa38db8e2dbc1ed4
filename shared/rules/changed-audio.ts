/** What of a movie's music and voice-overs an edit changed, so that edits of different pieces and fields stay apart. Pure. */
import type { MovieAudio } from '../entities/movie-audio.ts';
import { sameValue } from './same-value.ts';

/** `fields` is null where the whole piece came or went. */
export type AudioChange = { id: string; fields: ReadonlySet<string> | null };

export function changedAudio(before: readonly MovieAudio[], after: readonly MovieAudio[]): AudioChange[] {
  const [old, now] = [byId(before), byId(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((id): AudioChange[] => {
    const [was, is] = [old.get(id), now.get(id)];
    if (!was || !is) return [{ id, fields: null }];
    const values = new Map<string, unknown>(Object.entries(was));
    const fields = Object.entries(is).flatMap(([field, value]) => (sameValue(values.get(field), value) ? [] : [field]));
    return fields.length === 0 ? [] : [{ id, fields: new Set(fields) }];
  });
}

/** Whether two edits changed the same field of one piece. One that removes or restores a piece changes all of it. */
export function haveAudioFieldInCommon(first: readonly AudioChange[], second: readonly AudioChange[]): boolean {
  return first.some(({ id, fields }) => {
    const other = second.find((change) => change.id === id);
    if (!other) return false;
    return fields === null || other.fields === null || [...fields].some((field) => other.fields?.has(field));
  });
}

/** Music as it is now, with what an edit changed from one list to another made the other's. What else was edited stays. */
export function audioMadeInto(
  now: readonly MovieAudio[],
  { from, to }: { from: readonly MovieAudio[]; to: readonly MovieAudio[] },
): MovieAudio[] {
  const wanted = byId(to);
  return changedAudio(from, to).reduce<MovieAudio[]>(
    (pieces, { id, fields }) => {
      const piece = wanted.get(id);
      if (!piece) return pieces.filter((one) => one.id !== id);
      const place = pieces.findIndex((one) => one.id === id);
      if (place < 0) return pieces.toSpliced(to.indexOf(piece), 0, piece);
      const present = pieces[place];
      const changed = Object.entries(piece).filter(([field]) => fields === null || fields.has(field));
      return present ? pieces.with(place, { ...present, ...Object.fromEntries(changed) }) : pieces;
    },
    [...now],
  );
}

function byId(pieces: readonly MovieAudio[]): Map<string, MovieAudio> {
  return new Map(pieces.map((piece) => [piece.id, piece]));
}
