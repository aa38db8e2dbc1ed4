/** A scene with a clip that no studio makes. It is put into the server's data, the way the runner saves one. */
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { openDiskStore } from '#edge-api/providers/media-store/disk.ts';
import { storeClip } from '#edge-api/repos/generated-scenes.ts';
import { holdMedia, insertMedia } from '#edge-api/repos/media.ts';
import { storedSource } from '#edge-api/services/media.ts';
import { parseMp4Facts } from '#edge-api/services/parse-mp4-facts.ts';
import type { Scene } from '#shared/entities/scene.ts';

const ownerSchema = z.object({ userId: z.string() });

/** Gives a scene of the server whose data folder this is another clip. */
export async function plantClip(
  dataDir: string,
  scene: Pick<Scene, 'id' | 'projectId'> | undefined,
  path: string,
): Promise<void> {
  if (scene === undefined) throw new Error('There is no such scene.');
  const nowMs = Date.now();
  const store = await openDiskStore(join(dataDir, 'media'), Date.now);
  const db = await openFileDatabase(`file:${join(dataDir, 'storyreel.db')}`);
  try {
    const file = await openAsBlob(path);
    const { sha256, sizeBytes } = await store.put(file.stream(), { maxBytes: file.size });
    const facts = await parseMp4Facts(storedSource(store, { sha256, sizeBytes }));
    const found = await db.execute({
      sql: 'select user_id as userId from scenes where id = :id',
      args: { id: scene.id },
    });
    const { userId } = ownerSchema.parse(found.rows[0]);
    const { id: sceneId, projectId } = scene;
    await db.batch(
      [
        insertMedia({ sha256, sizeBytes, facts, isDemo: true, nowMs }),
        ...holdMedia({ sha256, sceneId, projectId, userId, nowMs }),
        storeClip({
          sceneId,
          sha256,
          sizeBytes,
          facts,
          isDemo: true,
          nowMs,
          hasPoster: false,
          clipPromptHash: sha256,
          note: null,
        }),
      ],
      'write',
    );
  } finally {
    db.close();
  }
}
