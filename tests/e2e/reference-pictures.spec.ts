/** Own pictures that the model is to go by: chosen without the network, undone, and sent later. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { ffmpeg } from '#tests/helpers/clips/run-ffmpeg.ts';
import { checkWithAxe, DESKTOP, PHONE } from './axe.ts';
import { scenesOnServer, untilAppIsKept, untilClipsAreKept } from './journey.ts';
import { ownServer } from './own-server.ts';
import { openPlanted, startPlantedServer } from './planted.ts';

test.use({ serviceWorkers: 'allow' });

const server = ownServer(startPlantedServer);

test('pictures of a scene are chosen offline, told apart by words, undone, and reach the server', async ({
  page,
}, testInfo) => {
  test.setTimeout(120_000);
  const draw = async (name: string, size: string): Promise<string> => {
    const path = testInfo.outputPath(name);
    await ffmpeg(['-f', 'lavfi', '-i', `testsrc2=size=${size}:duration=1`, '-frames:v', '1', path]);
    return path;
  };
  const files = [await draw('Tram.jpg', '640x360'), await draw('Poster.png', '3000x4000')];
  const noPicture = { name: 'Notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Buy milk.') };
  const { projectId } = await openPlanted(page, server.url);
  await untilAppIsKept(page);
  await untilClipsAreKept(page, server.url);
  await page.context().setOffline(true);
  const dialog = page.getByRole('dialog', { name: 'Edit Scene 1' });
  const pictures = dialog.getByRole('region', { name: 'Reference pictures (optional)' });
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Edit scene 1' }).click();
    await expect(dialog).toBeVisible();
  };
  const choose = pictures.getByLabel('Add Pictures').and(page.locator('input'));

  await test.step('what is no picture is named, and the others are there', async () => {
    await open();
    await choose.setInputFiles(files);
    await expect(pictures.getByRole('img')).toHaveCount(2, { timeout: 30_000 });
    await choose.setInputFiles(noPicture);
    await expect(pictures.getByText(/can’t tell what “Notes\.jpg” is/)).toBeVisible();
    await expect(pictures.getByRole('img')).toHaveCount(2);
    await pictures.getByLabel('What reference picture 1 shows').fill('the old red tram');
    await checkWithAxe(page, 'reference pictures of a scene', [PHONE, DESKTOP]);
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('they are still there after a reload, and one step takes them back', async () => {
    await page.reload();
    await open();
    const tram = pictures.getByRole('img', { name: 'the old red tram' });
    await expect(tram).toBeVisible();
    await expect.poll(() => tram.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
    await pictures.getByRole('button', { name: 'Remove reference picture 1' }).click();
    await expect(pictures.getByRole('img')).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog).toBeHidden();
    await page.keyboard.press('Control+z');
    await open();
    await expect(pictures.getByRole('img')).toHaveCount(2);
    await expect(pictures.getByLabel('What reference picture 1 shows')).toHaveValue('the old red tram');
    await page.keyboard.press('Escape');
  });

  await test.step('the server has them once it can be reached, no larger than models take them', async () => {
    await page.context().setOffline(false);
    const shown = async (): Promise<string[]> =>
      (await scenesOnServer(page, server.url, projectId))[0]?.referencePictures.map(({ shows }) => shows) ?? [];
    await expect.poll(shown, { timeout: 30_000 }).toEqual(['the old red tram', '']);
    const own: { name: string; type: string; facts: unknown }[] = await (
      await page.request.get(`${server.url}/api/own-files`)
    ).json();
    expect(own.map(({ name, type, facts }) => ({ name, type, facts }))).toEqual(
      expect.arrayContaining([
        { name: 'Tram.jpg', type: 'image/jpeg', facts: { width: 640, height: 360 } },
        { name: 'Poster.jpg', type: 'image/jpeg', facts: { width: 1536, height: 2048 } },
      ]),
    );
  });

  await test.step('a fourth is one too many', async () => {
    await open();
    await choose.setInputFiles([await draw('Coat.png', '300x300'), await draw('Boat.png', '320x200')]);
    await expect(pictures.getByText('Only the first 3 were added: a scene takes no more.')).toBeVisible();
    await expect(pictures.getByRole('img')).toHaveCount(3);
    await expect(pictures.getByRole('button', { name: 'Add Pictures' })).toBeDisabled();
  });
});

test('the dialog of a scene takes pictures that are dropped or pasted, and keeps what is written', async ({
  page,
}, testInfo) => {
  await openPlanted(page, server.url, 1);
  const draw = async (name: string, args: string[]): Promise<{ name: string; base64: string }> => {
    const path = testInfo.outputPath(name);
    await ffmpeg(['-f', 'lavfi', '-i', 'testsrc2=size=320x240:duration=1', '-frames:v', '1', ...args, path]);
    return { name, base64: (await readFile(path)).toString('base64') };
  };
  const tram = await draw('Tram.jpg', []);
  // Under a wrong name, and with the type that follows from it.
  const avif = await draw('Boat.jpg', ['-c:v', 'libaom-av1', '-cpu-used', '8', '-f', 'avif']);
  await page.getByRole('button', { name: 'Edit scene 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Scene 1' });
  await dialog.getByLabel('Title').fill('Not saved yet');
  const give = (kind: 'drop' | 'paste', where: string, { name, base64 }: { name: string; base64: string }) =>
    page.evaluate(
      (given) => {
        const bytes = Uint8Array.from(atob(given.base64), (letter) => letter.charCodeAt(0));
        const held = new DataTransfer();
        held.items.add(new File([bytes], given.name, { type: 'image/jpeg' }));
        const event =
          given.kind === 'drop'
            ? new DragEvent('drop', { dataTransfer: held, bubbles: true, cancelable: true })
            : new ClipboardEvent('paste', { clipboardData: held, bubbles: true, cancelable: true });
        document.querySelector(given.where)?.dispatchEvent(event);
        return event.defaultPrevented;
      },
      { kind, where, name, base64 },
    );
  const pictures = dialog.getByRole('region', { name: 'Reference pictures (optional)' });
  expect(await give('drop', '[role=dialog] section', tram)).toBe(true);
  expect(await give('paste', '[role=dialog] textarea', avif)).toBe(true);
  await expect(pictures.getByRole('img')).toHaveCount(2, { timeout: 30_000 });
  await expect(dialog.getByLabel('Title')).toHaveValue('Not saved yet');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  // The server takes both: what the models don't know became what they know.
  const kept = async (): Promise<unknown> => (await page.request.get(`${server.url}/api/own-files`)).json();
  await expect.poll(kept, { timeout: 30_000 }).toMatchObject([
    { name: 'Tram.jpg', type: 'image/jpeg' },
    { name: 'Boat.jpg', type: 'image/jpeg' },
  ]);
});
