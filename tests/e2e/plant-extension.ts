/** A scene that is longer than one clip. The demo studio writes none, so it is put into the server's data. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { appendExtension } from '#edge-api/repos/generated-scenes.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import type { Scene } from '#shared/entities/scene.ts';

const EXTENSION_SECONDS = 7;

/** Adds an extension of 7 s to a scene of the server whose data folder this is. */
export async function plantExtension(dataDir: string, scene: Pick<Scene, 'id'> | undefined): Promise<void> {
  if (scene === undefined) throw new Error('There is no such scene.');
  const nowMs = Date.now();
  const db = await openFileDatabase(`file:${join(dataDir, 'storyreel.db')}`);
  try {
    await db.batch(
      [
        appendExtension({
          id: uuidv7(nowMs, randomBytes(10)),
          parentSceneId: scene.id,
          extensionIndex: 1,
          durationSeconds: EXTENSION_SECONDS,
          nowMs,
        }),
        {
          sql: 'update scenes set duration = duration + :seconds where id = :id',
          args: { seconds: EXTENSION_SECONDS, id: scene.id },
        },
      ],
      'write',
    );
  } finally {
    db.close();
  }
}
