/** What one scene's card offers before and while its clip is made. */
import type { Locator, Page } from '@playwright/test';
import { ines, lighthouse } from './journey.ts';
import { demoPerson, makeProject, type Caller } from './people.ts';

type ShotScreen = { page: Page; owner: Caller; projectId: string };

/** Somebody's project with four scenes and no clip, open in the editor. */
export async function openFourScenes(
  page: Page,
  url: string,
  prepare?: (owner: Caller, ids: string[]) => Promise<unknown>,
) {
  const owner = await demoPerson(page.request, url, ines);
  const { project, scenes } = await makeProject(owner, { ...lighthouse, genres: ['drama'] }, { clips: false });
  await prepare?.(
    owner,
    scenes.map(({ id }) => id),
  );
  await page.goto(`${url}/project/${project.id}`);
  return { page, owner, projectId: project.id, sceneIds: scenes.map(({ id }) => id) };
}

export const cardOf = (page: Page, number: number): Locator =>
  page.getByRole('article', { name: new RegExp(`^Scene ${number}:`) });

export const generateOf = (card: Locator): Locator => card.getByRole('button', { name: /^Generate this scene · free/ });

export const start = (page: Page): Promise<void> => page.getByRole('button', { name: 'Start Generation' }).click();

export async function openConfirmation(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Generate Videos' }).click();
  return page.getByRole('dialog', { name: 'Generate Videos' });
}

export const statuses = async ({ owner, projectId }: ShotScreen): Promise<string[]> =>
  (await owner.project(projectId)).scenes.map(({ status }) => status);
