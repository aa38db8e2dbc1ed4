/** What music and voice-overs sound like, for their waves: read from this device, or measured once. */
import { clipStore } from '#data/page-clip-store.ts';
import { soundShapeStore } from '#data/sound-shapes.ts';
import { readSoundShape } from '#media/worker/client.ts';
import { createSoundShapes } from '../strip/sound-shapes.ts';

export const audioShapes = createSoundShapes({
  read: (sha256) => clipStore.read(sha256),
  measure: (file) => readSoundShape(file, { isSound: true }),
  kept: soundShapeStore,
});
