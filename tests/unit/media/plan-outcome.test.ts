/** The dialog's word before an export and the card's behind it, on one plan. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reasonRows } from '#features/export/plan-sentences.ts';
import { planExport } from '#shared/export-plan/plan-export.ts';
import { plannedStretch } from '#shared/export-plan/planned-stretch.ts';
import type { PlanSummary } from '#media/worker/client.ts';
import { sceneOutcome } from '#shared/movie/scene-outcome.ts';
import { build, RECORDS, sceneArbitrary, whole8s, type SceneSpec } from './plan-builder.ts';

function stretchesOf(specs: readonly SceneSpec[]): PlanSummary['stretches'] {
  const { plan, clips } = build(specs);
  const target = { width: 1280, height: 720, format: 'mp4', label: '720p' } as const;
  const { video } = planExport(plan, clips, target, { encoderConfig: RECORDS.baseline });
  return video.map((stretch) => plannedStretch(plan, stretch));
}

/** With a key frame every second, so that all of a scene but its transition is copied. */
const keyed: SceneSpec = { ...whole8s, clip: { ...whole8s.clip, keyEvery: 24 } };

test('a scene counts as copied when all frames from its start to its end are, and every scene counts once', () => {
  fc.assert(
    fc.property(fc.array(sceneArbitrary, { minLength: 1, maxLength: 30 }), (specs) => {
      const { plan } = build(specs);
      const stretches = stretchesOf(specs);
      const copied = plan.scenes.filter(({ startFrame, frameCount }) =>
        stretches.every(
          (stretch) =>
            stretch.kind === 'copy' ||
            stretch.startFrame + stretch.frameCount <= startFrame ||
            stretch.startFrame >= startFrame + frameCount,
        ),
      );
      const outcome = sceneOutcome(stretches);
      expect(outcome.copiedScenes).toBe(copied.length);
      expect(outcome.copiedScenes + outcome.encodedScenes).toBe(plan.scenes.length);
    }),
  );
});

test('the pictures of a crossfade belong to both scenes, in the counts and in the reasons', () => {
  const stretches = stretchesOf([
    { ...keyed, transition: { kind: 'crossfade', seconds: 1, sound: true } },
    keyed,
    keyed,
  ]);
  expect(stretches.map(({ kind, sceneNumber, nextSceneNumber }) => [kind, sceneNumber, nextSceneNumber])).toEqual([
    ['copy', 1, undefined],
    ['encode', 1, 2],
    ['copy', 2, undefined],
    ['copy', 3, undefined],
  ]);
  expect(sceneOutcome(stretches)).toEqual({ copiedScenes: 1, encodedScenes: 2 });
  const summary: PlanSummary = {
    ...{ sceneCount: 3, copiedScenes: 1, stretches, encodedSeconds: 1, sizeBytes: 1, workBytes: 1, seconds: 1 },
    ...{ leftOutSound: [], reducedColor: [], losesCredentials: false, keptCodec: null },
    sound: { copiedSeconds: 0, encodedSeconds: 0, reasons: [], silentSeconds: 0, silentReasons: [] },
  };
  expect(reasonRows(summary, 24)).toEqual([
    { about: 'Scene 1', why: 'transition (1 s encoded, the rest copied)' },
    { about: 'Scene 2', why: 'transition (1 s encoded, the rest copied)' },
  ]);
});
