/** Edits on the timeline by pointer and keys, each done when the page says that it is saved; and what the device has of them. */
import { expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { projectSchema } from '#shared/entities/project.ts';
import { sceneSchema } from '#shared/entities/scene.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import { swellingWav } from '#tests/helpers/wav.ts';
import { editScene } from './journey.ts';
import { toastsOn } from './toast.ts';

export const block = (page: Page, number: number): Locator =>
  page.getByRole('button', { name: new RegExp(`^Scene ${number}:`) });
const edge = (page: Page, of: 'Start' | 'End', number: number): Locator =>
  page.getByRole('slider', { name: `${of} of scene ${number}`, exact: true });

const documentSchema = z.object({
  project: projectSchema.pick({ title: true, audio: true }),
  scenes: z.array(
    sceneSchema.pick({
      ...{ id: true, sceneNumber: true, title: true, description: true, sha256: true },
      ...{ trimStart: true, trimEnd: true, textOverlays: true },
    }),
  ),
});
export type EditedDocument = z.infer<typeof documentSchema>;

/** What a person can change of a project, its scenes in their order. */
export function editedDocument(project: unknown, scenes: unknown): EditedDocument {
  const read = documentSchema.parse({ project, scenes });
  return { ...read, scenes: inPlayOrder(z.array(sceneSchema).parse(scenes)).map((scene) => pick(read, scene.id)) };
}

function pick({ scenes }: EditedDocument, id: string): EditedDocument['scenes'][number] {
  const scene = scenes.find((one) => one.id === id);
  if (!scene) throw new Error('The scene is gone.');
  return scene;
}

/** As this device has it, whichever of its databases that is in. */
export async function documentHere(page: Page, projectId: string): Promise<EditedDocument> {
  const found = await page.evaluate(async (id) => {
    const answer = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('No answer.')));
      });
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('storyreel')) continue;
      const db = await answer(indexedDB.open(name));
      try {
        if (!db.objectStoreNames.contains('projects')) continue;
        const transaction = db.transaction(['projects', 'scenes']);
        const [project, scenes] = await Promise.all([
          answer(transaction.objectStore('projects').get(id)),
          answer(transaction.objectStore('scenes').index('projectId').getAll(id)),
        ]);
        if (project !== undefined) return { project, scenes };
      } finally {
        db.close();
      }
    }
    return null;
  }, projectId);
  if (found === null) throw new Error('The project is not on this device.');
  return editedDocument(found.project, found.scenes);
}

/** As the server has it, asked with the page's own cookies. */
export async function documentThere(page: Page, url: string, projectId: string): Promise<EditedDocument> {
  const path = `${url}/api/projects/${projectId}`;
  const [project, scenes] = await Promise.all([page.request.get(path), page.request.get(`${path}/scenes`)]);
  return editedDocument(await project.json(), await scenes.json());
}

/** Does something, and waits until a notice of it says so. */
async function said(page: Page, title: string, work: () => Promise<void>): Promise<void> {
  const toasts = toastsOn(page);
  const dismiss = toasts.getByLabel('Dismiss').first();
  // One may go by itself meanwhile.
  while (await dismiss.isVisible()) await dismiss.click({ timeout: 1_000 }).catch(() => undefined);
  await work();
  await expect(toasts.getByText(title, { exact: true })).toBeVisible();
}

async function choose(page: Page, number: number): Promise<void> {
  await block(page, number).click({ position: { x: 12, y: 8 } });
}

/** Cuts frames off the end of a scene by its edge, with keys. */
export async function trimEnd(page: Page, number: number, frames: number): Promise<void> {
  await choose(page, number);
  await edge(page, 'End', number).focus();
  await said(page, 'Trim applied', async () => {
    for (let frame = 0; frame < frames; frame += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
  });
}

export async function moveScene(page: Page, number: number, to: 'earlier' | 'later'): Promise<void> {
  await choose(page, number);
  await said(page, 'Scenes reordered', () => page.keyboard.press(to === 'later' ? 'Alt+ArrowRight' : 'Alt+ArrowLeft'));
}

/** One second after its first frame. */
export async function splitScene(page: Page, number: number): Promise<void> {
  await choose(page, number);
  await page.keyboard.press('Shift+ArrowRight');
  await said(page, 'Scene split', () => page.keyboard.press('s'));
}

export async function duplicateScene(page: Page, number: number): Promise<void> {
  await choose(page, number);
  await said(page, 'Scene duplicated', () => page.keyboard.press('ControlOrMeta+d'));
}

export async function deleteScene(page: Page, number: number): Promise<void> {
  await choose(page, number);
  await said(page, 'Scene deleted', () => page.keyboard.press('Delete'));
}

export async function addText(page: Page, number: number, text: string): Promise<void> {
  await choose(page, number);
  await said(page, 'Text overlay added', async () => {
    await page.getByRole('toolbar').getByRole('button', { name: 'Add Text' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add text overlay' });
    await dialog.getByRole('textbox').first().fill(text);
    await dialog.getByRole('button', { name: 'Add Text Overlay' }).click();
  });
}

/** From a file of its own: the same sound would come with the name that it had first. @param name without its suffix */
export async function addMusic(page: Page, name: string, seconds: number): Promise<void> {
  // Together: what waits for a browser that is killed meanwhile fails here, too.
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Add music', exact: true }).click(),
  ]);
  const hertz = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 3_000, 200) + 100;
  const buffer = swellingWav({ seconds, sampleRate: 8_000, hertz });
  await chooser.setFiles({ name: `${name}.wav`, mimeType: 'audio/wav', buffer });
  const lane = page.getByRole('group', { name: 'Music lane', exact: true });
  await expect(lane.getByRole('button', { name: new RegExp(`^Music “${name}”`) })).toBeVisible();
}

/** In the Scene Editor; ends on the timeline. */
export async function renameScene(page: Page, number: number, title: string): Promise<void> {
  await page.getByRole('tab', { name: 'Scene Editor' }).click();
  await said(page, 'Scene updated', () => editScene(page, number, 'Title', title));
  await openTimeline(page);
}

export async function openTimeline(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Timeline Editor' }).click();
  await expect(block(page, 1)).toBeVisible();
  // The player, and what edits scenes, come a moment later.
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  // Of those in view.
  await expect(page.getByRole('slider', { name: /^End of scene \d+$/ }).first()).toBeAttached();
}

export async function undo(page: Page): Promise<void> {
  await said(page, 'Undone', () => page.keyboard.press('ControlOrMeta+z'));
}

export async function redo(page: Page): Promise<void> {
  await said(page, 'Redone', () => page.keyboard.press('ControlOrMeta+Shift+z'));
}
