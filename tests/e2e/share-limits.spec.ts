/** Of what is shared, what can't be added stays, what finds no place is told, and nobody else sees any of it. */
import { expect, test } from '@playwright/test';
import { checkWithAxe } from './axe.ts';
import { logOut, untilAppIsKept } from './journey.ts';
import { ownServer } from './own-server.ts';
import { openPlanted, startPlantedServer } from './planted.ts';
import { faultsIn } from './server.ts';
import { clip, noClip, share, sharedHere, type Sent } from './share.ts';

test.use({ serviceWorkers: 'allow' });

const server = ownServer(startPlantedServer);
test.afterAll(() => expect(faultsIn(server.log())).toEqual([]));

test('of several files only those that couldn’t be added stay', async ({ page }) => {
  const { projectId } = await openPlanted(page, server.url, 2);
  await untilAppIsKept(page);
  await share(page, [await clip(), noClip]);
  const files = page.getByRole('list', { name: 'Shared files' }).getByRole('listitem');
  await page.getByRole('button', { name: /^Add to / }).click();
  await expect(page.getByRole('alert')).toContainText('notes.mp4');
  await expect(files).toHaveText([/notes\.mp4/]);
  await page.getByRole('button', { name: 'Pick another project' }).click();
  await page.getByRole('button', { name: /^Add to / }).click();
  await expect(page.getByRole('alert')).toContainText('notes.mp4');
  await page.reload();
  await expect(files).toHaveText([/notes\.mp4/]);
  await page.goto(`${server.url}/project/${projectId}`);
  await expect(page.getByRole('article')).toHaveCount(5);
});

test('what would take more than half of the free space is not kept, the page says so, and earlier files stay', async ({
  page,
  context,
}) => {
  await openPlanted(page, server.url, 3);
  await untilAppIsKept(page);
  const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  const devtools = await context.newCDPSession(page);
  const limitTo = (quotaSize: number) =>
    devtools.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize });
  const large = { name: 'large.mp4', type: 'video/mp4', bytes: Buffer.alloc(12_000_000, 1) };
  const files = page.getByRole('list', { name: 'Shared files' });
  await limitTo(usage + 5_000_000);
  await share(page, [large]);
  await expect(page.getByRole('heading', { name: 'Couldn’t keep the shared files' })).toBeVisible();
  await expect(page.getByText('more than half of this browser’s free space')).toBeVisible();
  const small = { name: 'small.mp4', type: 'video/mp4', bytes: Buffer.alloc(1_000, 1) };
  await share(page, [small]);
  await expect(page).toHaveURL(/\/share$/);
  await share(page, [large]);
  await expect(page.getByRole('alert')).toContainText('Couldn’t keep the shared files.');
  await expect(page.getByRole('alert')).toContainText('The file you shared earlier is still here.');
  await checkWithAxe(page, 'shared files after a failure');
  await expect(files).toContainText('small.mp4');
  await expect(files).not.toContainText('large.mp4');
  expect(await sharedHere(page)).toHaveLength(2);
  await limitTo(usage + 200_000_000);
  await share(page, [large]);
  await expect(files.getByRole('listitem')).toHaveText([/small\.mp4/, /large\.mp4/]);
  // The same once more is one file.
  await share(page, [small]);
  await expect(files.getByRole('listitem')).toHaveText([/large\.mp4/, /small\.mp4/]);
  expect(await sharedHere(page)).toHaveLength(3);
});

test('files that are shared one by one are all there, and those that find no place are counted', async ({
  page,
  context,
}) => {
  await openPlanted(page, server.url, 4);
  await untilAppIsKept(page);
  await context.clearCookies();
  const files = page.getByRole('list', { name: 'Shared files' }).getByRole('listitem');
  const numbered = (count: number, from: number): Sent[] =>
    Array.from({ length: count }, (_, n) => ({
      ...{ name: `${from + n}.mp4`, type: 'video/mp4', bytes: Buffer.alloc(1_000, 1) },
    }));
  await share(page, numbered(1, 1));
  await share(page, numbered(1, 2));
  await expect(files).toHaveText([/^1\.mp4/, /^2\.mp4/]);
  await share(page, numbered(50, 3));
  await expect(page.getByRole('alert')).toContainText('2 files weren’t kept');
  await expect(files).toHaveCount(50);
});

test('nobody else sees what somebody shared, or removes it by leaving', async ({ page }) => {
  const { projectId } = await openPlanted(page, server.url, 0);
  await untilAppIsKept(page);
  await share(page, [await clip()]);
  const files = page.getByRole('list', { name: 'Shared files' });
  await expect(files).toContainText('Harbor at dawn');
  // After the project's own page has gone, which leaves what is open there.
  const draft = `storyreel.left-draft.${projectId}`;
  await page.evaluate((name) => localStorage.setItem(name, '{}'), draft);
  await page.goto(`${server.url}/api/logout`);
  await page.waitForURL('**/landing');

  await openPlanted(page, server.url, 1);
  await page.goto(`${server.url}/share`);
  await expect(page.getByRole('heading', { name: 'No shared files' })).toBeVisible();
  await share(page, [{ name: 'Of Noor.mp4', type: 'video/mp4', bytes: Buffer.alloc(1_000, 1) }]);
  await expect(files).toContainText('Of Noor.mp4');
  await expect(files).not.toContainText('Harbor');
  await logOut(page, true);
  expect(await sharedHere(page)).toHaveLength(2);
  expect(await page.evaluate((name) => localStorage.getItem(name), draft)).toBe('{}');

  await openPlanted(page, server.url, 0);
  await page.goto(`${server.url}/share`);
  await expect(files).toContainText('Harbor at dawn');
  await expect(files).not.toContainText('Of Noor');
});
