/** People with projects, made through the API: for screens that only show what others have made. */
import { expect, type APIRequestContext } from '@playwright/test';
import { projectAndScenesReply, projectReply } from '#shared/api/projects.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { DEMO_STUDIO_KEY } from '#shared/entities/user.ts';
import type { Person } from './journey.ts';

/** Calls the API with a person's cookies, as their page would. */
export type Caller = {
  send(method: 'POST' | 'PATCH', path: string, data?: unknown): Promise<unknown>;
  project(id: string): Promise<{ project: Project; scenes: Scene[] }>;
};

/** Signs somebody in who works with the demo studio. */
export async function demoPerson(request: APIRequestContext, url: string, person: Person): Promise<Caller> {
  const caller = await signInByCall(request, url, person);
  await caller.send('POST', '/api/user/save-api-key', { apiKey: DEMO_STUDIO_KEY });
  return caller;
}

/** Signs somebody in without the sign-in page: the session of these cookies becomes this person's. */
export async function signInByCall(request: APIRequestContext, url: string, person: Person): Promise<Caller> {
  const headers = { Origin: url };
  await expect(await request.post(`${url}/api/login`, { form: person, headers })).toBeOK();
  return {
    async send(method, path, data = {}) {
      const reply = await request.fetch(`${url}${path}`, { method, data, headers });
      await expect(reply, `${method} ${path}`).toBeOK();
      return reply.json();
    },
    async project(id) {
      const [project, scenes] = await Promise.all([
        request.get(`${url}/api/projects/${id}`),
        request.get(`${url}/api/projects/${id}/scenes`),
      ]);
      return projectAndScenesReply.parse({ project: await project.json(), scenes: await scenes.json() });
    },
  };
}

/** A project of 30 s with its scenes, and with clips if wanted. */
export async function makeProject(
  caller: Caller,
  idea: { title: string; description: string; genres: readonly string[]; model?: string },
  wish: { clips: boolean },
): Promise<{ project: Project; scenes: Scene[] }> {
  const { title, description, genres, model = 'veo-3.1' } = idea;
  const body = { title, description, genres, model, targetLength: 30, aspectRatio: '16:9' };
  const { id } = projectReply.parse(await caller.send('POST', '/api/projects', body));
  await caller.send('POST', `/api/projects/${id}/generate-scenes`);
  await expect.poll(async () => (await caller.project(id)).scenes.length).toBeGreaterThan(0);
  if (wish.clips) {
    await caller.send('POST', `/api/projects/${id}/generate-videos`);
    await expect.poll(async () => (await caller.project(id)).project.status, { timeout: 60_000 }).toBe('complete');
  }
  return caller.project(id);
}
