/** The bundled Worker in workerd, with its database, bucket, and queue, and a provider beside it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '#edge-api/db/client.ts';
import { remoteDatabase } from '#edge-api/db/open-remote.ts';
import { freePort } from '#scripts/free-port.mjs';
import { startLocalEdge, type LocalEdge, type LocalEdgeOptions } from '#scripts/edge/local-edge.mjs';
import type { Project } from '#shared/entities/project.ts';
import { edgeMediaStore } from '#tests/api/edge-harness.ts';
import { signIn, type TestUser } from '#tests/api/harness.ts';
import { plantClipIn, type PlantedClip } from '#tests/api/plant-clip.ts';

export type EdgeStage = {
  edge: LocalEdge;
  /** The Worker's own database, asked from here. */
  db: Db;
  as(name: string): Promise<TestUser>;
  /** Adds a scene with its clip to a project, as the Worker's own jobs would. */
  plantClip(project: Project): Promise<PlantedClip>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Everything that the Worker logged. */
  log(): string;
  close(): Promise<void>;
};

/** The caller closes it. @param options what `startLocalEdge` takes beside the environment */
export async function openEdgeStage(
  environment: Record<string, string>,
  options: Pick<LocalEdgeOptions, 'entry' | 'beside' | 'adapt'> = {},
): Promise<EdgeStage> {
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-edge-'));
  let log = '';
  const edge = await startLocalEdge({
    ...options,
    folder,
    port: await freePort(),
    environment,
    onLog: (text) => (log += text),
  });
  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(new URL(path, edge.url), { redirect: 'manual', ...init });
  const db = remoteDatabase({ url: edge.databaseUrl, authToken: null });
  return {
    edge,
    db,
    plantClip: async (project) =>
      plantClipIn({ db, mediaStore: edgeMediaStore(await edge.miniflare.getR2Bucket('MEDIA')) }, project),
    as: (name) => signIn(send, edge.url, name),
    fetch: send,
    log: () => log,
    close: async () => {
      await edge.close();
      await rm(folder, { recursive: true });
    },
  };
}
