/** Texts in every style and ten scripts stand at the same pixels of a 1080p frame in the preview and in both exports. */
import { commands } from 'vitest/browser';
import { beforeAll, describe, expect, test } from 'vitest';
import { drawTexts } from '#editor/drawn-texts.ts';
import { drawOverlays, layoutOnCanvas } from '#media/compositor/draw-overlays.ts';
import { drawOverlayPicture } from '#media/compositor/overlay-picture.ts';
import { loadOverlayFonts } from '#media/compositor/overlay-fonts.ts';
import type { TextLook } from '#shared/entities/text-overlay.ts';
import type { PlanOverlay } from '#shared/movie/movie-plan.ts';
import type { SentText } from './commands/server-texts.ts';
import { inkBox, type InkBox } from './ink-box.ts';
import { base64Of, fonts, overlay } from './media-movie.ts';
import { FRAME, frameContext, framePixels, sceneWith } from './written-frame.ts';

const plain = overlay('', 0, 8, { fontSize: 64 });

/** Those of the first group are in the bundled family: the server draws them alone as the page does. */
const BUNDLED = {
  Latin: 'A town forgets',
  'Latin, extended': 'Zażółć gęślą jaźń',
  Greek: 'Καλημέρα κόσμε',
  Cyrillic: 'Вечер в горах',
  Vietnamese: 'Chào buổi sáng',
};
const OTHERS = {
  Arabic: 'مدينة تنسى',
  Hebrew: 'עיר ששכחה',
  Devanagari: 'एक भूला शहर',
  Thai: 'เมืองที่ลืม',
  Japanese: '忘れられた町',
  Korean: '잊혀진 마을',
  Armenian: 'Մոռացված քաղաք',
};

const STYLES: Record<string, TextLook> = {
  plain: {},
  bold: { bold: true },
  left: { align: 'left' },
  right: { align: 'right', bold: true },
  outline: { outline: true },
  shadow: { shadow: true },
  box: { box: true },
  everything: { bold: true, align: 'left', outline: true, shadow: true, box: true },
};

beforeAll(async () => {
  await loadOverlayFonts(await fonts(), document.fonts);
});

const scripts = Object.entries({ ...BUNDLED, ...OTHERS });

describe.each(Object.entries(STYLES))('%s', (_, style) => {
  test.each(scripts)('%s', async (script, words) => {
    const scene = sceneWith(
      { ...plain, text: words, style },
      { ...plain, text: `${words}\n${words} ${words}`, position: 'bottom', fontSize: 36, style },
      { ...plain, text: words, position: { x: 33.3, y: 66.7 }, fontSize: 72, color: '#111111', style },
    );
    const shown = scene.overlays.map(previewBox);
    expect(shown).not.toContain(null);
    const exported = scene.overlays.map((written) => {
      const picture = drawOverlayPicture(written, FRAME, 'bt709');
      return picture && inkBox(picture.lumaAlpha, picture);
    });
    expectAlike(exported, shown);
    const pictures = await drawTexts({ scenes: [scene] }, FRAME, new AbortController().signal);
    const sent = await Promise.all(
      pictures.map(async ({ drawn: { x, y }, png }): Promise<SentText> => ({ x, y, base64: await base64Of(png) })),
    );
    expect(sent).toHaveLength(scene.overlays.length);
    expectAlike(await commands.serverTexts(scene, FRAME, sent), shown);
    if (script in BUNDLED) expectAlike(await commands.serverTexts(scene, FRAME, [null, null, null]), shown);
  });
});

test('bold letters are those of the bundled family, and not the browser’s own thickening', () => {
  const context = frameContext();
  const widthOf = (look: TextLook): number =>
    layoutOnCanvas(context, { ...plain, text: 'A town forgets', style: look }, FRAME).box.width;
  expect(widthOf({ bold: true }) / widthOf({})).toBeGreaterThan(1.02);
  expect([...document.fonts].filter(({ weight }) => weight === '800').map(({ status }) => status)).toContain('loaded');
});

test('a text at an edge keeps the margin, with its plate, whichever way it is aligned', () => {
  const context = frameContext();
  for (const align of ['left', 'center', 'right'] as const)
    for (const position of ['top', 'bottom'] as const) {
      const { outerBox } = layoutOnCanvas(
        context,
        { ...plain, text: 'Low', position, style: { align, box: true } },
        FRAME,
      );
      const margins = {
        left: outerBox.x,
        right: FRAME.width - outerBox.x - outerBox.width,
        top: outerBox.y,
        bottom: FRAME.height - outerBox.y - outerBox.height,
      };
      expect(Math.abs(margins[position] - FRAME.height * 0.05)).toBeLessThanOrEqual(1);
      const off = align === 'center' ? margins.left - margins.right : margins[align] - FRAME.width * 0.05;
      expect(Math.abs(off)).toBeLessThanOrEqual(2);
    }
});

/** As the canvas over the picture has it. */
function previewBox(written: PlanOverlay): InkBox | null {
  const context = frameContext();
  drawOverlays(context, [written], FRAME);
  const data = framePixels(context);
  const alpha = Uint8Array.from({ length: FRAME.width * FRAME.height }, (_, at) => data[at * 4 + 3] ?? 0);
  return inkBox(alpha, { x: 0, y: 0, width: FRAME.width });
}

function expectAlike(found: readonly (InkBox | null)[], wanted: readonly (InkBox | null)[]): void {
  expect(found).toHaveLength(wanted.length);
  found.forEach((box, at) => {
    for (const side of ['left', 'top', 'right', 'bottom'] as const)
      expect(Math.abs((box?.[side] ?? -99) - (wanted[at]?.[side] ?? 99)), `${at} ${side}`).toBeLessThanOrEqual(1);
  });
}
