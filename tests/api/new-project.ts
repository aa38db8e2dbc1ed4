/** Projects and scenes that a person makes through the API. */
import type { CreateProjectRequest, ProjectAndScenes } from '#shared/api/projects.ts';
import type { Project } from '#shared/entities/project.ts';
import type { TestUser } from './harness.ts';

export const lighthouse = {
  title: 'The last lighthouse',
  description: 'A keeper sees a light. He rows out.',
  targetLength: 30,
  genres: ['drama'],
  model: 'veo-3.1',
  aspectRatio: '16:9',
} satisfies CreateProjectRequest;

export function newProject(user: TestUser, fields: Partial<CreateProjectRequest> = {}): Promise<Project> {
  return user.json('/api/projects', { method: 'POST', json: { ...lighthouse, ...fields } });
}

export function addScene(user: TestUser, projectId: string, fields: object = {}): Promise<ProjectAndScenes> {
  const json = { title: 'A scene', description: 'It begins.', duration: 8, ...fields };
  return user.json(`/api/projects/${projectId}/scenes`, { method: 'POST', json });
}
