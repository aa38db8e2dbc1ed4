/** Without the network everything goes on, and nobody is signed out. */
import { expect, test } from '@playwright/test';
import { probeFile } from '#tests/helpers/ffprobe.ts';
import { editScene, exportMovie, lighthouse, scenesOnServer, untilAppIsKept, untilClipsAreKept } from './journey.ts';
import { openPlanted, servePlanted } from './planted.ts';

const server = servePlanted();

test('with no network the page opens, plays, edits and exports; what was edited is sent when it is back', async ({
  page,
  context,
}, testInfo) => {
  const { projectId } = await openPlanted(page, server.url);
  const edited = page.getByRole('article', { name: 'Scene 2: The logbook opens' });
  const banner = page.getByRole('banner');
  await untilAppIsKept(page);
  await untilClipsAreKept(page, server.url);
  // Of the first scene, which is the project's too.
  const isPosterKept = () =>
    page
      .getByRole('article')
      .first()
      .locator('img')
      .evaluate(async (one) => one instanceof HTMLImageElement && (await caches.match(one.src)) !== undefined);
  await expect.poll(isPosterKept).toBe(true);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: lighthouse.title })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(4);
  await expect(banner.getByText('Offline')).toBeVisible();
  await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible();

  await test.step('it plays', async () => {
    await page.getByRole('tab', { name: 'Timeline Editor' }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const picture = page.locator('canvas[data-clip-frame]');
    await expect.poll(async () => Number(await picture.getAttribute('data-clip-frame'))).toBeGreaterThan(12);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByRole('tab', { name: 'Scene Editor' }).click();
  });

  await test.step('it is edited', async () => {
    await editScene(page, 2, 'Title', 'The logbook opens');
    await expect(page.getByText('Scene updated')).toBeVisible();
    await expect(edited).toBeVisible();
  });

  await test.step('a movie is written all the same', async () => {
    const movie = testInfo.outputPath('movie.mp4');
    await (await exportMovie(page, /^480p/)).saveAs(movie);
    const { video, audio, format } = await probeFile(movie);
    expect(video).toMatchObject({ codec_name: 'h264', width: 854, height: 480 });
    expect(audio).toMatchObject({ codec_name: 'aac' });
    expect(Math.abs((format.duration ?? 0) - 30)).toBeLessThanOrEqual(1 / 24);
  });

  await test.step('the projects are there, and their owner is still signed in', async () => {
    await page.goto(`${server.url}/`);
    await expect(page.getByRole('heading', { name: 'My Projects' })).toBeVisible();
    await expect(banner.getByText('Offline')).toBeVisible();
    const project = page.getByRole('link', { name: new RegExp(lighthouse.title) });
    const poster = project.locator('img').first();
    await expect.poll(() => poster.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth)).toBe(640);
    await project.click();
    await expect(edited).toBeVisible();
  });

  await test.step('what was edited is sent', async () => {
    await context.setOffline(false);
    const title = async () => (await scenesOnServer(page, server.url, projectId))[1]?.title;
    await expect.poll(title).toBe('The logbook opens');
    await expect(banner.getByText('Saved')).toBeVisible();
    await expect(edited).toBeVisible();
  });
});
