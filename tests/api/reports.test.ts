/** Abuse of the showcase: anybody reports, operators see it, and owners and operators unpublish. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HistoryEntry } from '#shared/entities/history.ts';
import type { Project } from '#shared/entities/project.ts';
import { limits } from '#shared/limits.ts';
import type { Report } from '#shared/api/reports.ts';
import { newId, newOwner, type Owner } from './battery/people.ts';
import { ORIGIN, startTestApi, type TestApi } from './harness.ts';

let api: TestApi;
let ada: Owner;
beforeEach(async () => {
  api = await startTestApi({ environment: { OPERATOR_EMAILS: 'Olga@example.test' } });
  ada = await newOwner(api, 'Ada');
});
afterEach(() => api.close());

function report(projectId: string, json: unknown = { reason: 'spam' }): Promise<Response> {
  const headers = { Origin: ORIGIN, 'Content-Type': 'application/json' };
  return api.fetch(`/api/showcase/projects/${projectId}/report`, {
    method: 'POST',
    headers,
    body: JSON.stringify(json),
  });
}

test('anybody reports a public project, and only operators read it', async () => {
  const details = ' <b>It is mine.</b> ';
  expect((await report(ada.publicProjectId, { reason: 'copyright', details })).status).toBe(204);
  const olga = await api.as('Olga');
  expect(await olga.json('/api/reports')).toEqual([
    {
      id: expect.any(String),
      projectId: ada.publicProjectId,
      title: `${ada.mark} open`,
      isPublic: true,
      reason: 'copyright',
      details: '<b>It is mine.</b>',
      at: api.clock.now(),
    },
  ]);
  expect(await olga.json('/api/auth/user')).toMatchObject({ isOperator: true });
  expect(await ada.user.json('/api/auth/user')).not.toHaveProperty('isOperator');
  expect((await ada.user.fetch('/api/reports')).status).toBe(404);
  expect((await api.fetch('/api/reports')).status).toBe(401);
});

test('nothing is kept about what isn’t public, or beyond what an operator can read', async () => {
  expect((await report(ada.projectId)).status).toBe(403);
  expect((await report(newId())).status).toBe(404);
  for (const json of [{}, { reason: 'boring' }, { reason: 'spam', details: 'x'.repeat(limits.reportLength + 1) }])
    expect((await report(ada.publicProjectId, json)).status).toBe(422);
  for (let count = 0; count < 25; count++) expect((await report(ada.publicProjectId)).status).toBe(204);
  expect(await (await api.as('Olga')).json('/api/reports')).toHaveLength(20);
});

test('whoever runs the server reads in its log that something was reported, and neither the words nor by whom', async () => {
  for (let count = 0; count < 25; count++)
    await report(ada.publicProjectId, { reason: 'hateful', details: 'Look at 0:12.' });
  const told = api.logLines.filter((line) => line.includes('project_reported'));
  expect(told).toHaveLength(20);
  expect(JSON.parse(told[0] ?? '')).toEqual({
    time: expect.any(String),
    level: 'info',
    event: 'project_reported',
    projectId: ada.publicProjectId,
    reason: 'hateful',
  });
});

test('an address reports a few a minute', async () => {
  const limited = await startTestApi({ rateLimits: { report: { perUser: null, perAddress: 2 } } });
  const bob = await newOwner(limited, 'Bob');
  const send = () =>
    bob.user.fetch(`/api/showcase/projects/${bob.publicProjectId}/report`, {
      method: 'POST',
      json: { reason: 'spam' },
    });
  expect([(await send()).status, (await send()).status, (await send()).status]).toEqual([204, 204, 429]);
  await limited.close();
});

test('an operator unpublishes at once, and the owner’s history says so', async () => {
  await report(ada.publicProjectId);
  const olga = await api.as('Olga');
  const path = `/api/showcase/projects/${ada.publicProjectId}`;
  const seen = await api.fetch(path);
  const before = await ada.user.json<Project>(`/api/projects/${ada.publicProjectId}`);
  expect((await olga.fetch(`${path}/unpublish`, { method: 'POST' })).status).toBe(204);
  expect((await api.fetch(path, { headers: { 'If-None-Match': seen.headers.get('etag') ?? '' } })).status).toBe(403);
  expect(await (await api.fetch('/api/showcase/projects')).text()).not.toContain(ada.publicProjectId);
  const after = await ada.user.json<Project>(`/api/projects/${ada.publicProjectId}`);
  expect([after.isPublic, after.version]).toEqual([false, before.version + 1]);
  const [entry] = await ada.user.json<HistoryEntry[]>(`/api/projects/${ada.publicProjectId}/history`);
  expect(entry).toMatchObject({ kind: 'edit-project', device: { name: 'The operator of this server' } });
  const [kept] = await olga.json<Report[]>('/api/reports');
  expect(kept?.isPublic).toBe(false);
  expect((await olga.fetch(`/api/reports/${kept?.id}`, { method: 'DELETE' })).status).toBe(204);
  expect(await olga.json('/api/reports')).toEqual([]);
});

test('an owner unpublishes their own, and nobody anybody else’s', async () => {
  const bob = await newOwner(api, 'Bob');
  const unpublish = (owner: Owner, projectId: string) =>
    owner.user.fetch(`/api/showcase/projects/${projectId}/unpublish`, { method: 'POST' });
  expect((await unpublish(bob, ada.publicProjectId)).status).toBe(404);
  expect((await unpublish(bob, bob.projectId)).status).toBe(404);
  expect((await unpublish(ada, ada.publicProjectId)).status).toBe(204);
  expect((await api.fetch(`/api/showcase/projects/${ada.publicProjectId}`)).status).toBe(403);
});

test('only a verified address makes an operator, and local sign-in’s only where that is on', async () => {
  const olga = await api.as('Olga');
  api.deps.config.localSignIn = false;
  expect((await olga.fetch('/api/reports')).status).toBe(404);
  await api.db.execute(`update users set email_verified = 1 where id = '${olga.id}'`);
  expect((await olga.fetch('/api/reports')).status).toBe(200);
});
