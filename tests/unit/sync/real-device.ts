/** Devices of one person that speak to the real API, each with a name of its own. */
import { apiErrorOf, OfflineError } from '#api/errors.ts';
import { readJson } from '#api/client.ts';
import { rememberUser } from '#data/tables/users.ts';
import { drainProject } from '#sync/drain.ts';
import { deviceHeaders } from '#sync/device-headers.ts';
import { pullProjectWithHistory } from '#sync/pull-history.ts';
import type { TestUser } from '#tests/api/harness.ts';
import { testDevice, type TestDevice } from './test-device.ts';

export type RealDevice = TestDevice & {
  /** Replies that are lost on their way, counted down with each change that is sent. */
  lost: { replies: number };
  /** Sends what waits, until nothing does, and pulls. */
  settle(projectId: string): Promise<void>;
};

/** Whoever makes one closes it. */
export async function realDevice(user: TestUser, seed: number, userAgent: string): Promise<RealDevice> {
  const device = await testDevice(undefined, seed);
  const lost = { replies: 0 };
  const person = { firstName: 'Ines', lastName: null, email: 'ines@example.test', profileImageUrl: null };
  await rememberUser(device.db, { id: user.id, ...person, geminiApiKey: null }, 0);
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const reply = await user.fetch(path, init);
    if (!reply.ok && reply.status !== 304) throw await apiErrorOf(reply);
    return reply;
  };
  const real: TestDevice = {
    ...device,
    call: async ({ method, path, body, headers }) => {
      const own = await deviceHeaders(device, { userAgent, maxTouchPoints: 0 });
      const reply = await send(path, { method, headers: { ...own, ...headers }, ...(body === null ? {} : { body }) });
      if (lost.replies > 0) {
        lost.replies -= 1;
        throw new OfflineError();
      }
      return readJson(reply);
    },
    read: async (path, known) => {
      const reply = await send(path, known === null ? {} : { headers: { 'If-None-Match': known } });
      if (reply.status === 304) return null;
      const next = /<([^>]+)>; rel="next"/.exec(reply.headers.get('Link') ?? '')?.[1] ?? null;
      return { body: await readJson(reply), tag: reply.headers.get('ETag'), next };
    },
  };
  const settle = async (projectId: string): Promise<void> => {
    real.setNow(real.device.now() + 600_000);
    const outcome = await drainProject(real, projectId, user.id);
    if (outcome.kind === 'later') return settle(projectId);
    await pullProjectWithHistory(real, projectId, user.id);
  };
  return { ...real, lost, settle };
}
