/** Whether this browser can decode a clip's pictures, asked of the exact configuration. */
import type { OpenClip } from '../probe/open-clip.ts';
import { resolvedTags } from '#shared/color/color-tags.ts';
import { decoderConfig } from './decode-frames.ts';

/** False also where the browser has no decoders. */
export async function canDecode(clip: OpenClip): Promise<boolean> {
  if (typeof VideoDecoder === 'undefined') return false;
  const { video } = clip.facts;
  const { supported } = await VideoDecoder.isConfigSupported(
    await decoderConfig(clip, resolvedTags(video.color, video)),
  );
  return supported === true;
}
