/** Holds the packets of a finished WebM, as the library reads them, against those that were to be written. */
import { EncodedPacketSink } from 'mediabunny';
import { sameBytes } from '#shared/bytes.ts';
import type { ClipTracks } from '#media/probe/clip-tracks.ts';
import type { WrittenPackets } from '#shared/join/check-index.ts';
import { expect } from '#shared/join/expect.ts';
import { packetsOf, type PacketRun } from '#shared/join/packet-run.ts';

/** The muxer writes the colour space into VP9 key frames whose encoder left it out: among the first bytes (VP9 Bitstream, 6.2). */
const VP9_HEADER_BYTES = 6;

/**
 * @param isCopied whether the pictures are the clips' own, in which not a bit may change
 * @throws MovieDiffers, or an AbortError
 */
export async function checkPackets(
  { video, audio }: ClipTracks,
  packets: WrittenPackets,
  { isCopied, signal }: { isCopied: boolean; signal: AbortSignal },
): Promise<void> {
  const ofPictures = { kind: 'video', amendedBytes: isCopied ? 0 : VP9_HEADER_BYTES, signal } as const;
  await checkTrack(new EncodedPacketSink(video), packets.video, ofPictures);
  if (audio !== null)
    await checkTrack(new EncodedPacketSink(audio), packets.audio, { kind: 'audio', amendedBytes: 0, signal });
}

type TrackCheck = {
  kind: keyof WrittenPackets;
  /** How many bytes at the start of a key frame the muxer may have changed. */
  amendedBytes: number;
  signal: AbortSignal;
};

async function checkTrack(
  sink: EncodedPacketSink,
  runs: readonly PacketRun[],
  { kind, amendedBytes, signal }: TrackCheck,
): Promise<void> {
  const wanted = packetsOf(runs);
  let at = 0;
  for await (const { data, type } of sink.packets()) {
    signal.throwIfAborted();
    const { value } = await wanted.next();
    const from = type === 'key' ? amendedBytes : 0;
    const isSame = value?.data.length === data.length && sameBytes(value.data.subarray(from), data.subarray(from));
    expect(isSame, `packet ${at} of the ${kind} has other bytes`);
    expect(value?.isKey === (type === 'key'), `packet ${at} of the ${kind} is wrongly listed as a start`);
    at += 1;
  }
  expect((await wanted.next()).done === true, `there are only ${at} packets of ${kind}`);
}
