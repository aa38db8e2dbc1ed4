import { describe, expect, it, test } from 'vitest';
import type { Scene } from '#shared/entities/scene.ts';
import { modelIds, modelRow } from '#shared/catalogue/models.ts';
import { pricePerSecondUsd, unpricedModels } from '#shared/catalogue/prices.ts';
import { applyFeatureRules, type WantedClip } from '#shared/rules/feature-rules.ts';
import { featureSummary } from '#shared/rules/feature-summary.ts';
import { nearestModel } from '#shared/rules/nearest-model.ts';
import { extensionsOf, firstSegmentSeconds, playedSegment, segmentSeconds } from '#shared/rules/segments.ts';
import { totalDuration } from '#shared/rules/totals.ts';
import { unwantedThings } from '#edge-api/providers/video-model/unwanted-things.ts';
import { completeScene, extensionOf, sceneRow } from '#tests/helpers/rows.ts';

test.each(modelIds)('every upstream model of %s has a price', (id) => {
  expect(unpricedModels(id)).toEqual([]);
  expect(() => pricePerSecondUsd('another-model', '720p')).toThrow(RangeError);
});

describe('feature rules', () => {
  const nothing = { references: false, firstFrame: false, lastFrame: false, extension: false };
  const wanted: WantedClip = { model: 'veo-3.1', aspectRatio: '16:9', duration: 8, resolution: '720p', ...nothing };

  /** Every combination that a scene can ask for. */
  const everything = modelIds.flatMap((model) =>
    modelRow(model).durations.flatMap((duration) =>
      Array.from({ length: 64 }, (_, bits): WantedClip => ({
        ...{ model, duration, references: (bits & 1) > 0, firstFrame: (bits & 2) > 0 },
        ...{ lastFrame: (bits & 4) > 0, extension: (bits & 8) > 0 },
        aspectRatio: (bits & 16) > 0 ? '9:16' : '16:9',
        resolution: (bits & 32) > 0 ? '1080p' : '720p',
      })),
    ),
  );

  it('leave of every wish what the model can do, with a sentence for each thing that was taken out', () => {
    for (const wish of everything) {
      const { clip, notes } = applyFeatureRules(wish);
      const { rules } = modelRow(wish.model);
      const used = [
        clip.resolution === '1080p' ? rules['1080p'] : null,
        clip.references ? rules.references : null,
        clip.firstFrame && clip.lastFrame ? rules.interpolation : null,
        clip.extension ? rules.extension : null,
      ].filter((rule) => rule !== null);
      for (const rule of used) {
        expect(rule?.durations).toContain(clip.duration);
        expect(rule?.resolutions).toContain(clip.resolution);
        expect(rule?.ratios).toContain(clip.aspectRatio);
      }
      expect(clip.lastFrame && !clip.firstFrame).toBe(false);
      const changed = (['resolution', 'references', 'lastFrame', 'extension'] as const).filter(
        (name) => clip[name] !== wish[name],
      );
      expect(notes).toHaveLength(changed.length);
      expect(applyFeatureRules(clip)).toEqual({ clip, notes: [] });
    }
  });

  it('take out what the model cannot do at that length, leave the rest, and extend at 720p where nothing else goes', () => {
    const short = { ...wanted, duration: 6, resolution: '1080p', references: true } as const;
    const { clip, notes } = applyFeatureRules(short);
    expect([clip.resolution, clip.references, notes.length]).toEqual(['720p', false, 2]);
    const allowed = { ...short, duration: 8 };
    expect(applyFeatureRules(allowed)).toEqual({ clip: allowed, notes: [] });
    const longer = applyFeatureRules({ ...allowed, extension: true });
    expect(longer.clip).toMatchObject({ extension: true, resolution: '720p' });
  });

  it('let Veo have a first frame or references, and Gemini Omni both', () => {
    const both = { ...wanted, references: true, firstFrame: true };
    expect(applyFeatureRules(both).clip).toMatchObject({ references: false, firstFrame: true });
    expect(applyFeatureRules({ ...both, model: 'omni' }).clip).toMatchObject({ references: true, firstFrame: true });
  });

  it('make a scene without its extension where the model has none', () => {
    const { clip, notes } = applyFeatureRules({ ...wanted, model: 'veo-3', extension: true });
    expect(clip.extension).toBe(false);
    expect(notes).toEqual([expect.stringContaining('without its extension')]);
  });

  it('are told in words, each with what it is bound to', () => {
    expect(featureSummary(modelRow('veo-3.1'))).toBe(
      '1080p (8\u00A0s), references (8\u00A0s, 16:9), extension (8\u00A0s, 720p), between frames (8\u00A0s)',
    );
    expect(featureSummary(modelRow('omni'))).toBe('1080p, references, extension (8\u00A0s), between frames');
    expect(featureSummary(modelRow('veo-2'))).toBe('Between frames (8\u00A0s)');
  });
});

describe('the nearest model', () => {
  it.each([
    ['veo-3', ['veo-3.1', 'veo-2', 'omni'], 'veo-3.1'],
    ['veo-3.1', ['veo-3', 'veo-2', 'omni'], 'omni'],
    ['veo-3.1', ['veo-3', 'veo-2'], 'veo-3'],
    ['veo-2', ['omni'], 'omni'],
    ['omni', ['omni'], null],
  ] as const)('to %s of %j is %s', (wanted, reachable, nearest) => {
    expect(nearestModel(wanted, reachable)).toBe(nearest);
  });
});

describe('segments', () => {
  const scene = completeScene(1, { duration: 15, frameCount: 192 });
  /** What makes a row an extension. */
  const pick = ({ id, isExtension, parentSceneId, extensionIndex, duration }: Scene) => ({
    ...{ id, isExtension, parentSceneId, extensionIndex, duration },
  });
  const extension = (index: number, fields: Parameters<typeof sceneRow>[1] = {}) => ({
    ...completeScene(1, { frameCount: 192 + index * 168 }),
    ...pick(extensionOf(scene, index)),
    ...fields,
  });

  it('are the longest clip and as many extensions as the length needs', () => {
    const row = modelRow('veo-3.1');
    const segments = [4, 6, 8, 15, 22].map((seconds) => segmentSeconds(seconds, row).join(' + '));
    expect(segments).toEqual(['4', '6', '8', '8 + 7', '8 + 7 + 7']);
    expect(() => segmentSeconds(16, row)).toThrow(RangeError);
    expect(() => segmentSeconds(15, modelRow('veo-3'))).toThrow(RangeError);
  });

  it('leave the first clip what they don’t add', () => {
    expect(firstSegmentSeconds(scene, [scene, extension(1)])).toBe(8);
    expect(extensionsOf(scene.id, [extension(2), scene, extension(1)]).map((row) => row.extensionIndex)).toEqual([
      1, 2,
    ]);
  });

  it('play the file of the last one that is made, and its length counts', () => {
    const rows = [scene, extension(1), extension(2)];
    expect(playedSegment(scene, rows)).toBe(rows[2]);
    expect(totalDuration(rows)).toBe(22);
    const broken = [scene, extension(1, { status: 'failed' }), extension(2)];
    expect(playedSegment(scene, broken)).toBe(scene);
    expect(totalDuration(broken)).toBe(8);
  });

  it('go on playing the old file while all of them are made again', () => {
    const again = { ...scene, status: 'generating' as const };
    const rows = [again, extension(1, { status: 'generating' })];
    expect(playedSegment(again, rows)).toBe(rows[1]);
    expect(playedSegment(scene, [scene, extension(1, { status: 'generating' })])).toBe(scene);
  });

  it('count the asked length until there is a clip', () => {
    const asked = sceneRow(1, { duration: 15 });
    expect(totalDuration([asked, extensionOf(asked, 1)])).toBe(15);
  });

  it('are trimmed in the time of the whole scene', () => {
    const trimmed = { ...scene, trimStart: 2, trimEnd: 12 };
    expect(totalDuration([trimmed, extension(1)])).toBe(10);
  });
});

test.each([
  [null, []],
  ['  ', []],
  ['boats, text', ['boats', 'text']],
  ['No boats; don’t show any text.\nwithout walls', ['boats', 'text', 'walls']],
  ['noise, notes', ['noise', 'notes']],
  ['f/1.8 blur', ['f/1.8 blur']],
])('of %j these things are unwanted', (text, things) => {
  expect(unwantedThings(text)).toEqual(things);
});
