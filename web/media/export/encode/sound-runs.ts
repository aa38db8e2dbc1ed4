/** Carries out the planned sound: packets copied, encoded from the rendered mix, or silent. */
import { MediaFailure } from '#media/failures.ts';
import { type AacConfig, SAMPLES_PER_PACKET } from '#shared/aac/aac-config.ts';
import type { OpenClip } from '#media/probe/open-clip.ts';
import { aacSettings, type AacSettings } from '#shared/sound/aac-settings.ts';
import { encodeAacRange, fedSamples } from '#shared/sound/encode-aac-range.ts';
import { chooseAacBackend, type AacBackend } from '#media/sound/encode-aac.ts';
import type { SoundRenderer } from '#shared/sound/render.ts';
import { openMovieSound, type MovieSound, type SoundWork } from './movie-sound.ts';
import { copiedSound } from '#shared/join/copied-runs.ts';
import { packed } from '#shared/join/packet-run.ts';
import { blobSource } from '#shared/mp4/byte-source.ts';
import type { BlobRun } from '../segments/blob-run.ts';
import { heardPackets, type AudioPlan, type AudioRun } from '#shared/export-plan/plan-types.ts';
import { cutIntoPieces, named, pieceRun } from './sound-pieces.ts';

export type SoundRuns = {
  runs: BlobRun[];
  /** Which encoder made what is heard of the others; null where all was copied. */
  encoder: 'native' | 'wasm' | null;
};

/** Packets from -1 on, as planned. @throws MediaFailure, whatever the store says, or an AbortError */
export async function aacRuns(work: SoundWork, audio: AudioPlan): Promise<SoundRuns> {
  const settings = aacSettings(audio.config);
  const backend = audio.runs.some(({ kind }) => kind !== 'copy') ? await chooseAacBackend(settings) : null;
  const silence = createSilence(audio.config, work.signal);
  const encoded = createEncodedRuns(work, settings);
  try {
    const runs: BlobRun[] = [];
    for (const run of audio.runs) {
      work.signal.throwIfAborted();
      if (run.kind === 'copy') runs.push(copiedRun(work.clips, run));
      else if (run.kind === 'silence') runs.push(await silence(run.packetCount));
      else if (backend !== null) runs.push(...(await encoded.runsOf(run, backend)));
    }
    const isMade = audio.runs.some((run) => run.kind !== 'copy' && heardPackets(run) > 0);
    return { runs, encoder: isMade ? (backend?.kind ?? null) : null };
  } finally {
    await encoded.close();
  }
}

/** Opens the movie's sound when first asked. The caller closes it, opened or not. */
function createEncodedRuns(
  work: SoundWork,
  settings: AacSettings,
): { runsOf(run: AudioRun, backend: AacBackend): Promise<BlobRun[]>; close(): Promise<void> } {
  let sound: MovieSound | null = null;
  return {
    async runsOf({ firstPacket, packetCount }, backend) {
      sound ??= await openMovieSound(work, settings);
      const span = { from: firstPacket, to: firstPacket + packetCount };
      const grid = { sampleRate: settings.sampleRate, packetSamples: SAMPLES_PER_PACKET };
      const runs: BlobRun[] = [];
      for (const { from, to } of cutIntoPieces(span, work.movie, grid)) {
        work.signal.throwIfAborted();
        // The first packet of a piece is the one in front of its range.
        const range = { fromPacket: from + 1, packetCount: to - from - 1 };
        const { renderer, contentOf } = sound;
        const content = contentOf(fedSamples(range, backend.delaySamples));
        const { kind, delaySamples } = backend;
        runs.push(
          await pieceRun(work, {
            codec: 'mp4a.40.2',
            packetCount: to - from,
            madeFrom: { settings, encoder: { kind, delaySamples }, content },
            encode: () => encodeAacRange(renderer, range, backend, work.signal),
          }),
        );
      }
      return runs;
    },
    close: async () => sound?.close(),
  };
}

function copiedRun(clips: readonly OpenClip[], run: Extract<AudioRun, { kind: 'copy' }>): BlobRun {
  const clip = clips[run.scene];
  if (clip === undefined) throw new RangeError(`Scene ${run.scene} has no open clip`);
  return copiedSound(clip.media.audio, clip.facts, run);
}

/** Packets of silence in mid-stream: one that is fit to stand anywhere, encoded once, as often as asked. */
function createSilence(config: AacConfig, signal: AbortSignal): (packets: number) => Promise<BlobRun> {
  let one: Promise<Uint8Array> | null = null;
  return async (packets) => {
    one ??= encodeSilence(config, signal);
    const packet = await one;
    const bytes = new Uint8Array(packet.length * packets);
    for (let at = 0; at < packets; at += 1) bytes.set(packet, at * packet.length);
    const sizes = new Uint32Array(packets).fill(packet.length);
    return {
      source: blobSource(new Blob([bytes])),
      ...packed(sizes),
      first: 0,
      count: packets,
      rewrite: null,
      isSync: null,
      shown: null,
    };
  };
}

async function encodeSilence(config: AacConfig, signal: AbortSignal): Promise<Uint8Array> {
  const silent: Pick<SoundRenderer, 'render'> = {
    async *render(from, to) {
      yield Array.from({ length: config.channels }, () => new Float32Array(to - from));
    },
  };
  const backend = await chooseAacBackend(aacSettings(config));
  const range = { fromPacket: 1, packetCount: 1 };
  let last: Uint8Array | null = null;
  for await (const packet of named(encodeAacRange(silent, range, backend, signal))) last = packet;
  if (last === null) throw new MediaFailure('sound-encoder-failed', { detail: 'no packet of silence' });
  return last;
}
