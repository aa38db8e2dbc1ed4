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
    { timeout: 30_000, polling: 100 },
  );
  await press('button', /^Pause\b/);
}

/** The strip shows frames of the clips, and not one poster again and again. */
export async function expectFilmstrip({ page }: FirefoxApp): Promise<void> {
  await page.waitForFunction(() => document.querySelectorAll('i[style*="blob:"]').length >= 8, {
    timeout: 60_000,
    polling: 200,
  });
}
