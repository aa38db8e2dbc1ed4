/** Facts of clips, read by the media worker. */
import type { ClipFactsRow } from '#data/tables/rows.ts';
import { probeClip } from '#media/worker/client.ts';

/** What a clip's file says of itself, its maker's signed credentials among it. @throws MediaFailure */
export async function readClipFacts(clip: Blob): Promise<Omit<ClipFactsRow, 'sha256'>> {
  const { sizeBytes, videoCodec, width, height, fps, frameCount, keyFrames, hasAudio, contentCredentials } =
    await probeClip(clip);
  return { sizeBytes, codec: videoCodec, width, height, fps, frameCount, keyFrames, hasAudio, contentCredentials };
}
