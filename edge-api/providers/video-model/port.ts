/**
 * The video model: a clip is requested once, polled by name, and downloaded when ready. Outcomes are returned rather
 * than thrown, because the job runner must choose: a request that was surely refused may be sent again, one whose
 * answer was lost never. One instance uses one API key.
 */
import type { ModelReach } from '#shared/api/models.ts';
import type { AspectRatio, ModelId } from '#shared/catalogue/models.ts';

/** The form of a clip, apart from its pictures. */
export type ClipForm = {
  model: ModelId;
  /** Upstream's name of the model, one of the catalogue row's. */
  upstreamModel: string;
  prompt: string;
  negativePrompt: string | null;
  /** New seconds, a whole number; an extension's file also holds the earlier footage. */
  durationSeconds: number;
  resolution: '720p' | '1080p';
  aspectRatio: AspectRatio;
};

export type Picture = { bytes: Uint8Array<ArrayBuffer>; contentType: string };

/** A picture to go by, and whom or what it shows: empty where nobody has said. */
export type Reference = { name: string; picture: Picture };

/** Upstream's names of a clip and of its file. */
export type ClipOrigin = { upstreamId: string; fileId: string };

/** The feature rules have been applied: it contains nothing that the model can't do. */
export type ClipRequest = ClipForm & {
  firstFrame: Picture | null;
  /** Only with a first frame. */
  lastFrame: Picture | null;
  references: readonly Reference[];
  /** The clip to extend; it comes with its own pictures, so there are no others. */
  extend: ClipOrigin | null;
};

/** Whether the request returns at once and is polled, or stays open until the clip is ready. */
export type SubmitWay = 'background' | 'blocking';

export type RejectedReason = 'api_key' | 'not_entitled' | 'refused' | 'model_unreachable' | 'invalid';

export type SubmitOutcome =
  /** The model is working; `upstreamId` is enough to poll. `pollAfterMs` says when, if not as usual. */
  | { kind: 'accepted'; upstreamId: string; pollAfterMs?: number }
  /** A blocking request ended, with the outcome that a poll would have had. */
  | { kind: 'ended'; upstreamId: string; outcome: PollOutcome }
  /** Surely not started and worth retrying. `retryAfterMs` is the provider's own wish, null when it has none. */
  | { kind: 'busy'; sentence: string; retryAfterMs: number | null }
  /** Surely not started, and a retry would change nothing. */
  | { kind: 'rejected'; reason: RejectedReason; sentence: string }
  /** It may have started and may be charged: timeout, reset, unreadable answer. */
  | { kind: 'answer_lost'; cause: unknown };

/** What upstream charged; `billedSeconds` is null when it doesn't say how much. */
export type Billed = { billedSeconds: number | null };

/** Where a finished clip is. `fileId` is its name upstream, never a URL. */
export type ReadyClip = Billed & { fileId: string };

export type PollOutcome =
  | { kind: 'working'; pollAfterMs?: number }
  | { kind: 'ready'; clip: ReadyClip }
  /** Ended without a clip because the model refused. */
  | { kind: 'refused'; sentence: string }
  /** Ended without a usable clip. `billed` if upstream made one anyway or says that it charged. */
  | { kind: 'failed'; sentence: string; billed?: Billed }
  /** Upstream doesn't know the name (any more). */
  | { kind: 'gone' }
  /** The key is no longer accepted. */
  | { kind: 'key_rejected'; sentence: string }
  /** Unknown; poll again. `isRefused`: upstream refuses to tell, as it does for some keys. */
  | { kind: 'unclear'; sentence: string; retryAfterMs: number | null; isRefused?: boolean };

/** Pictures that come with a clip, JPEG or WebP. */
export type ShippedFrames = { first: Uint8Array; last: Uint8Array };

export type DownloadOutcome =
  /** The caller reads `body` to its end or cancels it. */
  | { kind: 'bytes'; body: ReadableStream<Uint8Array>; frames: ShippedFrames | null }
  | { kind: 'not_yet'; sentence: string; retryAfterMs: number | null }
  | { kind: 'gone'; sentence: string }
  | { kind: 'key_rejected'; sentence: string };

/** A row of the catalog, and the upstream name by which the key can use it. */
export type ReachedModel = ModelReach & { upstreamModel: string | null };

export interface VideoModel {
  /** Whether its clips are the demo studio's. */
  readonly isDemo: boolean;

  /** Whether everyone with its key shares one quota; else each person has their own. */
  readonly sharesQuota: boolean;

  /** Seconds that a clip may have with all its extensions. */
  longestSeconds(model: ModelId): number;

  /** Which rows of the catalog the key can use. @throws AppError when the provider gave no verdict */
  reach(signal: AbortSignal): Promise<ReachedModel[]>;

  /** What the clip will cost in USD at the current price list; 0 if nothing is charged. */
  priceUsd(form: Pick<ClipForm, 'upstreamModel' | 'resolution' | 'durationSeconds'>): number;

  /** Sends the request exactly once. If `signal` fires halfway, the answer counts as lost. */
  submit(request: ClipRequest, way: SubmitWay, signal: AbortSignal): Promise<SubmitOutcome>;

  poll(upstreamId: string, signal: AbortSignal): Promise<PollOutcome>;

  download(fileId: string, signal: AbortSignal): Promise<DownloadOutcome>;

  /** Asks upstream to stop; best effort. */
  cancel(upstreamId: string, signal: AbortSignal): Promise<void>;
}

/** The video model that an API key opens: the provider's, or the demo studio's for its reserved key. */
export type VideoModelFor = (apiKey: string) => VideoModel;
