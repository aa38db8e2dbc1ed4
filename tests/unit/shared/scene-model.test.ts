import { expect, test } from 'vitest';
import { reservedUsd } from '#shared/rules/reserved-cost.ts';
import { modelOfScene } from '#shared/rules/scene-model.ts';
import { projectRow, sceneRow } from '#tests/helpers/rows.ts';

const project = projectRow({ model: 'veo-3.1' });

test('a scene is made by its own model, else by its project’s, and an extension by its scene’s', () => {
  const scene = sceneRow(1, { model: 'omni' });
  const extension = sceneRow(1, { id: 'extension', isExtension: true, parentSceneId: scene.id, model: null });
  const rows = [scene, extension, sceneRow(2)];
  expect(rows.map((row) => modelOfScene(row, project, rows))).toEqual(['omni', 'omni', 'veo-3.1']);
});

test('what scenes reserve is counted by each one’s model', () => {
  const rows = [
    sceneRow(1, { model: 'omni', duration: 4 }),
    sceneRow(2, { duration: 8 }),
    sceneRow(3, { model: 'veo-2' }),
  ];
  const prices = { omni: 0.07, 'veo-3.1': 0.4, 'veo-3': 0.4, 'veo-2': null } as const;
  const usd = reservedUsd(project, rows, rows, (model) => {
    const perSecond = prices[model];
    return perSecond === null ? null : { '720p': perSecond, '1080p': perSecond };
  });
  expect(usd).toBeCloseTo(4 * 0.07 + 8 * 0.4);
});
