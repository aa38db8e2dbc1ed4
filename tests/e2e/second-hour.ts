/** The job of a second hour, the same whichever way it is done: nine edits, five taken back, two of them made again. */
import { expect, type Download, type Locator, type Page } from '@playwright/test';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { probeFile } from '#tests/helpers/ffprobe.ts';
import { signInByCall, type Caller } from './people.ts';
import { plantedOwner } from './planted.ts';

/** Each scene plays so much: little has to be encoded. */
const PLAYED_SECONDS = 2;
const FPS = 24;

type SceneDoc = {
  title: string;
  trimStart: number | null;
  trimEnd: number | null;
  texts: Pick<TextOverlay, 'text' | 'style' | 'fontSize'>[];
};

/** One person's way to do each step. What it changes is waited for and compared by the caller. */
export type Ways = {
  reorder(): Promise<void>;
  split(): Promise<void>;
  trim(): Promise<void>;
  write(text: string): Promise<void>;
  /** @param which of the texts, in the order in which they were made */
  style(which: number, preset: 'Box' | 'Title' | 'Warm'): Promise<void>;
  duplicate(): Promise<void>;
  undo(): Promise<void>;
  redo(): Promise<void>;
  save(): Promise<Download>;
};

export const TEXT = 'A town forgets';

/** A planted person's movie of four short scenes, open on the timeline. @param index tells tests on one server apart */
export async function openShortMovie(
  page: Page,
  url: string,
  index: number,
): Promise<{ owner: Caller; projectId: string }> {
  page.setDefaultTimeout(30_000);
  const { person, projectId } = await plantedOwner(index);
  const owner = await signInByCall(page.request, url, person);
  for (const { id } of (await owner.project(projectId)).scenes)
    await owner.send('PATCH', `/api/scenes/${id}`, { trimEnd: PLAYED_SECONDS });
  await page.goto(`${url}/project/${projectId}?tab=timeline`);
  await expect(block(page, 1)).toBeVisible();
  await expect(page.getByRole('slider', { name: 'End of scene 1', exact: true })).toBeAttached();
  return { owner, projectId };
}

export const block = (page: Page, number: number): Locator =>
  page.getByRole('button', { name: new RegExp(`^Scene ${number}:`) });
export const chips = (page: Page): Locator =>
  page.getByRole('button', { name: new RegExp(`^Edit text “${TEXT}” on scene`) });
export const tool = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('toolbar').getByRole('button', { name });

/** Does all of it, and sees after every step that the server has it. @param path where the movie is put */
export async function workForAnHour(
  page: Page,
  { owner, projectId }: { owner: Caller; projectId: string },
  ways: Ways,
  path: string,
): Promise<void> {
  const read = async (): Promise<SceneDoc[]> => docOf((await owner.project(projectId)).scenes);
  const done: SceneDoc[][] = [await read()];
  const step = async (work: Promise<void>): Promise<void> => {
    await work;
    await expect.poll(read).not.toEqual(done.at(-1));
    done.push(await read());
  };
  await step(ways.reorder());
  expect(done.at(-1)?.map(({ title }) => title)).toEqual(moved(done[0]?.map(({ title }) => title) ?? []));
  await step(ways.split());
  expect(done.at(-1)).toHaveLength(5);
  await step(ways.trim());
  await step(ways.write(TEXT));
  await step(ways.style(0, 'Box'));
  await step(ways.duplicate());
  await step(ways.duplicate());
  await step(ways.style(1, 'Title'));
  await step(ways.style(2, 'Warm'));
  expect(textsOf(done.at(-1)).map(({ style }) => JSON.stringify(style))).toHaveLength(3);
  expect(new Set(textsOf(done.at(-1)).map((text) => JSON.stringify(text))).size).toBe(3);
  for (let back = 1; back <= 5; back += 1) {
    await ways.undo();
    await expect.poll(read).toEqual(done[9 - back]);
  }
  for (let again = 5; again <= 6; again += 1) {
    await ways.redo();
    await expect.poll(read).toEqual(done[again]);
  }
  await page.reload();
  await expect(chips(page)).toHaveCount(2);
  expect(await read()).toEqual(done[6]);
  await (await ways.save()).saveAs(path);
  const { video } = await probeFile(path);
  expect(video?.nb_frames).toBe(framesOf(done[6] ?? []));
}

/** The second scene is the first. */
function moved([first = '', second = '', ...rest]: readonly string[]): string[] {
  return [second, first, ...rest];
}

function docOf(scenes: Awaited<ReturnType<Caller['project']>>['scenes']): SceneDoc[] {
  return scenes
    .toSorted((a, b) => a.sceneNumber - b.sceneNumber)
    .map(({ title, trimStart, trimEnd, textOverlays }) => ({
      title,
      trimStart,
      trimEnd,
      texts: textOverlays.map(({ text, style, fontSize }) => ({ text, style, fontSize })),
    }));
}

function textsOf(doc: readonly SceneDoc[] | undefined): SceneDoc['texts'] {
  return (doc ?? []).flatMap(({ texts }) => texts);
}

function framesOf(doc: readonly SceneDoc[]): number {
  return doc.reduce((sum, { trimStart, trimEnd }) => sum + Math.round(((trimEnd ?? NaN) - (trimStart ?? 0)) * FPS), 0);
}
