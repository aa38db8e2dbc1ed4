/** Clips and texts by pointer in a real Firefox: moved, split, trimmed by an edge, written on, undone, redone, exported. */
import { afterEach, expect, test } from 'vitest';
import { exportMovie } from './main-job.ts';
import { closeApps, lookAt, openPlantedApp, type FirefoxApp } from './open-app.ts';

afterEach(closeApps);

type Area = { x: number; y: number; width: number; height: number };

/** Where the first element of a selector is, once its name fits. */
async function areaOf({ page }: FirefoxApp, selector: string, name: RegExp): Promise<Area> {
  const found = await page.waitForFunction(
    (wanted, pattern) => {
      const all = [...document.querySelectorAll(wanted)];
      const one = all.find((element) => new RegExp(pattern).test(element.getAttribute('aria-label') ?? ''));
      if (!one) return null;
      const { x, y, width, height } = one.getBoundingClientRect();
      return { x, y, width, height };
    },
    { polling: 100 },
    selector,
    name.source,
  );
  const area = await found.jsonValue();
  if (area === null) throw new Error(`${name.source} is not on the page.`);
  return area;
}

const blockOf = (open: FirefoxApp, number: number): Promise<Area> =>
  areaOf(open, '[data-scene]', new RegExp(`^Scene ${number}:`));

async function drag({ page }: FirefoxApp, from: { x: number; y: number }, by: number): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by, from.y, { steps: 8 });
  await page.mouse.up();
}

test('a second hour by pointer ends with a movie that has what is left of it', { timeout: 420_000 }, async () => {
  const app = await openPlantedApp({ hasWebCodecs: true });
  const { page, press, see, fill } = app;
  await press('tab', 'Timeline Editor');
  await areaOf(app, 'input[type=range]', /^End of scene 1$/);
  const order = (): Promise<string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll('[data-scene]')].map(
        (one) => one.getAttribute('aria-label')?.replace(/^Scene \d+: /, '') ?? '',
      ),
    );
  const untilTexts = (count: number): Promise<unknown> =>
    page.waitForFunction(
      (wanted) =>
        document.querySelectorAll('button[aria-label^="Edit text “A town forgets” on scene"]').length === wanted,
      { polling: 100 },
      count,
    );
  /** Whole scenes are told in minutes and seconds, trimmed ones in tenths. */
  const playedSeconds = (): Promise<number> =>
    page.evaluate(() =>
      [...document.querySelectorAll('[data-scene]')].reduce((sum, one) => {
        const [, minutes = 0, seconds] =
          /, (?:(\d+):)?([\d.]+) ?s?(?:,|$)/.exec(one.getAttribute('aria-label') ?? '') ?? [];
        return sum + Number(minutes) * 60 + Number(seconds);
      }, 0),
    );
  const [first = '', second = ''] = await order();
  const [one, two] = [await blockOf(app, 1), await blockOf(app, 2)];
  await drag(app, { x: two.x + 60, y: two.y + 40 }, one.x - two.x);
  await see('Scenes reordered');
  expect((await order()).slice(0, 2)).toEqual([second, first]);

  const ruler = await areaOf(app, 'input[type=range]', /^Playhead$/);
  await page.mouse.click(two.x + two.width / 4, ruler.y + 12);
  await press('button', 'Split');
  await see('Scene split');
  expect(await order()).toHaveLength(5);

  const last = await blockOf(app, 5);
  await drag(app, { x: last.x + last.width - 6, y: last.y + last.height - 12 }, -last.width / 2);
  await see('Trim applied');
  // From a scene's start: the playhead stands where the edge was let go.
  const whole = await blockOf(app, 1);
  await page.mouse.click(whole.x + 60, whole.y + 8);
  await press('button', 'Add Text');
  await fill('Text', 'A town forgets');
  await press('button', 'Add Text Overlay');
  await see('Text overlay added');
  await lookAt(app, 'second-hour-text');
  await press('button', /^Edit text “A town forgets” on scene/);
  await press('button', 'Box');
  await see('Text style changed');
  // The copy is the chosen one.
  await press('button', 'Duplicate text');
  await untilTexts(2);
  await press('button', 'Title');
  await see('Text style changed');
  await press('button', 'Duplicate text');
  await untilTexts(3);
  await press('button', 'Warm');
  await see('Text style changed');
  for (let back = 0; back < 5; back += 1) await press('button', /^Undo/);
  await untilTexts(1);
  for (let again = 0; again < 2; again += 1) await press('button', /^Redo/);
  await untilTexts(2);
  await page.reload();
  await areaOf(app, '[data-scene]', /^Scene 5:/);
  await untilTexts(2);
  expect((await order())[0]).toBe(second);
  const seconds = await playedSeconds();
  const { video } = await exportMovie(app, /^(As made|No loss)/);
  expect(video).toMatchObject({ width: 1280 });
  // Half of the last scene, a twenty-fourth of a second at a time; the lanes tell tenths.
  expect(seconds).toBeLessThan(29);
  expect(Math.abs(Number(video?.nb_frames) / 24 - seconds)).toBeLessThan(0.3);
  expect(app.errors).toEqual([]);
});
