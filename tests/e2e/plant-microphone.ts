/**
 * In the microphone's place stands what the movie plays, with a delay that the microphone reports, or somebody who speaks.
 */
import type { Page } from '@playwright/test';

type Input = { deviceId: string; label: string };

/**
 * `refusal`: the name of what the browser throws. `isSpoken`: the microphone hears somebody, and not the movie. `inputs`: what
 * is plugged in. `isFull`: nothing more can be kept in this browser.
 */
export type Planted = { delayMs?: number; refusal?: string; isSpoken?: boolean; inputs?: Input[]; isFull?: boolean };

/** Runs in the page before anything else. */
export function plantMicrophone(): void {
  const OUTPUT_SECONDS = 0.03;
  const [inputs, asked]: [Input[], unknown[]] = [[], []];
  const planted = { delayMs: 0, refusal: '', isSpoken: false, isFull: false, stream: new MediaStream(), inputs, asked };
  Object.assign(globalThis, { planted });
  Object.defineProperty(AudioContext.prototype, 'outputLatency', { get: () => OUTPUT_SECONDS });
  const heard = new WeakMap<BaseAudioContext, GainNode>();
  let latest: AudioContext | null = null;
  const Plain = AudioContext;
  const construct = (made: typeof AudioContext, given: [AudioContextOptions?]): AudioContext =>
    (latest = new made(...given));
  Reflect.set(globalThis, 'AudioContext', new Proxy(Plain, { construct }));
  const connect = AudioNode.prototype.connect;
  const heardIn = (context: BaseAudioContext): GainNode => {
    const there = heard.get(context) ?? new GainNode(context);
    heard.set(context, there);
    return there;
  };
  Reflect.set(AudioNode.prototype, 'connect', function (this: AudioNode, to: AudioNode, ...rest: number[]) {
    if (to instanceof AudioDestinationNode && this.context instanceof Plain)
      Reflect.apply(connect, this, [heardIn(this.context)]);
    return Reflect.apply(connect, this, [to, ...rest]);
  });
  // Syllables of half a second, and as long pauses.
  const spokenIn = (context: AudioContext): GainNode => {
    const [voice, breath] = [new OscillatorNode(context, { frequency: 180 }), new GainNode(context, { gain: 0 })];
    for (let at = 0; at < 60; at += 1) breath.gain.setValueAtTime(at % 2 === 0 ? 0.4 : 0, context.currentTime + at / 2);
    voice.start();
    Reflect.apply(connect, voice, [breath]);
    return breath;
  };
  // As a browser that is out of space says it in the middle of a transaction.
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...row) {
    if (planted.isFull) throw new DOMException('Planted.', 'QuotaExceededError');
    return put.apply(this, row);
  };
  navigator.mediaDevices.enumerateDevices = async () =>
    planted.inputs.map((input) => ({ kind: 'audioinput', groupId: '', toJSON: () => input, ...input }));
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const { deviceId = null } = typeof wanted?.audio === 'object' ? wanted.audio : {};
    planted.asked.push(deviceId);
    if (planted.refusal !== '') throw new DOMException('Planted.', planted.refusal);
    if (latest === null) throw new Error('There is no sound yet.');
    const output = new MediaStreamAudioDestinationNode(latest, { channelCount: 1 });
    const delaySeconds = planted.delayMs / 1_000;
    const delay = new DelayNode(latest, { maxDelayTime: 2, delayTime: OUTPUT_SECONDS + delaySeconds });
    Reflect.apply(connect, planted.isSpoken ? spokenIn(latest) : heardIn(latest), [delay]);
    Reflect.apply(connect, delay, [output]);
    planted.stream = output.stream;
    for (const track of planted.stream.getAudioTracks())
      track.getSettings = () => ({ deviceId: 'planted', latency: delaySeconds });
    return planted.stream;
  };
}

/** From the next time on that the microphone is opened. */
export async function plantIn(page: Page, given: Planted): Promise<void> {
  await page.evaluate((wanted) => void Object.assign(Reflect.get(globalThis, 'planted'), wanted), given);
}
