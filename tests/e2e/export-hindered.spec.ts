/** What hinders an export: a full disk, and a browser without WebCodecs. */
import { expect, test } from '@playwright/test';
import { checkFfmpegReply } from '#shared/api/export.ts';
import { decodeErrors } from '#tests/helpers/ffprobe.ts';
import { exportMovie, filesOnDevice, lighthouse, untilClipsAreKept } from './journey.ts';
import { ownServer } from './own-server.ts';
import { openPlanted, startPlantedServer } from './planted.ts';
import { faultsIn } from './server.ts';
import { withoutCodecs } from './without-encoders.ts';

test.use({ serviceWorkers: 'block' });

const server = ownServer(() => startPlantedServer({ FFMPEG_PATH: '/bin/false' }));
test.afterAll(() => expect(faultsIn(server.log())).toEqual([]));

test('a full disk stops an export with a sentence and leaves no part of a file', async ({ page, context }) => {
  await openPlanted(page, server.url);
  const devtools = await context.newCDPSession(page);
  const limitTo = (quotaSize?: number) =>
    devtools.send('Storage.overrideQuotaForOrigin', {
      origin: server.url,
      ...(quotaSize === undefined ? {} : { quotaSize }),
    });
  const usage = () => page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  const card = page.getByRole('region', { name: `Export of ${lighthouse.title}` });
  const start = async (size: RegExp): Promise<void> => {
    await page.getByRole('button', { name: 'Export Movie' }).click();
    await page.getByRole('radio', { name: size }).click();
    await page.getByRole('button', { name: 'Start Export' }).click();
  };
  await untilClipsAreKept(page, server.url);

  await test.step('when it is full before the export begins', async () => {
    await limitTo((await usage()) + 1_000_000);
    await start(/^1080p/);
    await expect(card).toContainText(
      /This device doesn’t have enough space for the movie: \d+ MB needed(, (less than )?\d+ MB free)?\. Free up space, choose a smaller size, save to a file of your choice, or export on a server with ffmpeg\./,
    );
    expect(await filesOnDevice(page, 'exports')).toEqual([]);
    await card.getByRole('button', { name: 'Dismiss export' }).click();
    await expect(card).toBeHidden();
  });

  await test.step('when it fills up while the movie is written', async () => {
    await limitTo();
    const before = await filesOnDevice(page, 'segments');
    await start(/^480p/);
    await expect.poll(async () => (await filesOnDevice(page, 'segments')).length).toBeGreaterThan(before.length);
    await limitTo(1_000_000);
    await expect(card).toContainText(/This device doesn’t have enough space for the movie/, { timeout: 60_000 });
    expect(await filesOnDevice(page, 'exports')).toEqual([]);
    await card.getByRole('button', { name: 'Dismiss export' }).click();
  });

  await limitTo();
  expect((await exportMovie(page, /^480p/)).suggestedFilename()).toBe('The-Glass-Lighthouse.mp4');
});

test('a browser without WebCodecs is told which have it, and still joins what need only be copied', async ({
  page,
}, testInfo) => {
  await withoutCodecs(page);
  const isClip = /\/api\/media\/[^/]+$/;
  await page.route(isClip, (route) => route.abort());
  await openPlanted(page, server.url);
  const banner = page.getByRole('complementary', { name: 'Browser compatibility' });
  await expect(banner).toContainText('Chrome 94+');
  await expect(banner).toContainText('Edge 94+');
  await expect(banner).toContainText('Opera 80+');

  const check = checkFfmpegReply.parse(await (await page.request.get(`${server.url}/api/check-ffmpeg`)).json());
  expect(check.available).toBe(false);
  const exportButton = page.getByRole('button', { name: 'Export Movie' });
  await test.step('without the clips there is nothing that it could copy', async () => {
    await expect(exportButton).toHaveAttribute('aria-disabled', 'true');
    await exportButton.focus();
    await expect(page.getByRole('tooltip')).toContainText(check.error ?? 'Video export system is not available');
    await exportButton.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await page.unroute(isClip);
  await page.reload();
  await untilClipsAreKept(page, server.url);
  await page.getByRole('tab', { name: 'Timeline Editor' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect
    .poll(() =>
      page
        .locator('video')
        .evaluateAll((all) => all.some((one) => one instanceof HTMLVideoElement && one.currentTime > 0.2)),
    )
    .toBe(true);

  await test.step('with them it writes them as they were made', async () => {
    await expect(exportButton).not.toHaveAttribute('aria-disabled', 'true');
    await exportButton.click();
    await expect(page.getByRole('radio', { name: /^1080p.*Your browser can’t write this size/ })).toBeVisible();
    await page.keyboard.press('Escape');
    const movie = testInfo.outputPath('copied.mp4');
    await (await exportMovie(page, /^As made/)).saveAs(movie);
    expect(await decodeErrors(movie)).toEqual([]);
  });
  await page.unrouteAll({ behavior: 'wait' });
});
