import { beforeAll, expect, test } from 'vitest';
import { drawTexts } from '#editor/drawn-texts.ts';
import { drawOverlays } from '#media/compositor/draw-overlays.ts';
import { loadOverlayFonts } from '#media/compositor/overlay-fonts.ts';
import { moviePlan, type PlanOverlay, type PlanScene } from '#shared/movie/movie-plan.ts';
import { overlayFontFiles } from '#shared/movie/overlay-font.ts';
import { completeScene, projectRow } from '#tests/helpers/rows.ts';

const FRAME = { width: 1920, height: 1080 };
const { signal } = new AbortController();

beforeAll(async () => {
  const files = overlayFontFiles.map(async ({ path, weight, unicodeRange }) => ({
    weight,
    data: await (await fetch(path)).arrayBuffer(),
    unicodeRange,
  }));
  await loadOverlayFonts(await Promise.all(files), document.fonts);
});

test.each([
  ['Latin at the bottom', { text: 'Night falls,\nslowly', position: 'bottom' }],
  ['Cyrillic in two lines', { text: 'Ночь наступает\nмедленно', position: 'top' }],
  ['Arabic, from right to left', { text: 'يحل الليل', position: 'center' }],
  ['letters that the family lacks', { text: '夜が来る 🌙', position: { x: 30, y: 40 } }],
  [
    'a styled text',
    { text: 'Night falls', position: 'top', style: { bold: true, outline: true, shadow: true, box: true } },
  ],
  ['a text half outside of the frame', { text: 'Outside', position: { x: 99, y: 50 } }],
] as const)('%s: the picture is what the export draws, and nothing of it stands outside', async (_, fields) => {
  const overlay = { ...plain, ...fields };
  const [picture] = await drawTexts({ scenes: [sceneWith(overlay)] }, FRAME, signal);
  if (picture === undefined) throw new Error('No picture was drawn');
  const { drawn, png } = picture;
  expect([drawn.x % 2, drawn.y % 2]).toEqual([0, 0]);
  expect(drawn.shows).toEqual({ ...fields, fontSize: 48, color: '#FFCC00' });
  const { context } = canvas();
  context.drawImage(await createImageBitmap(png), drawn.x, drawn.y);
  const { context: whole } = canvas();
  drawOverlays(whole, [overlay], FRAME);
  const [sent, wanted] = [pixels(context), pixels(whole)];
  expect(wanted.some((value) => value > 0)).toBe(true);
  // A PNG keeps colors apart from alpha, which rounds them: a shadow over a box twice.
  expect(greatestDifference(sent, wanted)).toBeLessThanOrEqual(2);
});

test('the same text in the same place is the same picture, and hidden or absent text none', async () => {
  const scenes = [sceneWith(plain, plain, { ...plain, startUs: 7_000_000 }), { ...sceneWith(plain), sceneId: 'other' }];
  const trimmed = scenes.map((scene) => ({ ...scene, outFrame: 24 }));
  const pictures = await drawTexts({ scenes: trimmed }, FRAME, signal);
  expect(pictures.map(({ drawn: { sceneId, overlayIndex } }) => [sceneId, overlayIndex])).toEqual([
    [scenes[0]?.sceneId, 0],
    [scenes[0]?.sceneId, 1],
    ['other', 0],
  ]);
  expect(new Set(pictures.map(({ drawn }) => drawn.sha256)).size).toBe(1);
  expect(await drawTexts({ scenes: [sceneWith()] }, FRAME, signal)).toEqual([]);
});

const plain: PlanOverlay = {
  text: 'Night',
  fontSize: 48,
  color: '#FFCC00',
  position: 'center',
  startUs: 0,
  endUs: 8_000_000,
};

function sceneWith(...overlays: PlanOverlay[]): PlanScene {
  const [scene] = moviePlan(projectRow(), [completeScene(1)]).scenes;
  if (scene === undefined) throw new Error('The scene has no clip');
  return { ...scene, overlays };
}

function canvas(): { context: CanvasRenderingContext2D } {
  const context = Object.assign(document.createElement('canvas'), FRAME).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('The browser gave no 2D canvas');
  return { context };
}

function pixels(context: CanvasRenderingContext2D): Uint8ClampedArray {
  return context.getImageData(0, 0, FRAME.width, FRAME.height).data;
}

/** Of how much is covered: where little is, a PNG keeps less of the color. */
function greatestDifference(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  let most = 0;
  for (let at = 3; at < a.length; at += 4) most = Math.max(most, Math.abs((a[at] ?? 0) - (b[at] ?? 0)));
  return most;
}
