import { beforeAll, expect, test } from 'vitest';
import { drawTexts } from '#editor/drawn-texts.ts';
import { drawOverlays } from '#media/compositor/draw-overlays.ts';
import { loadOverlayFonts } from '#media/compositor/overlay-fonts.ts';
import { fonts, overlay } from './media-movie.ts';
import { FRAME, frameContext, framePixels, sceneWith } from './written-frame.ts';

const plain = overlay('Night', 0, 8, { color: '#FFCC00' });
const { signal } = new AbortController();

beforeAll(async () => {
  await loadOverlayFonts(await fonts(), document.fonts);
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
  const written = { ...plain, ...fields };
  const [picture] = await drawTexts({ scenes: [sceneWith(written)] }, FRAME, signal);
  if (picture === undefined) throw new Error('No picture was drawn');
  const { drawn, png } = picture;
  expect([drawn.x % 2, drawn.y % 2]).toEqual([0, 0]);
  expect(drawn.shows).toEqual({ ...fields, fontSize: 48, color: '#FFCC00' });
  const context = frameContext();
  context.drawImage(await createImageBitmap(png), drawn.x, drawn.y);
  const whole = frameContext();
  drawOverlays(whole, [written], FRAME);
  const [sent, wanted] = [framePixels(context), framePixels(whole)];
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

/** Of how much is covered: where little is, a PNG keeps less of the color. */
function greatestDifference(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  let most = 0;
  for (let at = 3; at < a.length; at += 4) most = Math.max(most, Math.abs((a[at] ?? 0) - (b[at] ?? 0)));
  return most;
}
