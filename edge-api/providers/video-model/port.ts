/**
 * The video model: a clip is asked for once, looked after by name, and fetched when it is ready.
 * Outcomes are returned, not thrown, because the job runner must choose: a request that was surely refused may be sent
 * again, one whose answer was lost never. One instance speaks with one API key.
 */
import type { ModelReach } from '#shared/api/models.ts';
import type { AspectRatio, ModelId } from '#shared/catalogue/models.ts';

/** What a clip is to be like, apart from the pictures that it goes by. */
export type ClipForm = {
  model: ModelId;
  /** Upstream's name of the model, one of the catalogue row's. */
  upstreamModel: string;
  prompt: string;
  negativePrompt: string | null;
  /** Whole seconds that are made anew; the file of an extension holds the earlier footage too. */
  durationSeconds: number;
  resolution: '720p' | '1080p';
  aspectRatio: AspectRatio;
};

export type Picture = { bytes: Uint8Array<ArrayBuffer>; contentType: string };

/** A recurring character, and what they look like. */
export type Reference = { name: string; picture: Picture };

/** Upstream's names of a clip that it made and of its file. */
export type ClipOrigin = { upstreamId: string; fileId: string };

/** The feature rules hold: whoever asks has taken out what the model can't do. */
export type ClipRequest = ClipForm & {
  firstFrame: Picture | null;
  /** Only beside a first frame. */
  lastFrame: Picture | null;
  references: readonly Reference[];
  /** The clip that this one goes on from; it brings its own pictures, so there are none beside it. */
  extend: ClipOrigin | null;
};

/** Whether the answer comes at once and the work is asked after, or one request stays open until the clip is there. */
export type SubmitWay = 'background' | 'blocking';

export type RejectedReason = 'api_key' | 'not_entitled' | 'refused' | 'model_unreachable' | 'invalid';

export type SubmitOutcome =
  /** The model is at work; `upstreamId` alone is enough to ask again later. `pollAfterMs` says when, if not as usual. */
  | { kind: 'accepted'; upstreamId: string; pollAfterMs?: number }
  /** A blocking request came to its end: the outcome is what a poll would have said. */
  | { kind: 'ended'; upstreamId: string; outcome: PollOutcome }
  /** Surely not begun and worth another try. `retryAfterMs` is the provider's own wish, null when it has none. */
  | { kind: 'busy'; sentence: string; retryAfterMs: number | null }
  /** Surely not begun, and asking again would change nothing. */
  | { kind: 'rejected'; reason: RejectedReason; sentence: string }
  /** It may have begun and may be charged: time-out, reset, an answer that can't be read. */
  | { kind: 'answer_lost'; cause: unknown };

/** What upstream charged; `billedSeconds` is null when it doesn't say how many. */
export type Billed = { billedSeconds: number | null };

/** Where a finished clip is. `fileId` names it upstream; it is never an address. */
export type ReadyClip = Billed & { fileId: string };

export type PollOutcome =
  | { kind: 'working'; pollAfterMs?: number }
  | { kind: 'ready'; clip: ReadyClip }
  /** Ended without a clip by the model's own decision. */
  | { kind: 'refused'; sentence: string }
  /** Ended without a clip that can be had. `billed` where upstream made one all the same, or says that it charged. */
  | { kind: 'failed'; sentence: string; billed?: Billed }
  /** Upstream doesn't know the name (any more). */
  | { kind: 'gone' }
  /** The key is no longer accepted. */
  | { kind: 'key_rejected'; sentence: string }
  /** Nothing was learnt; ask again. `isRefused`: upstream refuses to tell, as it does for some keys. */
  | { kind: 'unclear'; sentence: string; retryAfterMs: number | null; isRefused?: boolean };

/** Pictures that come with a clip, JPEG or WebP. */
export type ShippedFrames = { first: Uint8Array; last: Uint8Array };

export type DownloadOutcome =
  /** The caller reads `body` to its end or cancels it. */
  | { kind: 'bytes'; body: ReadableStream<Uint8Array>; frames: ShippedFrames | null }
  | { kind: 'not_yet'; sentence: string; retryAfterMs: number | null }
  | { kind: 'gone'; sentence: string }
  | { kind: 'key_rejected'; sentence: string };

/** A row of the catalogue, and the name under which the key reaches it upstream. */
export type ReachedModel = ModelReach & { upstreamModel: string | null };

export interface VideoModel {
  /** Whether its clips are the demo studio's. */
  readonly isDemo: boolean;

  /** Whether all who have its key share what it takes at once; else each person has that much. */
  readonly sharesQuota: boolean;

  /** Which rows of the catalogue the key reaches. @throws AppError when the provider gave no verdict */
  reach(signal: AbortSignal): Promise<ReachedModel[]>;

  /** What the clip will cost in USD at the price list of the day; 0 where nothing is charged. */
  priceUsd(form: Pick<ClipForm, 'upstreamModel' | 'resolution' | 'durationSeconds'>): number;

  /** Sends the request exactly once. A `signal` that fires in the middle is an answer lost. */
  submit(request: ClipRequest, way: SubmitWay, signal: AbortSignal): Promise<SubmitOutcome>;

  poll(upstreamId: string, signal: AbortSignal): Promise<PollOutcome>;

  download(fileId: string, signal: AbortSignal): Promise<DownloadOutcome>;

  /** Asks upstream to stop; best effort. */
  cancel(upstreamId: string, signal: AbortSignal): Promise<void>;
}

/** The video model that an API key opens: the provider's, or the demo studio's for its reserved key. */
export type VideoModelFor = (apiKey: string) => VideoModel;
