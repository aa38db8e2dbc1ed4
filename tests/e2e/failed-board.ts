/** A movie in which not every scene has its clip. */
import { expect } from '@playwright/test';
import { lighthouse } from './journey.ts';
import { makeProject, type Caller } from './people.ts';

/** Its second scene has failed, and for its third the answer was lost. @returns the project's id */
export async function makeFailedBoard(owner: Caller): Promise<string> {
  const { project, scenes } = await makeProject(owner, { ...lighthouse, genres: ['drama'] }, { clips: false });
  for (const [place, mark] of [
    [1, '[fail]'],
    [2, '[lose]'],
  ] as const)
    await owner.send('PATCH', `/api/scenes/${scenes[place]?.id}`, { description: `Nobody is there. ${mark}` });
  await owner.send('POST', `/api/projects/${project.id}/generate-videos`);
  await expect.poll(async () => (await owner.project(project.id)).project.status, { timeout: 30_000 }).toBe('failed');
  return project.id;
}
