/** Recordings of voice-overs: as files, and which of them a piece plays. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AudioPatch, MovieAudio } from '#shared/entities/movie-audio.ts';
import { audioPatchSchema, movieAudioSchema } from '#shared/entities/movie-audio.ts';
import { limits } from '#shared/limits.ts';
import { dragAudio } from '#features/timeline/audio/audio-drag.ts';
import { editAudio } from '#shared/rules/audio-edits.ts';
import { splitPiece } from '#shared/rules/audio-split.ts';
import { addTake, chooseTake, endTakes, hasRoomForTake, takesOf, trimTakes } from '#shared/rules/audio-takes.ts';
import { sniffContainer } from '#shared/own-files/sniff.ts';
import { wavHead, wavSamples } from '#shared/sound/wav.ts';
import { audioPiece, testHash, testId } from '#tests/helpers/rows.ts';

const take = (n: number, inSeconds = 0.5) => ({
  mediaId: testHash(n),
  name: `Take ${n}`,
  inSeconds,
  outSeconds: inSeconds + 4,
});
const voice = (fields: Partial<MovieAudio> = {}): MovieAudio => audioPiece({ kind: 'voice', ...take(1), ...fields });
const after = (piece: MovieAudio, patch: AudioPatch | null): MovieAudio => {
  const [edited] = editAudio([piece], patch === null ? [] : [{ op: 'patch', id: piece.id, patch }]);
  if (!edited) throw new Error('The piece is gone.');
  return movieAudioSchema.parse(edited);
};

test('a new take is played, and the former ones are kept', () => {
  const two = after(voice(), addTake(voice(), take(2, 0.7)));
  expect(two).toMatchObject({ ...take(2, 0.7), takes: [take(1)] });
  const three = after(two, addTake(two, take(3)));
  expect(takesOf(three).map(({ name }) => name)).toEqual(['Take 1', 'Take 2', 'Take 3']);
  expect(hasRoomForTake(three)).toBe(true);
  const full = voice({ takes: Array.from({ length: limits.takesPerAudio }, (_, n) => take(n + 2)) });
  expect(hasRoomForTake(full)).toBe(false);
});

test('choosing takes in any order loses none and changes none', () => {
  const orders = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 30 });
  fc.assert(
    fc.property(orders, (order) => {
      const piece = voice({ takes: [2, 3, 4, 5].map((n) => take(n, n / 10)) });
      const end = order.reduce((now, n) => after(now, chooseTake(now, testHash(n))), piece);
      expect(takesOf(end)).toEqual(takesOf(piece));
      const last = order.findLast((n) => n <= 5) ?? 1;
      expect(end.mediaId).toBe(testHash(last));
    }),
  );
});

test('takes stay in step with a piece that is trimmed or split', () => {
  expect(trimTakes(voice({ takes: [take(2, 0.25)] }), 1)).toEqual([{ ...take(2, 0.25), inSeconds: 1.25 }]);
  expect(trimTakes(voice({ takes: [take(2, 0.25)] }), -1)[0]?.inSeconds).toBe(0);
  const piece = voice({ startSeconds: 10, takes: [take(2, 0.75)] });
  const parts = splitPiece(piece, { at: 11.5, ids: [testId(5)], passSeconds: 4, endSeconds: 14 });
  expect(parts?.map(({ inSeconds, takes }) => [inSeconds, takes[0]?.inSeconds])).toEqual([
    [0.5, 0.75],
    [2, 2.25],
  ]);
});

test('a piece is drawn out no further than each of its takes goes, so that they stay in step', () => {
  const piece = voice({ startSeconds: 10, inSeconds: 1, takes: [take(2, 0.25), take(3, 0.75)] });
  const drawn = after(piece, dragAudio(piece, 'start', -3, { movieSeconds: 60, fileSeconds: 5 }));
  expect(drawn).toMatchObject({ startSeconds: 9.75, inSeconds: 0.75 });
  expect(drawn.takes.map(({ inSeconds }) => inSeconds)).toEqual([0, 0.5]);
});

test('a take that is chosen in the first half of a split piece ends where that ends', () => {
  const piece = voice({ startSeconds: 10, takes: [take(2, 0.75)] });
  const [first] = splitPiece(piece, { at: 11.5, ids: [testId(5)], passSeconds: 4, endSeconds: 14 }) ?? [];
  if (!first) throw new Error('It was not split.');
  expect(after(first, chooseTake(first, testHash(2)))).toMatchObject({ inSeconds: 0.75, outSeconds: 2.25 });
});

test('a take that ends before the piece begins can’t be chosen, and is in step again when the piece is drawn out', () => {
  const short = { ...take(2, 0.5), outSeconds: 1.5 };
  const piece = voice({ takes: [short] });
  const cut = after(piece, { inSeconds: 2.5, takes: trimTakes(piece, 2) });
  expect(chooseTake(cut, testHash(2))).toBeNull();
  expect(trimTakes(cut, -2)).toEqual([short]);
});

test('takes that reach the end follow it there and back, and shorter ones stay', () => {
  const [reaching, short] = [take(2, 0.75), { ...take(3), outSeconds: 1.25 }];
  const piece = voice({ takes: [reaching, short] });
  const cut = endTakes(piece, 4, 2);
  expect(cut).toEqual([{ ...reaching, outSeconds: 2.75 }, short]);
  expect(endTakes({ takes: cut }, 2, 4)).toEqual([reaching, short]);
});

test('trimmed and split in any way, no chosen take reaches outside of its piece', () => {
  const lengths = fc.integer({ min: 2, max: 40 }).map((tenths) => tenths / 10);
  const step = fc.record({
    act: fc.constantFrom('start', 'end', 'first', 'second', 'choose'),
    by: fc.integer({ min: -40, max: 40 }).map((tenths) => tenths / 10),
  });
  const bounds = { movieSeconds: 60, fileSeconds: 4.5 };
  fc.assert(
    fc.property(fc.array(lengths, { minLength: 1, maxLength: 4 }), fc.array(step, { maxLength: 12 }), (own, steps) => {
      const takes = own.map((seconds, at) => ({ ...take(at + 2), outSeconds: 0.5 + seconds }));
      let piece = voice({ startSeconds: 10, takes });
      for (const { act, by } of steps) {
        const length = piece.outSeconds - piece.inSeconds;
        if (act === 'start' || act === 'end') piece = after(piece, dragAudio(piece, act, by, bounds));
        else if (act === 'choose') {
          const chosen = takesOf(piece)[Math.abs(Math.round(by))]?.mediaId;
          const patch = chosen === undefined ? null : chooseTake(piece, chosen);
          piece = after(piece, patch);
        } else {
          const place = { at: piece.startSeconds + Math.abs(by), ids: [testId(5)], passSeconds: length };
          const parts = splitPiece(piece, { ...place, endSeconds: piece.startSeconds + length });
          const part = parts?.[act === 'first' ? 0 : 1];
          if (part) piece = movieAudioSchema.parse(part);
        }
        const now = piece.outSeconds - piece.inSeconds;
        const isCut = (act === 'first' || act === 'end') && now < length - 0.003;
        for (const { mediaId } of piece.takes) {
          const patch = chooseTake(piece, mediaId);
          if (patch === null) continue;
          const heard = after(piece, patch);
          const lasts = heard.outSeconds - heard.inSeconds;
          expect(lasts).toBeGreaterThan(0);
          expect(isCut ? lasts : 0).toBeLessThanOrEqual(now + 0.003);
        }
      }
    }),
  );
});

test('an edit of takes is one that the API takes', () => {
  expect(audioPatchSchema.safeParse(addTake(voice(), take(2))).success).toBe(true);
});

test('a recording is a WAV file with its samples as they were', () => {
  const samples = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { maxLength: 300 });
  fc.assert(
    fc.property(samples, (values) => {
      const bytes = Buffer.concat([wavHead(48_000, values.length), wavSamples(Float32Array.from(values))]);
      expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
      expect(bytes.readUInt32LE(40)).toBe(values.length * 2);
      expect(bytes.readUInt32LE(24)).toBe(48_000);
      values.forEach((value, at) => expect(bytes.readInt16LE(44 + at * 2) / 32_767).toBeCloseTo(value, 4));
    }),
  );
  expect(sniffContainer(wavHead(48_000, 0))).toBe('wav');
  const loud = Buffer.from(wavSamples(Float32Array.of(1.5, -7)));
  expect([loud.readInt16LE(0), loud.readInt16LE(2)]).toEqual([32_767, -32_767]);
});
