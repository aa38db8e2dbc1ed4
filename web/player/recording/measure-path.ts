/**
 * How long browsers take to bring a stream's sound to a node: they buffer it, and tell nobody. Chromium hands it over in
 * chunks of 10 ms and lets each wait for the node's next one, so the path is up to 10 ms longer for one stream than for
 * another, by the moments at which both began.
 */

/** More is a wrong measurement. */
const LONGEST_SECONDS = 0.1;
/** Until what is buffered has settled. */
const SETTLE_SECONDS = 0.15;
const GIVE_UP_MS = 1_500;
const PULSE_FRAMES = 96;
/** Enough for the shortest and the longest path to be among them nearly always. */
const STREAMS = 10;
/** Between the opening of streams, in turn: no multiple of a chunk. */
const APART_MS = [3, 7, 4, 6] as const;

/**
 * Sends a pulse that nobody hears through streams like the microphone's. Answers seconds, in the middle between the
 * shortest path and the longest; 0 where nothing arrives.
 * @param listen a node that hands on blocks, as the microphone has one
 */
export async function measurePath(context: AudioContext, listen: () => AudioWorkletNode): Promise<number> {
  const flows: Flow[] = [];
  const takers: Taker[] = [];
  const buffer = new AudioBuffer({ length: PULSE_FRAMES, sampleRate: context.sampleRate });
  buffer.getChannelData(0).fill(1);
  const pulse = new AudioBufferSourceNode(context, { buffer });
  try {
    for (let index = 0; index < STREAMS; index += 1) {
      flows.push(openFlow(context));
      await apart(index);
    }
    // As with a microphone, each stream has flowed for a while before a node takes it.
    for (const [index, { output }] of flows.entries()) {
      takers.push(openTaker(context, output.stream, listen()));
      await apart(index);
    }
    const sentFrame = Math.round((context.currentTime + SETTLE_SECONDS) * context.sampleRate);
    const arrivals = Promise.all(takers.map(({ capture }) => arrivalOf(capture)));
    for (const { output } of flows) pulse.connect(output);
    pulse.start(sentFrame / context.sampleRate);
    const paths = (await arrivals)
      .map((frame) => (frame === null ? 0 : (frame - sentFrame) / context.sampleRate))
      .filter((seconds) => seconds > 0 && seconds < LONGEST_SECONDS);
    return paths.length === 0 ? 0 : (Math.min(...paths) + Math.max(...paths)) / 2;
  } finally {
    pulse.disconnect();
    for (const each of [...takers, ...flows]) each.close();
  }
}

type Flow = { output: MediaStreamAudioDestinationNode; close(): void };

/** A stream into which nothing plays stands still, and keeps the end of what was played: this one carries silence. */
function openFlow(context: AudioContext): Flow {
  const output = new MediaStreamAudioDestinationNode(context, { channelCount: 1 });
  const silence = new ConstantSourceNode(context, { offset: 0 });
  silence.connect(output);
  silence.start();
  return {
    output,
    close() {
      silence.stop();
      silence.disconnect();
      for (const track of output.stream.getTracks()) track.stop();
    },
  };
}

type Taker = { capture: AudioWorkletNode; close(): void };

function openTaker(context: AudioContext, mediaStream: MediaStream, capture: AudioWorkletNode): Taker {
  const input = new MediaStreamAudioSourceNode(context, { mediaStream });
  const silence = new GainNode(context, { gain: 0 });
  input.connect(capture).connect(silence).connect(context.destination);
  return {
    capture,
    close() {
      capture.port.postMessage('stop');
      for (const node of [input, capture, silence]) node.disconnect();
    },
  };
}

function apart(index: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, APART_MS[index % APART_MS.length]));
}

/** The frame at which the pulse is heard; null where it isn't in time. */
function arrivalOf(capture: AudioWorkletNode): Promise<number | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), GIVE_UP_MS);
    capture.port.addEventListener(
      'message',
      ({ data: { frame, plane } }: MessageEvent<{ frame: number; plane: Float32Array }>) => {
        const at = plane.findIndex((sample) => sample > 0.5);
        if (at < 0) return;
        clearTimeout(timer);
        resolve(frame + at);
      },
    );
    capture.port.start();
  });
}
