/** How long browsers take to bring a stream's sound to a node: they buffer it, and tell nobody. */

/** More is a wrong measurement. */
const LONGEST_SECONDS = 0.1;
/** Until what is buffered has settled. */
const SETTLE_SECONDS = 0.15;
const GIVE_UP_MS = 1_500;
const PULSE_FRAMES = 96;

/**
 * Sends a pulse that nobody hears through a stream like the microphone's. Answers seconds; 0 where it doesn't arrive.
 * @param listen a node that hands on blocks, as the microphone has one
 */
export async function measurePath(context: AudioContext, listen: () => AudioWorkletNode): Promise<number> {
  const output = new MediaStreamAudioDestinationNode(context, { channelCount: 1 });
  const input = new MediaStreamAudioSourceNode(context, { mediaStream: output.stream });
  const silence = new GainNode(context, { gain: 0 });
  const capture = listen();
  input.connect(capture).connect(silence).connect(context.destination);
  const buffer = new AudioBuffer({ length: PULSE_FRAMES, sampleRate: context.sampleRate });
  buffer.getChannelData(0).fill(1);
  const pulse = new AudioBufferSourceNode(context, { buffer });
  pulse.connect(output);
  const sentFrame = Math.round((context.currentTime + SETTLE_SECONDS) * context.sampleRate);
  try {
    const arrival = arrivalOf(capture);
    pulse.start(sentFrame / context.sampleRate);
    const frame = await arrival;
    const seconds = frame === null ? 0 : (frame - sentFrame) / context.sampleRate;
    return seconds > 0 && seconds < LONGEST_SECONDS ? seconds : 0;
  } finally {
    capture.port.postMessage('stop');
    for (const node of [pulse, input, capture, silence]) node.disconnect();
    for (const track of output.stream.getTracks()) track.stop();
  }
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
