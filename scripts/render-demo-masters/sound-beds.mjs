// Synthesised ambience, one bed per mood: filtered noise, swells and soft chords. 48 kHz stereo, floats in [-1, 1].
import { seededRandom } from './art/stage.mjs';

export const sampleRate = 48_000;

/** One-pole low-pass over white noise; `cutoffAt(t)` in hertz. */
function noiseBand(seconds, seed, cutoffAt, highPassHz = 20) {
  const random = seededRandom(seed);
  const samples = new Float32Array(seconds * sampleRate);
  let low = 0;
  let lower = 0;
  let base = 0;
  const keep = Math.exp((-2 * Math.PI * highPassHz) / sampleRate);
  for (let i = 0; i < samples.length; i++) {
    const share = 1 - Math.exp((-2 * Math.PI * cutoffAt(i / sampleRate)) / sampleRate);
    low += (random() * 2 - 1 - low) * share;
    lower += (low - lower) * share;
    base = base * keep + lower * (1 - keep);
    samples[i] = lower - base;
  }
  return samples;
}

/** Adds a mono source to both channels; `gainAt(t)`, `panAt(t)` in -1..1. */
function add(bed, samples, gainAt, panAt = () => 0) {
  for (let i = 0; i < samples.length; i++) {
    const t = i / sampleRate;
    const angle = ((panAt(t) + 1) * Math.PI) / 4;
    const value = samples[i] * gainAt(t);
    bed.left[i] += value * Math.cos(angle);
    bed.right[i] += value * Math.sin(angle);
  }
}

/** A soft chord that swells; partials are slightly detuned between the ears. */
function addPad(bed, frequencies, gainAt, brightness = 0.35) {
  const count = bed.left.length;
  for (const [voice, frequency] of frequencies.entries()) {
    for (let partial = 1; partial <= 4; partial++) {
      const weight = brightness ** (partial - 1) / frequencies.length;
      const left = 2 * Math.PI * frequency * partial * 0.9991;
      const right = 2 * Math.PI * frequency * partial * 1.0009;
      for (let i = 0; i < count; i++) {
        const t = i / sampleRate;
        const gain = weight * gainAt(t) * (0.8 + 0.2 * Math.sin(t * (0.7 + voice * 0.23) + voice));
        bed.left[i] += gain * Math.sin(left * t);
        bed.right[i] += gain * Math.sin(right * t);
      }
    }
  }
}

/** A struck tone: a bell, a drop, a far call. */
function addTone(bed, { at, frequency, decay, gain, pan = 0, bend = 0, attack = 0.01 }) {
  const from = Math.round(at * sampleRate);
  const count = Math.min(bed.left.length - from, Math.round(decay * 6 * sampleRate));
  const angle = ((pan + 1) * Math.PI) / 4;
  let phase = 0;
  for (let i = 0; i < count; i++) {
    const t = i / sampleRate;
    phase += (2 * Math.PI * frequency * (1 + bend * t)) / sampleRate;
    const value =
      gain * Math.exp(-t / decay) * Math.min(1, t / attack) * (Math.sin(phase) + 0.25 * Math.sin(phase * 2.01));
    bed.left[from + i] += value * Math.cos(angle);
    bed.right[from + i] += value * Math.sin(angle);
  }
}

/** 0..1, lowest at whole multiples of `period`, so that cuts at 4 and 8 s fall where the bed is quiet. */
const swell = (t, period, depth) => 1 - depth * (0.5 + 0.5 * Math.cos((2 * Math.PI * t) / period));

/** Quieter around every length at which a clip may be cut, so that the next one begins without a click. */
function restAt(t) {
  const away = t < 3 ? 1 : Math.abs(t - 2 * Math.round(t / 2)) / 0.5;
  return away >= 1 ? 1 : 1 - 0.75 * (0.5 + 0.5 * Math.cos(Math.PI * away));
}

const beds = {
  'harbour-night'(bed, seconds) {
    add(
      bed,
      noiseBand(seconds, 1, (t) => 300 + 900 * swell(t, 4, 0.9), 60),
      (t) => 1.5 * swell(t, 4, 0.75),
      (t) => 0.5 * Math.sin(t * 0.8),
    );
    add(
      bed,
      noiseBand(seconds, 2, () => 210),
      () => 1.1,
      () => -0.3,
    );
    addPad(bed, [110, 164.8, 220, 277.2], (t) => 0.09 * swell(t, 4, 0.8), 0.2);
    for (const at of [1.7, 9.9]) addTone(bed, { at, frequency: 622, decay: 0.8, gain: 0.028, pan: 0.5 });
  },
  'desert-dawn'(bed, seconds) {
    add(
      bed,
      noiseBand(seconds, 3, (t) => 260 + 420 * swell(t, 4, 0.8) + 120 * Math.sin(t * 1.9), 90),
      (t) => 1.7 * swell(t, 4, 0.6),
      (t) => 0.7 * Math.sin(t * 0.4),
    );
    add(
      bed,
      noiseBand(seconds, 4, () => 2600, 1200),
      (t) => 0.1 * swell(t, 2, 0.7),
      (t) => -0.5 * Math.sin(t * 0.7),
    );
    addPad(bed, [98, 146.8, 220, 293.7], (t) => 0.12 * swell(t, 4, 0.75), 0.3);
    for (let at = 0.5; at < seconds - 1; at += 1)
      addTone(bed, { at, frequency: at % 2 < 1 ? 1480 : 1318, decay: 0.16, gain: 0.012, pan: -0.3 });
  },
  'forest-rain'(bed, seconds) {
    add(
      bed,
      noiseBand(seconds, 5, () => 5200, 700),
      (t) => 0.34 * swell(t, 4, 0.3),
      () => -0.6,
    );
    add(
      bed,
      noiseBand(seconds, 6, () => 5200, 700),
      (t) => 0.34 * swell(t, 4, 0.3),
      () => 0.6,
    );
    add(
      bed,
      noiseBand(seconds, 7, () => 260),
      () => 0.9,
    );
    const random = seededRandom(70);
    for (let at = 0.1; at < seconds - 0.3; at += 0.05 + random() * 0.16) {
      addTone(bed, {
        at,
        frequency: 900 + random() * 1900,
        decay: 0.012 + random() * 0.02,
        gain: 0.02 + random() * 0.03,
        pan: random() * 1.8 - 0.9,
        bend: 4,
        attack: 0.001,
      });
    }
    addPad(bed, [130.8, 196, 233.1], (t) => 0.05 * swell(t, 4, 0.85), 0.2);
  },
  'city-neon'(bed, seconds) {
    add(
      bed,
      noiseBand(seconds, 8, () => 320, 50),
      () => 0.9,
      () => -0.2,
    );
    const pass = (t) => Math.exp(-(((t % 7.5) - 2.6) ** 2) / 3.2);
    add(
      bed,
      noiseBand(seconds, 9, (t) => 500 + 900 * pass(t), 120),
      (t) => 1.5 * pass(t),
      (t) => 0.8 - 0.32 * (t % 7.5),
    );
    addPad(bed, [55, 110, 164.8, 196, 246.9], (t) => 0.13 * swell(t, 4, 0.7), 0.42);
    for (let i = 0, at = 0.5; at < seconds - 1; at += 0.5, i++)
      addTone(bed, {
        at,
        frequency: [440, 659.3, 587.3, 493.9, 784, 659.3][i % 6],
        decay: 0.22,
        gain: 0.018,
        pan: Math.sin(i) * 0.7,
      });
  },
  'snow-peak'(bed, seconds) {
    add(
      bed,
      noiseBand(seconds, 10, (t) => 420 + 500 * swell(t, 4, 0.7) + 160 * Math.sin(t * 1.3), 200),
      (t) => 1.2 * swell(t, 4, 0.55),
      (t) => 0.6 * Math.sin(t * 0.5),
    );
    addPad(bed, [146.8, 220, 277.2, 370], (t) => 0.12 * swell(t, 4, 0.75), 0.24);
    for (const [i, at] of [0.6, 2.5, 4.6, 6.4, 8.6, 10.5, 12.5].entries())
      addTone(bed, {
        at,
        frequency: [880, 1108.7, 1318.5, 987.8][i % 4],
        decay: 0.7,
        gain: 0.02,
        pan: (i % 3) * 0.5 - 0.5,
      });
    const burner = (t) => Math.max(0, Math.sin(t * 1.05 + 1) - 0.6) * 2;
    add(
      bed,
      noiseBand(seconds, 11, () => 1400, 300),
      (t) => 0.34 * burner(t),
      () => 0.3,
    );
  },
  'deep-sea'(bed, seconds) {
    add(
      bed,
      noiseBand(seconds, 12, (t) => 150 + 160 * swell(t, 4, 0.8), 30),
      (t) => 2.4 * swell(t, 4, 0.5),
      (t) => 0.5 * Math.sin(t * 0.6),
    );
    addPad(bed, [73.4, 110, 174.6, 220], (t) => 0.15 * swell(t, 4, 0.7), 0.18);
    for (const at of [1.2, 5.1, 9.2, 12.4])
      addTone(bed, {
        at,
        frequency: at > 5 ? 236 : 208,
        decay: 0.55,
        gain: 0.07,
        bend: at > 5 ? -0.16 : 0.14,
        attack: 0.5,
        pan: 0.3,
      });
    const random = seededRandom(120);
    for (let at = 0.3; at < seconds - 0.4; at += 0.25 + random() * 0.5)
      addTone(bed, {
        at,
        frequency: 380 + random() * 500,
        decay: 0.03,
        gain: 0.022,
        bend: 7,
        attack: 0.004,
        pan: random() - 0.5,
      });
  },
  'quiet-room'(bed, seconds) {
    add(
      bed,
      noiseBand(seconds, 13, (t) => 190 + 120 * swell(t, 4, 0.8), 40),
      (t) => 1.1 * swell(t, 4, 0.5),
      (t) => 0.4 * Math.sin(t * 0.5),
    );
    addPad(bed, [130.8, 164.8, 196, 246.9], (t) => 0.13 * swell(t, 4, 0.7), 0.22);
    for (let i = 0, at = 0.5; at < seconds - 0.5; at += 1, i++)
      addTone(bed, { at, frequency: i % 2 ? 1900 : 2350, decay: 0.014, gain: 0.05, pan: 0.5, attack: 0.001 });
    for (const [i, at] of [0.7, 2.7, 4.7, 6.7, 8.7, 10.7, 12.7].entries())
      addTone(bed, {
        at,
        frequency: [523.3, 659.3, 493.9, 587.3][i % 4],
        decay: 0.6,
        gain: 0.034,
        pan: -0.35,
        attack: 0.012,
      });
  },
  'summer-hill'(bed, seconds) {
    add(
      bed,
      noiseBand(seconds, 14, (t) => 700 + 900 * swell(t, 4, 0.8) + 200 * Math.sin(t * 1.7), 260),
      (t) => 0.7 * swell(t, 4, 0.6),
      (t) => 0.6 * Math.sin(t * 0.45),
    );
    addPad(bed, [146.8, 185, 220, 293.7], (t) => 0.11 * swell(t, 4, 0.75), 0.3);
    const random = seededRandom(140);
    for (let at = 0.4; at < seconds - 0.8; at += 0.7 + random() * 0.9) {
      const [frequency, pan] = [2400 + random() * 1500, random() * 1.6 - 0.8];
      for (let note = 0; note < 2 + Math.floor(random() * 3); note++)
        addTone(bed, { at: at + note * 0.11, frequency, decay: 0.03, gain: 0.016, bend: 4, attack: 0.008, pan });
    }
    for (let at = 1; at < seconds - 1; at += 2.5)
      addTone(bed, { at, frequency: 96, decay: 0.16, gain: 0.05, bend: -0.4, attack: 0.06, pan: 0.4 });
  },
  'deep-space'(bed, seconds) {
    add(
      bed,
      noiseBand(seconds, 15, (t) => 110 + 90 * swell(t, 4, 0.8), 24),
      (t) => 2 * swell(t, 4, 0.4),
      (t) => 0.7 * Math.sin(t * 0.3),
    );
    addPad(bed, [65.4, 98, 146.8, 220, 329.6], (t) => 0.17 * swell(t, 4, 0.65), 0.3);
    for (const [i, at] of [1.1, 3.1, 5.2, 7.1, 9.2, 11.1, 13].entries())
      addTone(bed, {
        at,
        frequency: [1174.7, 880, 1318.5, 987.8][i % 4],
        decay: 0.9,
        gain: 0.018,
        pan: ((i % 3) - 1) * 0.7,
        attack: 0.05,
      });
    for (let at = 0.6; at < seconds - 0.6; at += 2.6)
      addTone(bed, { at, frequency: 1760, decay: 0.03, gain: 0.02, pan: 0.5, attack: 0.004 });
  },
};

/** Added to the RMS level in decibels: ears weigh rain more, and the deep less. */
const loudnessTrimDb = { 'forest-rain': -2.4, 'deep-sea': 1.4, 'summer-hill': -1, 'deep-space': 1 };

/**
 * The bed of one mood as interleaved 16-bit samples, levelled to `targetDb` RMS.
 * Its inside is the same however long it is; the edges fade so that clips join without a click.
 */
export function renderBed(id, seconds, { silentSamples = 0, targetDb = -22 } = {}) {
  const fullSeconds = 15;
  const bed = { left: new Float32Array(fullSeconds * sampleRate), right: new Float32Array(fullSeconds * sampleRate) };
  beds[id](bed, fullSeconds);
  const gain = levelGain(bed, targetDb + (loudnessTrimDb[id] ?? 0));
  const count = seconds * sampleRate;
  const out = new Int16Array((count + silentSamples) * 2);
  for (let i = 0; i < count; i++) {
    const edge = Math.min(1, i / (0.12 * sampleRate), (count - 1 - i) / (0.2 * sampleRate));
    const fade = Math.sin((edge * Math.PI) / 2) ** 2 * restAt(i / sampleRate);
    out[(silentSamples + i) * 2] = toInt16(bed.left[i] * gain * fade);
    out[(silentSamples + i) * 2 + 1] = toInt16(bed.right[i] * gain * fade);
  }
  return out;
}

function levelGain(bed, targetDb) {
  let sum = 0;
  for (let i = 0; i < bed.left.length; i++) sum += bed.left[i] ** 2 + bed.right[i] ** 2;
  return 10 ** (targetDb / 20) / Math.sqrt(sum / (bed.left.length * 2));
}

/** Soft knee near full scale: an odd peak must not clip. */
const toInt16 = (value) => Math.round(Math.tanh(value) * 32_000);

/** A WAV file around interleaved 16-bit stereo samples. */
export function wavFile(samples) {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 4, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([header, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)]);
}
