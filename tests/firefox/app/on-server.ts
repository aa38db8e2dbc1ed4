import type { z } from 'zod';
import { projectAndScenesReply } from '#shared/api/projects.ts';
import type { FirefoxApp } from './open-app.ts';

/** The project on this page, as the server has it. */
export async function projectOnServer({ page }: FirefoxApp): Promise<z.output<typeof projectAndScenesReply>> {
  const reply: unknown = await page.evaluate(
    async (path) => {
      const [project, scenes] = await Promise.all([fetch(path), fetch(`${path}/scenes`)]);
      return { project: await project.json(), scenes: await scenes.json() };
    },
    `/api${new URL(page.url()).pathname.replace('/project/', '/projects/')}`,
  );
  return projectAndScenesReply.parse(reply);
}
