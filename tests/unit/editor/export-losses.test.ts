import { expect, test } from 'vitest';
import { leaveOutText, leftOutText, reducedTexts } from '#features/export/loss-sentences.ts';

test('sound that is left out is named with its scene', () => {
  const one = [{ sceneNumber: 3, codec: 'ac-3' }];
  expect(leftOutText(one)).toBe('The sound of scene 3 is AC-3, which your browser can’t decode.');
  expect(leaveOutText(one)).toBe('Export scene 3 without sound');
});

test('several scenes are named together, each codec once, and one without a name by its own', () => {
  const many = [
    { sceneNumber: 1, codec: 'ec-3' },
    { sceneNumber: 4, codec: 'samr' },
    { sceneNumber: 6, codec: 'ec-3' },
  ];
  expect(leftOutText(many)).toBe(
    'The sound of scenes 1, 4, and 6 is E-AC-3 and samr, which your browser can’t decode.',
  );
  expect(leaveOutText(many)).toBe('Export scenes 1, 4, and 6 without sound');
});

test('what encoding takes from color is told by kind', () => {
  expect(
    reducedTexts([
      { sceneNumber: 2, from: 'ten-bit' },
      { sceneNumber: 3, from: 'hdr' },
      { sceneNumber: 5, from: 'hdr' },
    ]),
  ).toEqual([
    'Scenes 3 and 5 are HDR. Encoding turns HDR into 8-bit standard range (BT.709).',
    'Scene 2 has 10-bit color. Encoding turns it into 8-bit color.',
  ]);
  expect(reducedTexts([])).toEqual([]);
});
