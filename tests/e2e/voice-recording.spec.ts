/**
 * Voice-overs that are recorded over the playing movie. In the microphone's place stands what the movie plays, with a delay
 * that the microphone reports: clicks of the music must come back at the moments that they have in the movie.
 */
import { expect, test, type Locator, type Page } from '@playwright/test';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { audioPiece } from '#tests/helpers/rows.ts';
import { wavOf } from '#tests/helpers/wav.ts';
import { checkWithAxe, DESKTOP, PHONE } from './axe.ts';
import { bringSound } from './bring-file.ts';
import { plantIn, plantMicrophone, type Planted } from './plant-microphone.ts';
import { signInByCall, type Caller } from './people.ts';
import { openPlanted, plantedOwner, startPlantedServer } from './planted.ts';
import type { RunningServer } from './server.ts';

const RATE = 48_000;
const SECONDS = 12;
/** What one stream's path to a node may be longer than another's in Chromium is 9.3; the middle is taken out. */
const MOST_MS = 10;
/** Where clicks stand in the music, in seconds: never twice as far from each other. */
const CLICKS = [0.5, 1.2, 2, 2.9, 3.9, 5, 6.2, 7.5, 8.9, 10.4];

let server: RunningServer;
let page: Page;
let owner: Caller;
let projectId: string;

/** A movie whose only sound are the clicks. */
test.beforeAll(async ({ browser }) => {
  server = await startPlantedServer();
  page = await (await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' })).newPage();
  await page.addInitScript(plantMicrophone);
  const planted = await plantedOwner(3);
  projectId = planted.projectId;
  owner = await signInByCall(page.request, server.url, planted.person);
  for (const { id } of (await owner.project(projectId)).scenes)
    await owner.send('PATCH', `/api/scenes/${id}`, { muted: true });
  const mediaId = await bringSound(page, server.url, 'Clicks.wav', clicks());
  const audio = [audioPiece({ mediaId, name: 'Clicks', outSeconds: SECONDS })];
  await owner.send('PATCH', `/api/projects/${projectId}`, { audio });
  await page.goto(`${server.url}/project/${projectId}?tab=timeline`);
  await page.getByRole('button', { name: 'Record voice' }).first().click();
});
test.afterAll(async () => {
  await page.context().close();
  await server.remove();
});

const plant = (given: Planted): Promise<void> => plantIn(page, given);

/** The microphone that was asked for last; null for any. */
const lastAsked = (): Promise<unknown> => page.evaluate(() => Reflect.get(globalThis, 'planted').asked.at(-1));

/** A click of 2 ms at each of the moments. */
function clicks(): Buffer {
  return wavOf(RATE, SECONDS, (at) => {
    const n = Math.min(...CLICKS.map((click) => at - click * RATE).filter((since) => since >= 0));
    return n >= 96 ? 0 : n % 8 < 4 ? 24_000 : -24_000;
  });
}

const panel = (): Locator => page.getByRole('region', { name: 'Record voice-over' });
const voices = async (): Promise<MovieAudio[]> =>
  (await owner.project(projectId)).project.audio.filter(({ kind }) => kind === 'voice');

/** The movie has 24 frames a second. */
const playheadSeconds = async (): Promise<number> =>
  Number(await page.getByRole('slider', { name: 'Playhead' }).inputValue()) / 24;

/** From where the playhead is until it has gone on by so much. */
async function recordFor(seconds: number, button = 'Record'): Promise<void> {
  await panel().getByRole('button', { name: button, exact: true }).click();
  await expect(panel().getByText('Recording starts in 3')).toBeVisible();
  const stop = panel().getByRole('button', { name: 'Stop recording' });
  await expect(stop).toBeVisible({ timeout: 15_000 });
  await expect.poll(playheadSeconds, { timeout: 30_000 }).toBeGreaterThan(seconds);
  await stop.click();
  await expect(panel().getByText(/added to the voice lane/)).toBeVisible();
}

/** How far each click of a recording is from where it belongs, in milliseconds. */
async function errorsOf({ mediaId, startSeconds, inSeconds, outSeconds }: MovieAudio): Promise<number[]> {
  const address = `${server.url}/api/media/${mediaId}`;
  await expect.poll(async () => (await page.request.get(address)).status(), { timeout: 30_000 }).toBe(200);
  const bytes = await (await page.request.get(address)).body();
  const rate = bytes.readUInt32LE(24);
  const found: number[] = [];
  for (let at = Math.round(inSeconds * rate); at < Math.min(outSeconds * rate, (bytes.length - 44) / 2); at += 1)
    if (Math.abs(bytes.readInt16LE(44 + at * 2)) > 6_000) {
      found.push(startSeconds + at / rate - inSeconds);
      at += rate / 10;
    }
  return found.map((time) =>
    CLICKS.map((click) => (time - click) * 1_000).reduce((best, one) => (Math.abs(one) < Math.abs(best) ? one : best)),
  );
}

test('voice-overs are recorded over the playing movie', async () => {
  await test.step('a microphone that is refused, missing, or busy is a sentence, and asks again the next time', async () => {
    for (const [refusal, sentence] of [
      ['NotAllowedError', /isn’t allowed to use the microphone/],
      ['NotFoundError', /No microphone was found/],
      ['NotReadableError', /Another app may be using it/],
    ] as const) {
      await plant({ refusal });
      await panel().getByRole('button', { name: 'Record', exact: true }).click();
      await expect(panel().getByText(sentence)).toBeVisible();
    }
    await plant({ refusal: '' });
    await panel().getByRole('button', { name: 'Check microphone' }).click();
    await expect(panel().getByRole('meter', { name: 'Input level' })).toBeVisible();
    expect(await voices()).toEqual([]);
  });

  await test.step('a microphone is chosen among those that are there, opened at once, and chosen again the next time', async () => {
    const inputs = [
      { deviceId: 'room', label: 'Room' },
      { deviceId: 'studio', label: 'Studio' },
    ];
    await plant({ inputs });
    await page.evaluate(() => navigator.mediaDevices.dispatchEvent(new Event('devicechange')));
    const choice = panel().getByRole('combobox', { name: 'Microphone' });
    await expect(choice).toHaveText('Default microphone');
    expect(await lastAsked()).toBeNull();
    for (const { deviceId, label } of inputs.toReversed()) {
      await choice.click();
      await page.getByRole('option', { name: label, exact: true }).click();
      await expect.poll(lastAsked).toEqual({ exact: deviceId });
      await expect(panel().getByRole('meter', { name: 'Input level' })).toBeVisible();
    }
    await panel().getByRole('button', { name: 'Close recording' }).click();
    await page.getByRole('button', { name: 'Record voice' }).first().click();
    await expect(choice).toHaveText('Room');
    // Pulled out meanwhile: the browser's own choice is taken again.
    await plant({ inputs: inputs.slice(1) });
    await page.evaluate(() => navigator.mediaDevices.dispatchEvent(new Event('devicechange')));
    await expect(choice).toHaveText('Default microphone');
    await choice.click();
    await page.getByRole('option', { name: 'Studio', exact: true }).click();
    await choice.click();
    await page.getByRole('option', { name: 'Default microphone', exact: true }).click();
    await panel().getByRole('button', { name: 'Check microphone' }).click();
    await expect.poll(lastAsked).toBeNull();
    await plant({ inputs: [] });
  });

  await test.step('the countdown can be canceled, and nothing is recorded', async () => {
    await panel().getByRole('button', { name: 'Record', exact: true }).click();
    await panel().getByRole('button', { name: 'Cancel' }).click();
    await expect(panel().getByText('Recording canceled.')).toBeVisible();
    expect(await voices()).toEqual([]);
  });

  for (const delayMs of [0, 37, 100, 200])
    await test.step(`clicks land where they were heard, through a microphone that reports ${delayMs} ms`, async () => {
      // Another microphone: it is opened anew.
      await panel().getByRole('button', { name: 'Close recording' }).click();
      await page.getByRole('button', { name: 'Record voice' }).first().click();
      await plant({ delayMs });
      await page.getByRole('slider', { name: 'Playhead' }).press('Home');
      await recordFor(4.4);
      await expect.poll(async () => (await voices()).length).toBe(1);
      const [piece] = await voices();
      if (!piece) throw new Error('There is no voice-over.');
      const errors = await errorsOf(piece);
      test.info().annotations.push({ type: 'milliseconds', description: errors.map((ms) => ms.toFixed(2)).join(', ') });
      expect(errors.length).toBeGreaterThanOrEqual(4);
      expect(Math.max(...errors), errors.join(', ')).toBeLessThan(MOST_MS);
      expect(Math.min(...errors), errors.join(', ')).toBeGreaterThan(-MOST_MS);
      // Gone, so that the next one doesn't hear it.
      await page.getByRole('button', { name: /^Undo/ }).first().click();
      await expect.poll(async () => (await voices()).length).toBe(0);
    });

  await test.step('several takes are kept, one is chosen, and undone', async () => {
    await page.getByRole('slider', { name: 'Playhead' }).press('Home');
    await recordFor(1.6);
    await recordFor(2.4, 'Record another take');
    await expect.poll(async () => (await voices())[0]?.takes.length).toBe(1);
    const [piece] = await voices();
    if (!piece) throw new Error('There is no voice-over.');
    expect(piece.name).toBe('Take 2');
    // The first take was not heard along with the second one.
    const errors = await errorsOf(piece);
    expect(errors.length).toBeLessThanOrEqual(4);
    for (const error of errors) expect(Math.abs(error)).toBeLessThan(MOST_MS);
    await panel()
      .getByRole('radio', { name: /^Take 1 · / })
      .click();
    await expect.poll(async () => (await voices())[0]?.name).toBe('Take 1');
    await page.getByRole('button', { name: /^Undo/ }).first().click();
    await expect.poll(async () => (await voices())[0]?.name).toBe('Take 2');
    await expect(
      page.getByRole('group', { name: 'Voice-over lane' }).getByRole('button', { name: /Take 2/ }),
    ).toBeVisible();
  });

  await test.step('a wanted shift moves what is recorded', async () => {
    await page.getByRole('slider', { name: 'Playhead' }).press('Home');
    const shift = panel().getByLabel('Shift recordings');
    await shift.fill('-80');
    await shift.press('Enter');
    await recordFor(1.6, 'Record at the playhead');
    await expect.poll(async () => (await voices()).length).toBe(2);
    const [, piece] = await voices();
    if (!piece) throw new Error('There is no voice-over.');
    for (const error of (await errorsOf(piece)).slice(1)) expect(Math.abs(error + 80)).toBeLessThan(MOST_MS);
  });

  await test.step('a recording that can’t be saved is kept, can be downloaded, and is saved once there is room', async () => {
    const before = (await voices()).length;
    await page.getByRole('slider', { name: 'Playhead' }).press('Home');
    await panel().getByRole('button', { name: 'Record at the playhead' }).click();
    const stop = panel().getByRole('button', { name: 'Stop recording' });
    await expect(stop).toBeVisible({ timeout: 15_000 });
    await expect.poll(playheadSeconds).toBeGreaterThan(1);
    await plant({ isFull: true });
    await stop.click();
    await expect(panel().getByText(/^The recording isn’t saved yet\./)).toBeVisible();
    await expect(panel().getByText(/^Couldn’t add the recording\. /)).toBeVisible();
    const download = page.waitForEvent('download');
    await panel().getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toMatch(/^Record voice-over .*\.wav$/);
    const again = panel().getByRole('button', { name: 'Try again' });
    await again.click();
    await expect(panel().getByText(/^Couldn’t add the recording\. /)).toBeVisible();
    expect((await voices()).length).toBe(before);
    await plant({ isFull: false });
    await again.click();
    await expect(panel().getByText(/added to the voice lane/)).toBeVisible();
    await expect.poll(async () => (await voices()).length).toBe(before + 1);
  });

  await test.step('one that is unplugged in between keeps what was recorded, and says so', async () => {
    const before = (await voices()).length;
    await panel().getByRole('button', { name: 'Record at the playhead' }).click();
    await expect(panel().getByRole('button', { name: 'Stop recording' })).toBeVisible({ timeout: 15_000 });
    const begun = await playheadSeconds();
    await expect.poll(playheadSeconds).toBeGreaterThan(begun + 1);
    // Whoever would leave the page now is asked first.
    const [asked] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
    expect(asked.type()).toBe('beforeunload');
    await asked.dismiss();
    await page.evaluate(() => {
      const { stream }: { stream: MediaStream } = Reflect.get(globalThis, 'planted');
      for (const track of stream.getAudioTracks()) {
        track.stop();
        track.dispatchEvent(new Event('ended'));
      }
    });
    await expect(panel().getByText(/was disconnected\. What you recorded until then is kept\./)).toBeVisible();
    await expect.poll(async () => (await voices()).length).toBe(before + 1);
    // It is saved: nobody is asked any more.
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type());
      void dialog.accept();
    });
    await page.goto(`${server.url}/`);
    expect(dialogs).toEqual([]);
    await page.goto(`${server.url}/project/${projectId}?tab=timeline`);
    await page.getByRole('button', { name: 'Record voice' }).first().click();
  });

  await test.step('axe finds nothing, and on a phone it leaves the picture in view', async () => {
    await checkWithAxe(page, 'recording a voice-over', [PHONE, DESKTOP]);
    await page.setViewportSize(PHONE);
    const box = await panel().boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(PHONE.height / 2 - 1);
  });
});

test('on a phone, tools and lanes come out above the sheet that records', async ({ page: phone }) => {
  await phone.setViewportSize(PHONE);
  const planted = await openPlanted(phone, server.url, 2);
  await phone.goto(`${server.url}/project/${planted.projectId}?tab=timeline`);
  const tool = phone.getByRole('button', { name: 'Record voice' }).first();
  await tool.click();
  const sheet = phone.getByRole('region', { name: 'Record voice-over' });
  await expect(sheet).toBeVisible();
  const sheetTop = (await sheet.boundingBox())?.y ?? 0;
  const { bottom, isHit } = await tool.evaluate((element, top) => {
    scrollBy(0, element.getBoundingClientRect().bottom - top + 4);
    const box = element.getBoundingClientRect();
    const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return { bottom: box.bottom, isHit: element.contains(hit) };
  }, sheetTop);
  expect(bottom).toBeLessThanOrEqual(sheetTop);
  expect(isHit).toBe(true);
  // The page scrolls by at least what the sheet covers.
  const scrolls = await phone.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  expect(scrolls).toBeGreaterThanOrEqual(PHONE.height - sheetTop);
});
