/** Own material: what is asked when it is added, the lanes and panels that it comes to, and a recording. */
import { expect, test, type Page } from '@playwright/test';
import { bringFile, bringSound } from '#tests/e2e/bring-file.ts';
import { openPlanted, startPlantedServer, type Owner } from '#tests/e2e/planted.ts';
import type { RunningServer } from '#tests/e2e/server.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { ffmpeg } from '#tests/helpers/clips/run-ffmpeg.ts';
import { audioPiece, testId } from '#tests/helpers/rows.ts';
import { swellingWav } from '#tests/helpers/wav.ts';
import { shoot, widths } from './shoot.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startPlantedServer();
});
test.afterAll(() => server.remove());

const SECONDS = 24;

/** Two pieces of music and a voice-over on the timeline, a clip that the movie doesn't use. */
async function bringMaterial(page: Page, owner: Owner): Promise<void> {
  const clip = Buffer.from(await makeClip({ seconds: 2, size: '360p', sceneNumber: 7 }));
  await bringFile(page, server.url, { name: 'Beach at noon.mp4', kind: 'clip', bytes: clip });
  const mediaId = await bringSound(
    page,
    server.url,
    'Harbor.wav',
    swellingWav({ seconds: SECONDS, sampleRate: 8_000 }),
  );
  const piece = (last: number, of: object): object => ({ ...audioPiece({ mediaId, ...of }), id: testId(700 + last) });
  const audio = [
    piece(0, { name: 'Harbor at night', outSeconds: 12, gainDb: -9, fadeInSeconds: 1.5, fadeOutSeconds: 2, duckDb: 8 }),
    piece(1, { name: 'Bells', startSeconds: 14, outSeconds: 8, gainDb: -12, fadeOutSeconds: 1 }),
    piece(2, { kind: 'voice', name: 'Take 2', startSeconds: 5, outSeconds: 6 }),
  ];
  const path = `${server.url}/api/projects/${owner.projectId}`;
  const patched = await page.request.patch(path, { data: { audio }, headers: { Origin: server.url } });
  expect(patched.ok(), await patched.text()).toBe(true);
}

test('music, a voice-over, and the media panel', async ({ page }) => {
  const owner = await openPlanted(page, server.url);
  await bringMaterial(page, owner);
  await page.goto(`${server.url}/project/${owner.projectId}?tab=timeline`);
  const music = page.getByRole('button', { name: /^Music “Harbor at night”/ }).first();
  await expect(music.locator('svg path')).toHaveCount(2);
  await shoot(page, '50-lanes', { widths: widths.all });
  await music.click();
  await shoot(page, '50-music-chosen', { widths: widths.all });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Media', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Media', exact: true }).getByText('Beach at noon.mp4')).toBeVisible();
  await shoot(page, '51-media', { widths: widths.all });
  await page.getByRole('button', { name: 'Media', exact: true }).click();
  await page.getByRole('radio', { name: 'List' }).click();
  await shoot(page, '50-lanes-list', { widths: widths.all });
});

test('a recording', async ({ page, context }) => {
  await context.grantPermissions(['microphone']);
  const { projectId } = await openPlanted(page, server.url, 1);
  await page.goto(`${server.url}/project/${projectId}?tab=timeline`);
  // Lower windows keep the room for the picture.
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(page.getByRole('group', { name: 'Voice-over lane' })).toBeAttached();
  await shoot(page, '50-lanes-empty', { widths: widths.all });
  await page.getByRole('button', { name: 'Record voice' }).first().click();
  await expect(page.getByRole('region', { name: /Record/ }).first()).toBeVisible();
  await shoot(page, '52-record', { widths: widths.all });
});

test('pictures and title cards', async ({ page }, testInfo) => {
  const photo = testInfo.outputPath('Harbor.jpg');
  await ffmpeg(['-f', 'lavfi', '-i', 'testsrc2=size=640x480:duration=1', '-frames:v', '1', photo]);
  await openPlanted(page, server.url, 2);
  await page.getByRole('button', { name: 'Add Custom Scene' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot(page, '53-custom-scene');
  await page.getByRole('dialog').getByLabel('Choose Files').and(page.locator('input')).setInputFiles(photo);
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Add as a Scene' })).toBeVisible();
  await shoot(page, '53-picture');
  await page.getByRole('dialog').getByRole('button', { name: 'Add as a Scene' }).click();
  await expect(page.getByRole('dialog')).toBeHidden({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Add Custom Scene' }).click();
  await page.getByRole('button', { name: 'Make a Title Card' }).click();
  await page.getByRole('dialog').getByLabel('Words', { exact: true }).fill('The end');
  await shoot(page, '53-title-card');
  await page.keyboard.press('Escape');
  await shoot(page, '53-board', { widths: widths.all, isWhole: true });
  await page.getByRole('button', { name: 'Edit scene 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Scene 1' });
  await dialog.getByLabel('Add Pictures').and(page.locator('input')).setInputFiles(photo);
  await expect(dialog.getByRole('img')).toHaveCount(1, { timeout: 30_000 });
  await shoot(page, '54-references', { isDialogEnd: true });
});
