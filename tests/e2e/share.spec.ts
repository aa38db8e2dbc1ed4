/** Another app shares files with the installed one: they are kept on the device, and become scenes of the project that is picked. */
import { expect, test } from '@playwright/test';
import { checkWithAxe } from './axe.ts';
import { scenesOnServer, untilAppIsKept } from './journey.ts';
import { ownServer } from './own-server.ts';
import { openPlanted, startPlantedServer } from './planted.ts';
import { faultsIn } from './server.ts';
import { clip, noClip, share, sharedHere } from './share.ts';

test.use({ serviceWorkers: 'allow' });

const server = ownServer(startPlantedServer);
test.afterAll(() => expect(faultsIn(server.log())).toEqual([]));

test('shared clips are kept without a network, and become scenes of the project that is picked', async ({
  page,
  context,
}) => {
  const { projectId } = await openPlanted(page, server.url);
  await untilAppIsKept(page);
  await context.setOffline(true);
  await share(page, [await clip()]);
  await expect(page).toHaveURL(/\/share$/);
  await expect(page.getByRole('heading', { name: 'Add shared files' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Shared files' })).toContainText('Harbor at dawn, 50% faster.mp4');
  await checkWithAxe(page, 'shared files');
  // Whoever looks elsewhere first finds them again.
  await page.reload();
  await page.getByRole('button', { name: /^Add to / }).click();
  await page.waitForURL(`**/project/${projectId}`);
  await expect(page.getByRole('article')).toHaveCount(5);
  await expect(page.getByRole('article').nth(4)).toContainText('Harbor at dawn, 50% faster');
  await context.setOffline(false);
  await expect
    .poll(async () => (await scenesOnServer(page, server.url, projectId)).length, { timeout: 60_000 })
    .toBe(5);
  await page.goto(`${server.url}/share`);
  await expect(page.getByRole('heading', { name: 'No shared files' })).toBeVisible();
});

test('what nobody wants is discarded, and what can’t be used says so and stays until then', async ({ page }) => {
  await openPlanted(page, server.url, 1);
  await untilAppIsKept(page);
  await share(page, [noClip]);
  await page.getByRole('button', { name: /^Add to / }).click();
  await expect(page.getByRole('alert')).toContainText('notes.mp4');
  await page.reload();
  await expect(page.getByRole('list', { name: 'Shared files' })).toContainText('notes.mp4');
  await page.getByRole('button', { name: 'Discard files' }).click();
  await expect(page.getByText('Files discarded')).toBeVisible();
  expect(await sharedHere(page)).toEqual([]);
});

test('who isn’t signed in signs in, and finds the files again', async ({ page, context }) => {
  await openPlanted(page, server.url, 2);
  await untilAppIsKept(page);
  await context.clearCookies();
  await share(page, [await clip()]);
  await page.getByRole('button', { name: 'Sign in to add them' }).click();
  await page.waitForURL('**/api/login**');
  expect(new URL(page.url()).searchParams.get('next')).toBe('/share');
  await page.goto(`${server.url}/share`);
  await expect(page.getByRole('list', { name: 'Shared files' })).toContainText('Harbor at dawn');
});

test('everything that the manifest promises is there', async ({ page, request }) => {
  const manifest = await (await request.get(`${server.url}/manifest.webmanifest`)).json();
  const { icons, screenshots, shortcuts, file_handlers: handlers, share_target: target } = manifest;
  expect(screenshots.map((shot: { form_factor: string }) => shot.form_factor).toSorted()).toEqual(['narrow', 'wide']);
  for (const { src, sizes, type } of [...icons, ...screenshots] as { src: string; sizes: string; type: string }[]) {
    const reply = await request.get(`${server.url}${src}`);
    expect([src, reply.status(), reply.headers()['content-type']?.split(';')[0]]).toEqual([src, 200, type]);
    if (sizes === 'any') continue;
    const size = await page.evaluate(
      async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const { width, height } = await createImageBitmap(new Blob([bytes]));
        return `${width}x${height}`;
      },
      (await reply.body()).toString('base64'),
    );
    expect([src, size]).toEqual([src, sizes]);
  }
  await openPlanted(page, server.url, 3);
  const addresses = [...shortcuts.map(({ url }: { url: string }) => url), handlers[0].action, target.action];
  for (const address of addresses) {
    await page.goto(`${server.url}${address}`);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expect(page.getByText('404 Page Not Found')).toBeHidden();
  }
});
