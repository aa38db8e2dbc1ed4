/** What the Timeline tab must do in every Firefox. */
import type { FirefoxApp } from './open-app.ts';

/** Plays until the picture moves, and stops. */
export async function expectPlaying({ page, press }: FirefoxApp): Promise<void> {
  await press('button', /^Play\b/);
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll('canvas')].some(({ dataset }) => Number(dataset['clipFrame']) > 12) ||
      // Without WebCodecs two elements play.
      [...document.querySelectorAll('video')].some(({ paused, currentTime }) => !paused && currentTime > 0.5),
    { polling: 100 },
  );
  await press('button', /^Pause\b/);
}

/** As many fit into the narrowest window and what is drawn beside it. */
const LEAST_FRAMES = 4;

/** The strip shows frames of the clips, and not one poster again and again. */
export async function expectFilmstrip({ page }: FirefoxApp): Promise<void> {
  const isThere = (least: number): boolean => {
    const frames = [...document.querySelectorAll<HTMLElement>('i[style*="blob:"]')];
    return new Set(frames.map(({ style }) => style.backgroundImage)).size >= least;
  };
  await page.waitForFunction(isThere, { polling: 200 }, LEAST_FRAMES);
}
