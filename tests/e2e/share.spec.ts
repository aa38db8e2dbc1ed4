/** Another app shares files with the installed one: they are kept on the device, and become scenes of the project that is picked. */
import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { checkWithAxe } from './axe.ts';
import { logOut, scenesOnServer, untilAppIsKept } from './journey.ts';
import { openPlanted, startPlantedServer } from './planted.ts';
import { faultsIn, type RunningServer } from './server.ts';

test.use({ serviceWorkers: 'allow' });

let server: RunningServer;
test.beforeEach(async () => {
  server = await startPlantedServer();
});
test.afterEach(async () => {
  expect(faultsIn(server.log())).toEqual([]);
  await server.remove();
});

type Sent = { name: string; type: string; bytes: Buffer };

/** As the system does it: a form with files, by POST, to the address that the manifest names. */
async function share(page: Page, files: readonly Sent[]): Promise<void> {
  const given = files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') }));
  await Promise.all([
    page.waitForURL('**/share*'),
    page.evaluate(async (wanted) => {
      const manifest = await (await fetch('/manifest.webmanifest')).json();
      const { action, method, enctype, params } = manifest.share_target;
      const form = Object.assign(document.createElement('form'), { action, method, enctype });
      const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true });
      input.name = params.files[0].name;
      const held = new DataTransfer();
      for (const { name, type, base64 } of wanted)
        held.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type }));
      input.files = held.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    }, given),
  ]);
}

/** Names of the files that are kept, and of their list. */
function sharedHere(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('shared');
    const names = [];
    for await (const name of folder.keys()) names.push(name);
    return names;
  });
}

const clip = async (): Promise<Sent> => ({
  name: 'Harbor at dawn, 50% faster.mp4',
  type: 'video/mp4',
  bytes: await readFile(new URL('../../edge-api/demo-masters/clips/', import.meta.url).pathname + (await clipName())),
});

async function clipName(): Promise<string> {
  const { readdir } = await import('node:fs/promises');
  const [name = ''] = (await readdir(new URL('../../edge-api/demo-masters/clips', import.meta.url))).toSorted();
  return name;
}

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
  await openPlanted(page, server.url);
  await untilAppIsKept(page);
  await share(page, [{ name: 'notes.mp4', type: 'video/mp4', bytes: Buffer.from('no clip at all') }]);
  await page.getByRole('button', { name: /^Add to / }).click();
  await expect(page.getByRole('alert')).toContainText('notes.mp4');
  await page.reload();
  await expect(page.getByRole('list', { name: 'Shared files' })).toContainText('notes.mp4');
  await page.getByRole('button', { name: 'Discard files' }).click();
  await expect(page.getByText('Files discarded')).toBeVisible();
  expect(await sharedHere(page)).toEqual([]);
});

test('of several files only those that couldn’t be added stay', { tag: '@long' }, async ({ page }) => {
  const { projectId } = await openPlanted(page, server.url);
  await untilAppIsKept(page);
  const none = { name: 'notes.mp4', type: 'video/mp4', bytes: Buffer.from('no clip at all') };
  await share(page, [await clip(), none]);
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

test(
  'what would take more than half of the free space is not kept, the page says so, and earlier files stay',
  { tag: '@long' },
  async ({ page, context }) => {
    await openPlanted(page, server.url);
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
  },
);

test(
  'files that are shared one by one are all there, and those that find no place are counted',
  { tag: '@long' },
  async ({ page, context }) => {
    await openPlanted(page, server.url);
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
  },
);

test('nobody else sees what somebody shared, or removes it by leaving', { tag: '@long' }, async ({ page }) => {
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

test('who isn’t signed in signs in, and finds the files again', async ({ page, context }) => {
  await openPlanted(page, server.url);
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
  await openPlanted(page, server.url);
  const addresses = [...shortcuts.map(({ url }: { url: string }) => url), handlers[0].action, target.action];
  for (const address of addresses) {
    await page.goto(`${server.url}${address}`);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expect(page.getByText('404 Page Not Found')).toBeHidden();
  }
});
