// What a test may set when it starts the fake, and the defaults.

import { setTimeout as pause } from 'node:timers/promises';
import { makeClip } from '../clips/make-clip.ts';
import { type KeyVerdict, verdictByText } from './credentials.ts';
import type { Operation } from './request.ts';

export type Resolution = '360p' | '720p' | '1080p' | '4k';
export type AspectRatio = '16:9' | '9:16';

/** The clip that a job asks for. */
export interface ClipRequest {
  /** Length of the file in seconds; for an extension the earlier footage is in it. */
  durationSeconds: number;
  /** Seconds made anew by this job, which are the billed ones. */
  newSeconds: number;
  resolution: Resolution;
  aspectRatio: AspectRatio;
  prompt: string;
  /** 0 for the first accepted job. */
  index: number;
}

/** A request for text, reduced to what decides the answer. */
export interface TextRequest {
  /** All text of the contents, without the system instruction. */
  prompt: string;
  /** As sent; undefined if the answer is free text. */
  schema: unknown;
}

export interface FakePicture {
  mimeType: string;
  bytes: Uint8Array;
}

export interface FakeGeminiOptions {
  /** TCP port; 0, the default, takes a free one. */
  port?: number;
  /** Judges a key; by default the key's own text says how it behaves. */
  keys?: (key: string) => KeyVerdict;
  /** MP4 bytes for a job; by default a numbered look-alike clip. */
  clips?: (request: ClipRequest) => Uint8Array | Promise<Uint8Array>;
  /** The text model's answer: an object is sent as JSON, a string as it is, undefined means the default. */
  text?: (request: TextRequest) => unknown;
  /** The image model's picture; by default a small one. */
  images?: (request: { prompt: string }) => FakePicture | Promise<FakePicture>;
  /** Serve the Veo models and their operations; off by default, when they answer 404 as retired. */
  veo?: boolean;
  /** Ids of models that this project can't reach: 404, and absent from the list. */
  withoutModels?: readonly string[];
  /** Polls that find a job unfinished when its prompt doesn't say (default 0). */
  slowPolls?: number;
  /** Milliseconds to hold each answer back (default 0). */
  delayMs?: number | ((operation: Operation) => number);
  /** How to wait; tests with their own clock replace it. Not called for 0 ms. */
  wait?: (delayMs: number) => Promise<unknown>;
}

/** The options with every default filled in. */
export type ResolvedOptions = Omit<Required<FakeGeminiOptions>, 'images' | 'delayMs'> & {
  images: FakeGeminiOptions['images'];
  delayMs: (operation: Operation) => number;
};

/** Fills in the defaults once, at the door. */
export function resolveOptions(options: FakeGeminiOptions): ResolvedOptions {
  const { delayMs = 0 } = options;
  return {
    port: options.port ?? 0,
    keys: options.keys ?? verdictByText,
    clips: options.clips ?? defaultClip,
    text: options.text ?? (() => undefined),
    images: options.images,
    veo: options.veo ?? false,
    withoutModels: options.withoutModels ?? [],
    slowPolls: options.slowPolls ?? 0,
    delayMs: typeof delayMs === 'number' ? () => delayMs : delayMs,
    wait: options.wait ?? ((ms) => pause(ms)),
  };
}

/** A numbered look-alike of what the job asked for, in the order of the jobs, from 1. */
async function defaultClip({ durationSeconds, resolution, aspectRatio, index }: ClipRequest): Promise<Uint8Array> {
  const size = resolution === '4k' ? '1080p' : resolution;
  return makeClip({ seconds: durationSeconds, size, ratio: aspectRatio, sceneNumber: index + 1 });
}

/** Small clips of the length that is asked for, of so many numbers by turns, each drawn once. */
export function smallClips(numbers: number): (request: ClipRequest) => Promise<Uint8Array> {
  return ({ durationSeconds, index }) =>
    makeClip({ seconds: durationSeconds, size: '360p', sceneNumber: (index % numbers) + 1 });
}
