/** Pictures and title cards whose clips are made anew: in one step, with their texts, and back again. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyChange } from '#data/document/apply-change.ts';
import { remakeStill, type Remade, type Still } from '#editor/commands/remake-still.ts';
import type { OwnClip } from '#shared/entities/own-file.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { stillGroundIds, stillGrounds } from '#shared/movie/still-grounds.ts';
import { remadeStill } from '#shared/rules/new-scene.ts';
import { completeScene, projectRow, testHash, testId, textOverlay } from '#tests/helpers/rows.ts';

const color = { primaries: null, transfer: null, matrix: null, fullRange: null };

function stillOf(seconds: number, hash: number, settings: Partial<Still['still']['settings']> = {}): Still {
  const video: OwnClip['facts']['video'] = {
    ...{ codec: 'avc1.64001f', width: 1280, height: 720, fps: { num: 24, den: 1 }, color },
    ...{ frameCount: Math.round(seconds * 24), durationSeconds: Math.round(seconds * 24) / 24 },
  };
  return {
    still: { picture: null, settings: { seconds, fit: 'fill', pushIn: false, background: 'black', ...settings } },
    clip: { sha256: testHash(hash), sizeBytes: 1_000 + hash, facts: { video, audio: null } },
  };
}

const text = (fields: Partial<TextOverlay> = {}): TextOverlay =>
  textOverlay({ id: testId(900), text: 'The end', endTime: 5, ...fields });

function cardWith(former: Still, fields: object = {}) {
  const scene = completeScene(1, {
    title: 'Card',
    ...remadeStill(former.still, former.clip),
    ...fields,
  });
  return { scene, document: { project: projectRow(), scenes: [scene], tombstones: [] } };
}

const edit = (former: Still, made: Still | null, words: string | null = null): Remade => ({
  ...{ made, former, title: 'Card', words },
});

test('what lasted to the end does so again, and the ink follows the background', () => {
  const former = stillOf(5, 1, { background: 'black' });
  const later = text({ id: testId(901), startTime: 1, endTime: 2, color: '#FF0000' });
  const { scene, document } = cardWith(former, {
    textOverlays: [text({ color: stillGrounds.black.ink }), later],
    trimStart: 1,
    trimEnd: 4,
  });
  const made = stillOf(8, 2, { background: 'cream' });
  const plan = remakeStill(projectRow(), scene, { ...edit(former, made, 'Fin'), title: 'Last card' });
  const [after] = plan.changes.reduce(applyChange, document).scenes;
  expect(after).toMatchObject({
    ...{ title: 'Last card', still: made.still, sha256: made.clip.sha256, duration: 8, frameCount: 192 },
    ...{ trimStart: null, trimEnd: null },
    textOverlays: [{ text: 'Fin', endTime: 8, color: stillGrounds.cream.ink }, later],
  });
});

test('words alone make no clip, and nothing is no edit', () => {
  const former = stillOf(5, 1);
  const { scene } = cardWith(former, { textOverlays: [text()] });
  const plan = remakeStill(projectRow(), scene, edit(former, null, 'Fin'));
  expect(plan.changes.map(({ kind }) => kind)).toEqual(['patch-texts']);
  expect(remakeStill(projectRow(), scene, edit(former, null, 'The end'))).toMatchObject({ changes: [], inverse: null });
});

test('one step back makes the scene what it was, whatever was set', () => {
  const seconds = fc.integer({ min: 10, max: 600 }).map((tenths) => tenths / 10);
  const ground = fc.constantFrom(...stillGroundIds);
  const time = fc.tuple(seconds, seconds).filter(([one, other]) => one !== other);
  fc.assert(
    fc.property(
      fc.record({ was: seconds, is: seconds, before: ground, after: ground, times: fc.array(time, { maxLength: 4 }) }),
      fc.option(fc.tuple(fc.nat(4), fc.integer({ min: 5, max: 9 })), { nil: null }),
      ({ was, is, before, after, times }, trim) => {
        const former = stillOf(was, 1, { background: before });
        const made = stillOf(is, 2, { background: after });
        const textOverlays = times.map(([one, other], index) =>
          text({
            id: testId(900 + index),
            startTime: Math.min(one, other),
            endTime: Math.max(one, other),
            color: index % 2 === 0 ? stillGrounds[before].ink : '#00FF00',
          }),
        );
        const trims = trim === null ? {} : { trimStart: trim[0] / 10, trimEnd: trim[1] / 10 };
        const { scene, document } = cardWith(former, { textOverlays, ...trims });
        const plan = remakeStill(projectRow(), scene, edit(former, made, textOverlays.length > 0 ? 'Fin' : null));
        const changed = plan.changes.reduce(applyChange, document);
        for (const { startTime, endTime } of changed.scenes[0]?.textOverlays ?? [])
          expect(startTime).toBeLessThan(endTime);
        expect((plan.inverse ?? []).reduce(applyChange, changed)).toEqual(document);
      },
    ),
  );
});
