/** A finished clip in a server's data, as the job runner leaves it. */
import { join } from 'node:path';
import type { Db } from '#edge-api/db/client.ts';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { openDiskStore } from '#edge-api/providers/media-store/disk.ts';
import type { MediaStore } from '#edge-api/providers/media-store/port.ts';
import { appendScene, storeClip } from '#edge-api/repos/generated-scenes.ts';
import { holdMedia, insertMedia } from '#edge-api/repos/media.ts';
import { parseMp4Facts } from '#edge-api/services/parse-mp4-facts.ts';
import { storedSource } from '#edge-api/services/media.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import type { Project } from '#shared/entities/project.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';

export type PlantedClip = { sceneId: string; sha256: string; bytes: Uint8Array<ArrayBuffer> };

type Planted = Pick<Project, 'id' | 'userId'>;

/** Adds a complete scene to a project of the server whose data folder this is. */
export async function plantClip(dataDir: string, project: Planted): Promise<PlantedClip> {
  const db = await openFileDatabase(`file:${join(dataDir, 'storyreel.db')}`);
  try {
    return await plantClipIn({ db, mediaStore: await openDiskStore(join(dataDir, 'media'), Date.now) }, project);
  } finally {
    db.close();
  }
}

/** The same, wherever the server keeps its rows and files. */
export async function plantClipIn(
  { db, mediaStore: store }: { db: Db; mediaStore: MediaStore },
  project: Planted,
): Promise<PlantedClip> {
  const nowMs = Date.now();
  const bytes = new Uint8Array(await makeClip({ seconds: 4, size: '360p', sceneNumber: 1 }));
  const blob = await store.put(new Blob([bytes]).stream(), { maxBytes: bytes.byteLength });
  const facts = await parseMp4Facts(storedSource(store, blob));
  const sceneId = uuidv7(nowMs, crypto.getRandomValues(new Uint8Array(10)));
  const owner = { projectId: project.id, userId: project.userId, nowMs };
  const words = {
    title: 'A scene',
    description: 'It happens.',
    prompt: 'It happens.',
    promptWordsHash: 'a'.repeat(64),
    negativePrompt: null,
  };
  const metadata = { cameraAngle: null, mood: null, lighting: null, movement: null };
  await db.batch(
    [
      appendScene({ ...words, id: sceneId, metadata, resolution: '720p', durationSeconds: 4 }, owner),
      insertMedia({ ...blob, facts, isDemo: false, nowMs }),
      ...holdMedia({ ...owner, sha256: blob.sha256, sceneId }),
      storeClip({
        ...blob,
        sceneId,
        facts,
        isDemo: false,
        hasPoster: false,
        clipPromptHash: 'a'.repeat(64),
        note: null,
        nowMs,
      }),
    ],
    'write',
  );
  return { sceneId, sha256: blob.sha256, bytes };
}
