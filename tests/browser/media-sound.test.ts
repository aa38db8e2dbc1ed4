import { EncodedPacketSink } from 'mediabunny';
import { describe, expect, test } from 'vitest';
import { aacSettings } from '#shared/sound/aac-settings.ts';
import { chooseAacBackend, measureAacDelay, wasmBackend, type AacBackend } from '#media/sound/encode-aac.ts';
import { chooseOpusBackend, tryOpus, type OpusBackend } from '#media/sound/encode-opus.ts';
import { encodeOpusRange, type OpusRange } from '#shared/sound/encode-opus-range.ts';
import { decodeAac, decodePackets } from '#media/sound/encoder-delay.ts';
import { openSoundFile } from '#media/sound/open-sound-file.ts';
import type { SoundRenderer } from '#shared/sound/render.ts';
import { clickPositions } from '#tests/helpers/clips/click-sound.ts';
import type { ClipSpec } from '#tests/helpers/clips/clip-spec.ts';
import { clip, converted } from './media-movie.ts';
import {
  channelOf,
  encodedPackets,
  lagOf,
  RATE,
  rendered,
  rms,
  samplesOf,
  soundMovie,
  wavFile,
  worstDifference,
} from './media-sound.ts';
import { musicBed } from '#tests/helpers/rows.ts';

const CLICKS: ClipSpec = { seconds: 4, sceneNumber: 1, size: '360p' };
const TONE: ClipSpec = { seconds: 4, sceneNumber: 2, size: '360p', sound: 'tone' };
const FRAMES = 96;
const LENGTH = samplesOf(FRAMES);
const SETTINGS = aacSettings({ sampleRate: RATE, channels: 2 });
/** Two decoders of AAC differ by the rounding of their sums alone. */
const ROUNDING = 1e-4;

/** A channel of a clip's sound as ffmpeg decodes it. */
async function reference(spec: ClipSpec, channel = 0): Promise<Float32Array> {
  const raw = await converted(spec, ['-map', '0:a:0', '-af', 'aresample=first_pts=0', '-f', 'f32le']);
  return (await channelOf(raw, channel)).subarray(0, LENGTH);
}

async function left(scenes: Parameters<typeof soundMovie>[0], options: Parameters<typeof soundMovie>[1] = {}) {
  const made = soundMovie(scenes, options);
  const [channel = new Float32Array()] = await rendered(made.renderer, 0, made.lengthSamples);
  return { ...made, channel };
}

function sine(length: number, hertz: number, level: number): Float32Array {
  return Float32Array.from({ length }, (_, at) => level * Math.sin((2 * Math.PI * hertz * at) / RATE));
}

describe('rendering', () => {
  test('three whole clips sound as ffmpeg decodes them, each at its place to the sample', async () => {
    const specs = [CLICKS, TONE, { ...CLICKS, sceneNumber: 3, flashFrames: [10, 50, 90] }];
    const files = await Promise.all(specs.map(clip));
    const { channel, open } = await left(files.map((file) => ({ file, frames: FRAMES })));
    for (const [index, spec] of specs.entries()) {
      const piece = channel.subarray(index * LENGTH, (index + 1) * LENGTH);
      const wanted = await reference(spec);
      expect(worstDifference(piece, wanted)).toBeLessThan(ROUNDING);
      expect(rms(piece)).toBeGreaterThan(0.01);
    }
    expect(open).toEqual({ now: 0, most: 1 });
  });

  test('a trimmed scene starts with the sample of its in point', async () => {
    const { channel } = await left([{ file: await clip(CLICKS), frames: FRAMES, inFrame: 17, outFrame: 80 }]);
    const wanted = (await reference(CLICKS)).subarray(samplesOf(17), samplesOf(80));
    // But for the guard of 3 ms at both cuts.
    expect(worstDifference(channel.subarray(144, -144), wanted.subarray(144, -144))).toBeLessThan(ROUNDING);
    expect(clickPositions(channel)).toEqual(clickPositions(wanted));
  });

  test('mono at 44.1 kHz comes to both sides, in tune and in time', async () => {
    const args = ['-c:v', 'copy', '-af', 'pan=mono|c0=c0', '-ar', '44100', '-c:a', 'aac', '-b:a', '128k'];
    const files = await Promise.all([CLICKS, TONE].map((spec) => converted(spec, args)));
    const { renderer, lengthSamples } = soundMovie(files.map((file) => ({ file, frames: FRAMES })));
    const [onLeft = new Float32Array(), onRight] = await rendered(renderer, 0, lengthSamples);
    expect(onRight).toEqual(onLeft);
    expect(lagOf(onLeft.subarray(0, LENGTH), await reference(CLICKS))).toBe(0);
    const tone = onLeft.subarray(LENGTH + RATE, 2 * LENGTH - RATE);
    expect(worstDifference(tone, sine(LENGTH, 260, 0.1).subarray(RATE, LENGTH - RATE))).toBeLessThan(0.005);
  });

  test('a gain is heard as such, a muted scene and one without sound not at all', async () => {
    const file = await clip(TONE);
    const { channel } = await left([
      { file, frames: FRAMES, gainDb: -6 },
      { file, frames: FRAMES, muted: true },
      { file: null, frames: FRAMES },
      { file, frames: FRAMES, gainDb: 12 },
    ]);
    const levels = [0, 1, 2, 3].map((index) => rms(channel.subarray(index * LENGTH, (index + 1) * LENGTH)));
    const plain = rms(await reference(TONE));
    expect(levels[0]).toBeCloseTo(plain * 10 ** (-6 / 20), 4);
    expect(levels.slice(1, 3)).toEqual([0, 0]);
    expect(levels[3]).toBeCloseTo(plain * 10 ** (12 / 20), 4);
  });

  test('what is amplified over the ceiling is held below it', async () => {
    const file = await clip(CLICKS);
    const { channel } = await left([{ file, frames: FRAMES, gainDb: 12 }]);
    const loudest = channel.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(loudest).toBeLessThanOrEqual(Math.fround(10 ** (-1 / 20)));
    expect(loudest).toBeGreaterThan(0.85);
  });

  test('over a crossfade the first scene falls and the second rises at equal power', async () => {
    const [file, other] = await Promise.all([clip(TONE), clip({ ...TONE, sceneNumber: 9 })]);
    const { channel, lengthSamples } = await left([
      { file, frames: FRAMES, transition: { kind: 'crossfade', seconds: 1, sound: true } },
      { file: other, frames: FRAMES },
    ]);
    expect(lengthSamples).toBe(2 * LENGTH - RATE);
    const [first, second] = [await reference(TONE), await reference({ ...TONE, sceneNumber: 9 })];
    const wanted = Float32Array.from({ length: RATE }, (_, at) => {
      const phase = (((at + 0.5) / RATE) * Math.PI) / 2;
      return (first[LENGTH - RATE + at] ?? 0) * Math.cos(phase) + (second[at] ?? 0) * Math.sin(phase);
    });
    expect(worstDifference(channel.subarray(LENGTH - RATE, LENGTH), wanted)).toBeLessThan(ROUNDING);
    expect(worstDifference(channel, first.subarray(0, LENGTH - RATE))).toBeLessThan(ROUNDING);
    expect(worstDifference(channel.subarray(LENGTH), second.subarray(RATE))).toBeLessThan(ROUNDING);
  });

  test('music repeats under the scenes and fades at both ends of the movie', async () => {
    const musicFile = wavFile(sine(5 * RATE, 500, 0.25), RATE);
    const music = musicBed({ gainDb: -6, fadeInSeconds: 1, fadeOutSeconds: 2 });
    const file = await openSoundFile(musicFile);
    expect(file?.durationSeconds).toBe(5);
    file?.close();
    const silent = { file: null, frames: FRAMES };
    const { channel } = await left([silent, silent, silent], { audio: [music], musicFile, musicSamples: 5 * RATE });
    const level = (from: number, to: number): number => rms(channel.subarray(from * RATE, to * RATE));
    const steady = (0.25 * 10 ** (-6 / 20)) / Math.SQRT2;
    expect(level(1, 4)).toBeCloseTo(steady, 3);
    expect(level(5, 8)).toBeCloseTo(steady, 3);
    // Passes of 5 s join at the sample: a whole number of periods, so that nothing of it shows.
    expect(level(4.99, 5.01)).toBeCloseTo(steady, 3);
    expect(level(0, 0.1)).toBeLessThan(steady / 10);
    expect(level(10.9, 11.1)).toBeCloseTo(steady / 2, 2);
    expect(level(11.9, 12)).toBeLessThan(steady / 10);
  });

  test('levelling brings a quiet scene and a loud one to one loudness, measured once', async () => {
    const quiet = await clip(TONE);
    const loud = await converted(TONE, ['-c:v', 'copy', '-af', 'volume=14dB', '-c:a', 'aac']);
    const scenes = [
      { file: quiet, frames: FRAMES },
      { file: loud, frames: FRAMES },
    ];
    const { channel, levels } = await left(scenes, { levelling: true });
    expect([...levels.keys()]).toEqual(['clip-0:0-96', 'clip-1:0-96']);
    const [low = 0, high = 0] = levels.values();
    expect((high ?? 0) - (low ?? 0)).toBeCloseTo(14, 0);
    const middle = (index: number): number => rms(channel.subarray(index * LENGTH + RATE, (index + 1) * LENGTH - RATE));
    expect(middle(0) / middle(1)).toBeCloseTo(1, 1);
  });

  test('a sample is the same in every range, also where the limiter works', async () => {
    const [clicks, tone] = await Promise.all([clip(CLICKS), clip(TONE)]);
    const { renderer, lengthSamples, open } = soundMovie([
      { file: clicks, frames: FRAMES, gainDb: 6, transition: { kind: 'crossfade', seconds: 0.5, sound: true } },
      { file: tone, frames: FRAMES, inFrame: 5 },
      { file: clicks, frames: FRAMES },
    ]);
    const [whole = new Float32Array()] = await rendered(renderer, -5000, lengthSamples + 5000);
    for (const from of [-5000, -100, 47_990, 170_000, LENGTH - 3, 2 * LENGTH, lengthSamples - 20_000]) {
      const [piece = new Float32Array()] = await rendered(renderer, from, from + 25_000);
      expect(
        worstDifference(piece.subarray(0, whole.length - from - 5000), whole.subarray(from + 5000, from + 30_000)),
      ).toBe(0);
    }
    expect(whole.subarray(0, 5000).every((sample) => sample === 0)).toBe(true);
    expect(open.now).toBe(0);
  });

  test('ten minutes are rendered with two sources open at most and no sample left behind', async () => {
    const counted = countAudioData();
    try {
      const file = await clip(CLICKS);
      const scenes = Array.from({ length: 150 }, (_, index) => ({
        file,
        frames: FRAMES,
        ...(index % 10 === 0 ? { transition: { kind: 'crossfade' as const, seconds: 0.75, sound: true } } : {}),
      }));
      const { renderer, lengthSamples, open } = soundMovie(scenes);
      let longest = 0;
      let length = 0;
      for await (const [channel = new Float32Array()] of renderer.render(0, lengthSamples)) {
        longest = Math.max(longest, channel.length);
        length += channel.length;
      }
      expect(length).toBe(600 * RATE - 15 * 0.75 * RATE);
      expect(longest).toBeLessThanOrEqual(RATE / 2);
      expect(open).toEqual({ now: 0, most: 2 });
      expect(counted.most()).toBeLessThan(150);
      expect(counted.now()).toBe(0);
    } finally {
      counted.stop();
    }
  });

  test('a cancel ends it and closes what is open', async () => {
    const controller = new AbortController();
    const file = await clip(CLICKS);
    const { renderer, lengthSamples, open } = soundMovie([{ file, frames: FRAMES }], { signal: controller.signal });
    const rendering = (async () => {
      for await (const block of renderer.render(0, lengthSamples)) if (block.length > 0) controller.abort();
    })();
    await expect(rendering).rejects.toMatchObject({ name: 'AbortError' });
    expect(open.now).toBe(0);
  });

  test('sound that cannot be decoded is a failure that names the scene', async () => {
    const bytes = new Uint8Array(await (await clip(TONE)).arrayBuffer());
    const text = new TextDecoder('latin1').decode(bytes);
    bytes.fill(0xff, text.indexOf('mdat') + 4, text.indexOf('moov') - 4);
    const broken = new Blob([bytes]);
    const { renderer, lengthSamples, open } = soundMovie([{ file: broken, frames: FRAMES }]);
    await expect(rendered(renderer, 0, lengthSamples)).rejects.toMatchObject({
      code: 'undecodable-sound',
      facts: { sceneNumber: 1 },
    });
    expect(open.now).toBe(0);
  });

  test('a file that is no media is a failure, and one without sound is null', async () => {
    await expect(openSoundFile(new Blob(['no media']))).rejects.toMatchObject({ code: 'source-unreadable' });
    expect(await openSoundFile(await clip({ ...TONE, sound: 'none' }))).toBeNull();
  });
});

describe('AAC', () => {
  test('the WebAssembly encoder is late by what is known of it', async () => {
    const backend = wasmBackend(SETTINGS);
    expect(await measureAacDelay(backend.open, SETTINGS)).toBe(backend.delaySamples);
  });

  test('a whole movie comes back in time to the sample', async () => {
    const files = await Promise.all([clip(CLICKS), clip(TONE)]);
    const { renderer, lengthSamples } = soundMovie(files.map((file) => ({ file, frames: FRAMES })));
    const packets = await encodedPackets(renderer, { fromPacket: 0, packetCount: lengthSamples / 1024 });
    expect(packets.length).toBe(lengthSamples / 1024 + 1);
    const decoded = (await decodeAac(packets, SETTINGS)).subarray(1024);
    const [wanted = new Float32Array()] = await rendered(renderer, 0, lengthSamples);
    expect(lagOf(decoded, wanted)).toBe(0);
    expect(clickPositions(decoded)).toEqual(clickPositions(wanted));
    expect(rms(wanted.map((sample, at) => sample - (decoded[at] ?? 0)))).toBeLessThan(rms(wanted) / 10);
  });

  test('a range fits into the movie at its packet, its first one behind its own front packet', async () => {
    const { renderer } = soundMovie([{ file: await clip(TONE), frames: FRAMES }]);
    const packets = await encodedPackets(renderer, { fromPacket: 40, packetCount: 20 });
    expect(packets.length).toBe(21);
    const decoded = (await decodeAac(packets, SETTINGS)).subarray(1024);
    const [wanted = new Float32Array()] = await rendered(renderer, 40 * 1024, 60 * 1024);
    expect(worstDifference(decoded, wanted)).toBeLessThan(0.01);
  });

  test('copied packets and a range between them join without a step', async () => {
    const file = await clip(TONE);
    const { renderer } = soundMovie([{ file, frames: FRAMES }]);
    const copied = await storedPackets(file);
    const range = await encodedPackets(renderer, { fromPacket: 40, packetCount: 20 });
    // Packet m stands at m + 1: the movie's priming packet is the first.
    const decoded = await decodeAac([...copied.slice(0, 40), ...range, ...copied.slice(61)], SETTINGS);
    const length = 180 * 1024;
    const [wanted = new Float32Array()] = await rendered(renderer, 0, length);
    expect(worstDifference(decoded.subarray(1024), wanted)).toBeLessThan(1e-3);
  });

  test('an encoder that is late by two packets and 64 samples is measured, and made up for', async () => {
    const backend = latedBy(1088);
    expect(await measureAacDelay(backend.open, SETTINGS)).toBe(2112);
    const { renderer } = soundMovie([{ file: await clip(TONE), frames: FRAMES }]);
    const packets = await encodedPackets(renderer, { fromPacket: 40, packetCount: 20 }, backend);
    expect(packets.length).toBe(21);
    const decoded = (await decodeAac(packets, SETTINGS)).subarray(1024);
    const [wanted = new Float32Array()] = await rendered(renderer, 40 * 1024, 60 * 1024);
    expect(worstDifference(decoded, wanted)).toBeLessThan(0.01);
  });

  test('an encoder that drops the sound is refused', async () => {
    const { open } = wasmBackend(SETTINGS);
    const silent: AacBackend['open'] = async (onPacket, signal) => {
      const encoder = await open(onPacket, signal);
      return { ...encoder, encode: (block) => encoder.encode(block.map(({ length }) => new Float32Array(length))) };
    };
    expect(await measureAacDelay(silent, SETTINGS)).toBeNull();
  });
});

test('where no encoder works, that is a failure and not a silent movie', async () => {
  const { renderer } = soundMovie([{ file: await clip(TONE), frames: FRAMES }]);
  const backend = await chooseAacBackend({ ...SETTINGS, sampleRate: 12_345 });
  await expect(encodedPackets(renderer, { fromPacket: 0, packetCount: 8 }, backend)).rejects.toMatchObject({
    code: 'sound-encoder-failed',
  });
  await expect(chooseOpusBackend(99)).rejects.toMatchObject({ code: 'unsupported-sound' });
});

describe('Opus', () => {
  const PACKETS = LENGTH / 960;

  test('a whole movie comes back in time to the sample, from its first one to its last', async () => {
    const { renderer, lengthSamples } = soundMovie([{ file: await clip(CLICKS), frames: FRAMES }]);
    const backend = await chooseOpusBackend(2);
    expect(new TextDecoder().decode(backend.description.subarray(0, 8))).toBe('OpusHead');
    const packets = await opusPackets(renderer, { from: 0, to: PACKETS }, backend);
    expect(packets.length).toBe(PACKETS);
    const [wanted = new Float32Array()] = await rendered(renderer, 0, lengthSamples);
    const decoded = await decodeOpus(packets, backend);
    expect(lagOf(decoded, wanted)).toBe(0);
    expect(clickPositions(decoded)).toEqual(clickPositions(wanted));
  });

  test('pieces join without a step', async () => {
    const { renderer, lengthSamples } = soundMovie([{ file: await clip(TONE), frames: FRAMES }]);
    const backend = await chooseOpusBackend(2);
    const whole = await opusPackets(renderer, { from: 0, to: PACKETS }, backend);
    const pieces = [
      ...(await opusPackets(renderer, { from: 0, to: 61 }, backend)),
      ...(await opusPackets(renderer, { from: 61, to: 120 }, backend)),
      ...(await opusPackets(renderer, { from: 120, to: PACKETS }, backend)),
    ];
    expect(pieces.length).toBe(PACKETS);
    const [wanted = new Float32Array()] = await rendered(renderer, 0, lengthSamples);
    const steady = (sound: Float32Array): Float32Array => sound.subarray(48_000, 150_000);
    const inOne = worstDifference(steady(await decodeOpus(whole, backend)), steady(wanted));
    const inPieces = worstDifference(steady(await decodeOpus(pieces, backend)), steady(wanted));
    expect(inPieces).toBeLessThan(inOne * 1.5);
  });

  test('an encoder that is later than others is measured, and made up for', async () => {
    const usual = await chooseOpusBackend(2);
    const open = latedOpus(usual, 200);
    const tried = await tryOpus(open, 2);
    if (tried === null) throw new Error('The encoder was refused');
    expect(tried.delaySamples).toBe(usual.delaySamples + 200);
    const backend = { ...usual, ...tried, open };
    const { renderer, lengthSamples } = soundMovie([{ file: await clip(CLICKS), frames: FRAMES }]);
    const packets = await opusPackets(renderer, { from: 0, to: PACKETS }, backend);
    const [wanted = new Float32Array()] = await rendered(renderer, 0, lengthSamples);
    expect(clickPositions(await decodeOpus(packets, backend))).toEqual(clickPositions(wanted));
  });

  test('an encoder that drops the sound is refused', async () => {
    const { open } = await chooseOpusBackend(2);
    const silent: OpusBackend['open'] = async (onPacket, signal) => {
      const encoder = await open(onPacket, signal);
      return { ...encoder, encode: (block) => encoder.encode(block.map(({ length }) => new Float32Array(length))) };
    };
    expect(await tryOpus(silent, 2)).toBeNull();
  });
});

/** The packets of a clip's sound from its packet −1 on. */
async function storedPackets(file: Blob): Promise<Uint8Array[]> {
  const sound = await openSoundFile(file);
  if (sound === null) throw new Error('The clip has no sound');
  const packets: Uint8Array[] = [];
  for await (const { timestamp, data } of new EncodedPacketSink(sound.track).packets())
    if (timestamp > (-1.5 * 1024) / RATE) packets.push(data);
  sound.close();
  return packets;
}

/** The WebAssembly encoder with silence in front, as if it were later than it is. */
function latedBy(samples: number): AacBackend {
  const { open, delaySamples } = wasmBackend(SETTINGS);
  return {
    kind: 'native',
    delaySamples: delaySamples + samples,
    async open(onPacket, signal) {
      const encoder = await open(onPacket, signal);
      await encoder.encode([new Float32Array(samples), new Float32Array(samples)]);
      // A real one gives as many packets as went in; the silence makes one more at the end.
      return encoder;
    },
  };
}

/** An encoder of Opus with silence in front, as if it were later than it is. */
function latedOpus({ open }: OpusBackend, samples: number): OpusBackend['open'] {
  return async (onPacket, signal) => {
    const encoder = await open(onPacket, signal);
    await encoder.encode([new Float32Array(samples), new Float32Array(samples)]);
    return encoder;
  };
}

async function opusPackets(renderer: SoundRenderer, range: OpusRange, backend: OpusBackend): Promise<Uint8Array[]> {
  const packets: Uint8Array[] = [];
  for await (const packet of encodeOpusRange(renderer, range, backend, new AbortController().signal))
    packets.push(packet);
  return packets;
}

/** As players decode what a file says of itself. */
async function decodeOpus(packets: readonly Uint8Array[], { description }: OpusBackend): Promise<Float32Array> {
  const config = { codec: 'opus', sampleRate: RATE, numberOfChannels: 2, description };
  return await decodePackets(packets, config, 960);
}

/** Counts the decoded samples that nobody has closed yet. */
function countAudioData(): { now(): number; most(): number; stop(): void } {
  const RealDecoder = globalThis.AudioDecoder;
  const realClose = AudioData.prototype.close;
  const live = new Set<AudioData>();
  let most = 0;
  globalThis.AudioDecoder = class extends RealDecoder {
    constructor({ output, error }: AudioDecoderInit) {
      super({
        output: (data) => {
          live.add(data);
          most = Math.max(most, live.size);
          output(data);
        },
        error,
      });
    }
  };
  AudioData.prototype.close = function close(this: AudioData): void {
    live.delete(this);
    realClose.call(this);
  };
  return {
    now: () => live.size,
    most: () => most,
    stop() {
      globalThis.AudioDecoder = RealDecoder;
      AudioData.prototype.close = realClose;
    },
  };
}
