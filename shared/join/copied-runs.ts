/** The packets that a plan copies out of a clip's file, and how they are rewritten to stand beside others. */
import { createSampleRewriter } from '#shared/avc/rewrite-sample.ts';
import type { ClipFacts } from '#shared/clip/clip-facts.ts';
import type { AudioRun, CopiedVideo, ExportPlan, SetsMember } from '#shared/export-plan/plan-types.ts';
import type { ByteSource } from '#shared/mp4/byte-source.ts';
import type { PacketRun } from './packet-run.ts';

/**
 * @param source the bytes in which the clip's facts place its pictures
 * @throws RangeError for a clip that can't be copied, which no plan asks for
 */
export function copiedPictures<S extends ByteSource>(
  source: S,
  { video }: Pick<ClipFacts, 'video'>,
  { shared, joined }: Pick<ExportPlan, 'shared' | 'joined'>,
  { scene, firstPacket, firstFrame, frameCount }: CopiedVideo,
): PacketRun<S> {
  const stored = shared === null ? video.stored : video.shareable;
  if (stored === null) throw new RangeError(`The pictures of scene ${scene} can’t be copied`);
  const end = firstPacket + frameCount;
  const member = video.stored === null ? undefined : joined?.members.get(video.stored.setsKey);
  return {
    offsets: stored.offsets,
    sizes: stored.sizes,
    source,
    first: firstPacket,
    count: frameCount,
    rewrite: rewriterOf(member),
    isSync: stored.isSync.subarray(firstPacket, end),
    shown: stored.shownFrames.subarray(firstPacket, end).map((frame) => frame - firstFrame),
  };
}

/** Null for pictures whose parameter sets keep their ids. */
export function rewriterOf(member: SetsMember | undefined): PacketRun['rewrite'] {
  return member?.kind === 'renumbered' ? createSampleRewriter(member.rewrite) : null;
}

/**
 * @param source the bytes in which the clip's facts place its sound
 * @throws RangeError for sound that can't be copied, which no plan asks for
 */
export function copiedSound<S extends ByteSource>(
  source: S,
  { audio }: Pick<ClipFacts, 'audio'>,
  { scene, clipPacket, packetCount }: Extract<AudioRun, { kind: 'copy' }>,
): PacketRun<S> {
  if (audio === null || audio.stored === null) throw new RangeError(`The sound of scene ${scene} can’t be copied`);
  return {
    ...audio.stored,
    source,
    first: audio.primingPackets + clipPacket,
    count: packetCount,
    rewrite: null,
    isSync: null,
    shown: null,
  };
}
