/** Commands on music and voice-overs: their inverses, their names, and what two devices do to one list. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyChange } from '#data/document/apply-change.ts';
import type { ProjectDocument } from '#data/document/document.ts';
import {
  addAudio,
  deleteAudio,
  duplicateAudio,
  muteLane,
  patchAudio,
  splitAudio,
} from '#editor/commands/edit-audio.ts';
import type { CommandPlan } from '#editor/plan.ts';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import type { Project } from '#shared/entities/project.ts';
import { movieAudioSchema } from '#shared/entities/movie-audio.ts';
import { audioSpan } from '#shared/movie/audio-span.ts';
import { audioPiece, projectRow, testId } from '#tests/helpers/rows.ts';
import { audioSteps, type AudioStep } from '../sync/walk.ts';

const IDS = [testId(801), testId(802)];
const heardOf = (piece: MovieAudio) => audioSpan(piece, { movieSeconds: 60, fileSeconds: 10 });

const pieces = fc
  .array(
    fc.record({
      kind: fc.constantFrom('music' as const, 'voice' as const),
      startSeconds: fc.nat(20),
      inSeconds: fc.nat(3),
      outSeconds: fc.integer({ min: 4, max: 10 }),
      loop: fc.boolean(),
      lengthSeconds: fc.option(fc.integer({ min: 1, max: 30 })),
      fadeInSeconds: fc.nat(2),
      fadeOutSeconds: fc.nat(2),
      muted: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((rows) =>
    rows.map((fields, index) => audioPiece({ ...fields, id: testId(700 + index), name: `Piece ${index}` })),
  );

function planOf(project: Project, piece: MovieAudio, edit: AudioStep): CommandPlan | null {
  if (edit.op === 'add') return addAudio(project, audioPiece({ ...edit.fields, id: testId(800) }));
  if (edit.op === 'patch') {
    const isWhole = movieAudioSchema.safeParse({ ...piece, ...edit.patch }).success;
    return isWhole ? patchAudio(project, piece, edit.patch) : null;
  }
  if (edit.op === 'remove') return deleteAudio(project, piece);
  const heard = heardOf(piece);
  if (heard === null) return null;
  if (edit.op === 'duplicate') return duplicateAudio(project, piece, { id: testId(800), end: heard.endSeconds });
  try {
    return splitAudio(project, piece, { ...heard, at: piece.startSeconds + edit.after, ids: IDS });
  } catch {
    return null;
  }
}

test('every command is taken back by its inverse, beside whatever another device has changed meanwhile', () => {
  fc.assert(
    fc.property(pieces, fc.nat(3), audioSteps, (audio, at, edit) => {
      const project = projectRow({ audio });
      const piece = audio[at % audio.length] ?? audioPiece();
      const plan = planOf(project, piece, edit);
      if (plan === null) return;
      const start: ProjectDocument = { project, scenes: [], tombstones: [] };
      const changed = plan.changes.reduce(applyChange, start);
      for (const one of changed.project?.audio ?? []) movieAudioSchema.parse(one);
      expect((plan.inverse ?? []).reduce(applyChange, changed)).toEqual(start);
      const theirs = audioPiece({ id: testId(850), name: 'Theirs' });
      const both = addAudio(project, theirs).changes.reduce(applyChange, changed);
      const back = (plan.inverse ?? []).reduce(applyChange, both);
      expect(back.project?.audio.filter(({ id }) => id !== theirs.id)).toEqual(audio);
      expect(back.project?.audio).toContainEqual(theirs);
    }),
  );
});

test('what is split sounds as it did: the same places of the file at the same times', () => {
  const soundAt = (list: readonly MovieAudio[], at: number): number[] =>
    list.flatMap((piece) => {
      const span = heardOf(piece);
      if (span === null || at < span.startSeconds || at >= span.endSeconds) return [];
      return [span.inSeconds + ((at - span.startSeconds) % span.passSeconds)];
    });
  fc.assert(
    fc.property(pieces, fc.double({ min: 0, max: 40, noNaN: true }), (audio, after) => {
      const [piece] = audio;
      const heard = piece && heardOf(piece);
      if (!piece || !heard) return;
      const project = projectRow({ audio: [piece] });
      const plan = planOf(project, piece, { op: 'split', after });
      if (plan === null) return;
      const changed = plan.changes.reduce(applyChange, { project, scenes: [], tombstones: [] }).project?.audio ?? [];
      expect(changed.length).toBeGreaterThan(1);
      for (let at = heard.startSeconds + 0.0137; at < heard.endSeconds - 0.002; at += 0.173) {
        const [was] = soundAt([piece], at);
        const now = soundAt(changed, at);
        // Where two parts or two passes meet, rounding may tell either side.
        const isNear = now.some((place) => {
          const apart = Math.abs(place - (was ?? Number.NaN)) % heard.passSeconds;
          return Math.min(apart, heard.passSeconds - apart) < 1e-6;
        });
        expect(isNear || now.length !== 1).toBe(true);
      }
    }),
  );
});

test('a step is called by what it does', () => {
  const piece = audioPiece();
  const project = projectRow({ audio: [piece] });
  const label = (patch: Parameters<typeof patchAudio>[2]): string => patchAudio(project, piece, patch).label;
  expect(label({ startSeconds: 3 })).toBe('Move “Harbor at night”');
  expect(label({ startSeconds: 3, inSeconds: 3 })).toBe('Trim “Harbor at night”');
  expect(label({ muted: true })).toBe('Mute “Harbor at night”');
  expect(label({ loop: true })).toBe('Loop “Harbor at night”');
  expect(label({ gainDb: -9 })).toBe('Change the volume of “Harbor at night”');
  expect(label({ fadeInSeconds: 2 })).toBe('Fade “Harbor at night”');
  expect(label({ duckDb: 8 })).toBe('Change the ducking of “Harbor at night”');
  expect(muteLane(project, 'music', true).label).toBe('Mute all music');
  expect(patchAudio(project, piece, { gainDb: 0 }).changes).toEqual([]);
});

test('a hundred pieces are enough', () => {
  const audio = Array.from({ length: 100 }, (_, n) => audioPiece({ id: testId(1000 + n) }));
  const project = projectRow({ audio });
  expect(() => addAudio(project, audioPiece())).toThrow('up to 100 pieces');
  const [first] = audio;
  expect(() => first && duplicateAudio(project, first, { id: testId(5), end: 4 })).toThrow('up to 100 pieces');
});
