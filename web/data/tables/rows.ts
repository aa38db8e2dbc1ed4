/** The rows of the local database. Times are milliseconds since the epoch. */
import { z } from 'zod';
import { frameRangeSchema, startExportRequest } from '#shared/api/export.ts';
import { errorCodes } from '#shared/errors.ts';
import { exportJobSchema } from '#shared/entities/export-job.ts';
import { historyEntrySchema } from '#shared/entities/history.ts';
import { idSchema, sha256Schema } from '#shared/entities/id.ts';
import { ownFileSchema } from '#shared/entities/own-file.ts';
import { projectSchema } from '#shared/entities/project.ts';
import { sceneSchema } from '#shared/entities/scene.ts';
import { versionDocumentSchema, versionReasonSchema } from '#shared/entities/version.ts';
import { userSchema } from '#shared/entities/user.ts';
import { changeSchema } from '../change.ts';

/** Raised by every write of the row on this device, never sent. A draft is over when its row's has passed the one it began from. */
const rev = z.number().int();

export const userRowSchema = userSchema.extend({ lastSeenAt: z.number() });
export type UserRow = z.infer<typeof userRowSchema>;

export const projectRowSchema = projectSchema.extend({ rev });
export type ProjectRow = z.infer<typeof projectRowSchema>;

export const sceneRowSchema = sceneSchema.extend({ rev });
export type SceneRow = z.infer<typeof sceneRowSchema>;

export const tombstoneRowSchema = z.object({
  sceneId: idSchema,
  projectId: idSchema,
  rows: z.array(sceneSchema),
  deletedAt: z.number(),
});
export type TombstoneRow = z.infer<typeof tombstoneRowSchema>;

/** What a scene had before its present clip: its own row and those of its extensions, as the server last told of them. */
export const takeSchema = z.object({
  sceneId: idSchema,
  scene: sceneSchema,
  extensions: z.array(sceneSchema),
  /** When the present clip took its place. */
  replacedAt: z.number(),
});
export type Take = z.infer<typeof takeSchema>;

/** What the server last told of a project; the tables `projects` and `scenes` are this with the unsent changes laid over. */
export const baseRowSchema = z.object({
  projectId: idSchema,
  userId: idSchema,
  project: projectSchema.nullable(),
  scenes: z.array(sceneSchema),
  tombstones: z.array(z.object({ sceneId: idSchema, rows: z.array(sceneSchema), deletedAt: z.number() })),
  hasScenes: z.boolean(),
  /** Scenes that the server no longer has and that are kept because something unsent is about them. */
  orphanIds: z.array(idSchema),
  /** One for each scene whose clip was seen to change; absent while none was. */
  takes: z.array(takeSchema).optional(),
  /** When the scenes were last pulled; null for never. */
  pulledAt: z.number().nullable(),
});
export type BaseRow = z.infer<typeof baseRowSchema>;

/** A request as it goes out. Once made it is never changed, so that a repeat is the same to the byte. */
export const frozenRequestSchema = z.object({
  method: z.enum(['POST', 'PATCH', 'DELETE']),
  path: z.string(),
  body: z.string().nullable(),
  /** The version that this device last saw of the row that the server counts the change on; null where there is none yet. */
  ifMatch: z.number().int().nullable(),
  /**
   * The key of the change right before it in the call that it went out in: it was built on what the server was expected to
   * make of that one. Gone as soon as the server has accepted it.
   */
  behind: idSchema.optional(),
});
export type FrozenRequest = z.infer<typeof frozenRequestSchema>;

/** Why the server refused a change for good. */
export const refusalSchema = z.object({
  status: z.number().int(),
  code: z.enum(errorCodes).nullable(),
  /** The server's sentence. */
  sentence: z.string(),
  /** Whether the project itself is gone from the server. */
  isProjectGone: z.boolean().optional(),
  at: z.number(),
});
export type Refusal = z.infer<typeof refusalSchema>;

export const outboxRowSchema = z.object({
  /** The order of changes; made by the database. */
  seq: z.number().int(),
  /** Sent as the Idempotency-Key. */
  opId: idSchema,
  userId: idSchema,
  projectId: idSchema,
  label: z.string(),
  change: changeSchema,
  /** The version of the edited row that the person saw; null where the server has no such row yet. Never changed. */
  madeOn: z.number().int().nullable(),
  at: z.number(),
  /** Null until it is first sent. */
  request: frozenRequestSchema.nullable(),
  /** How often it was sent. */
  attempts: z.number().int(),
  /** Sends in a row that ended without a word about it: no answer came, or one that asks to come later. */
  unanswered: z.number().int(),
  /** What the server lacked when it was last sent. */
  lacking: z.literal('storage').nullable().optional(),
  /** The trouble that it meets again and again, though the server is there: an error of the server itself, or a reply that can't be read. */
  trouble: z.object({ what: z.string(), times: z.number().int(), sentence: z.string() }).nullable().optional(),
  /** How often it was refused because its row had been changed elsewhere. */
  conflicts: z.number().int(),
  /** Not to be sent before this time. */
  nextAt: z.number(),
  /** Parked rows wait for the person: they aren't sent, and hold up only what touches the same (sync/held-up.ts). */
  state: z.enum(['waiting', 'parked']),
  refusal: refusalSchema.nullable(),
});
export type OutboxRow = z.infer<typeof outboxRowSchema>;

export const historyRowSchema = z.object({
  seq: z.number().int(),
  projectId: idSchema,
  userId: idSchema,
  label: z.string(),
  changes: z.array(changeSchema),
  inverse: z.array(changeSchema),
  /** `overruled`: what another device had written where this one's edit won; `inverse` brings it back. */
  state: z.enum(['done', 'undone', 'overruled']),
  /** The key under which the edit that overruled it is sent. */
  opId: idSchema.optional(),
  at: z.number(),
});
export type HistoryRow = z.infer<typeof historyRowSchema>;
export type NewHistoryRow = Omit<HistoryRow, 'seq'>;

/** What the server told of a project's history. */
export const pulledHistoryRowSchema = historyEntrySchema.extend({
  userId: idSchema,
  /** Nothing of it is to be told any more. */
  isTold: z.boolean(),
});
export type PulledHistoryRow = z.infer<typeof pulledHistoryRowSchema>;

/** How far a project's history was pulled. */
export const historyPullRowSchema = z.object({
  projectId: idSchema,
  /** The ETag of the newest page. */
  tag: z.string().nullable(),
  /** The path of the page below the oldest entry that is here; null when that one is the first of all. */
  next: z.string().nullable(),
});
export type HistoryPullRow = z.infer<typeof historyPullRowSchema>;

/** A clip whose file is on this device. */
export const clipRowSchema = z.object({
  sha256: sha256Schema,
  sizeBytes: z.number().int(),
  storedAt: z.number(),
});
export type ClipRow = z.infer<typeof clipRowSchema>;

/** An own file of a person: here, on the server, or both. */
export const ownFileRowSchema = z.object({
  userId: idSchema,
  sha256: sha256Schema,
  file: ownFileSchema,
  /** `waiting`: the server doesn't have it yet. `refused`: and won't take it, as `sentence` says. */
  state: z.enum(['waiting', 'sent', 'refused']),
  /** Of one that is sent: the server may have lost it, and is asked. Nothing waits for the answer. */
  isAskedAgain: z.boolean().optional(),
  sentBytes: z.number().int(),
  /** Of one that waits: why it failed again and again; it is still tried. */
  sentence: z.string().nullable(),
});
export type OwnFileRow = z.infer<typeof ownFileRowSchema>;

/** Of an export that the server makes. */
const serverExportSchema = z.object({
  /** What is asked of the server, byte for byte the same at every try; null until the texts are drawn and sent. */
  request: startExportRequest.nullable(),
  /** The server's own name for it; null until it has answered. */
  jobId: idSchema.nullable(),
  /** The person wants it no more: no screen shows it, and the server is still to be told. */
  isUnwanted: z.boolean(),
  /** When the server removes the finished movie, in milliseconds since the epoch; null until it is finished. */
  expiresAt: z.number().nullable(),
});

/**
 * An export that was started in this browser. It outlives the page that started it; the work outlives the tab only where
 * the server does it.
 */
export const exportRowSchema = exportJobSchema.extend({
  userId: idSchema,
  projectId: idSchema,
  title: z.string(),
  /** Whether scenes whose sound can't be decoded are to be silent; older rows don't say. */
  leavesOutSound: z.boolean().optional(),
  /** When its work began; for one that waits, when it was asked for. */
  startedAt: z.number(),
  /** When it ended; null while it runs. */
  endedAt: z.number().nullable(),
  /** Where it is: a sentence for the card; null when there is nothing to say. */
  phase: z.string().nullable(),
  secondsLeft: z.number().nullable(),
  /** The scene that is being encoded; null where none is. */
  sceneNumber: z.number().int().nullable(),
  sizeBytes: z.number().int().nullable(),
  fileName: z.string(),
  /** Which frames of the movie; null for all of it. */
  range: frameRangeSchema.nullable(),
  /**
   * Where the movie is: in this origin's files, in a file that the person chose, in the memory of the page that made it, or
   * on the server.
   */
  keptIn: z.enum(['device', 'chosen-file', 'page', 'server']),
  /** Name of the file in the directory `exports` of the origin private file system; nothing lies there unless it is kept in `device`. */
  storedName: z.string(),
  /** What was done; null until it is complete. */
  outcome: z
    .object({
      copiedScenes: z.number().int(),
      encodedScenes: z.number().int(),
      frameCount: z.number().int(),
      /** What the receipt says beside its figures; left out by older versions. */
      notes: z.array(z.string()).optional(),
    })
    .nullable(),
  /** Whether the check decodes all of the finished file; left out for no. */
  checksEveryPicture: z.boolean().optional(),
  /** The receipt as it is handed out, in JSON; null until it is complete. */
  receipt: z.string().nullable(),
  /** The tab that does the work: its Web Lock tells whether it lives. */
  ownerId: z.string(),
  /** Null for one that this browser makes. */
  server: serverExportSchema.nullable(),
});
export type ExportRow = z.infer<typeof exportRowSchema>;

/** What a document was at some time. */
export const versionRowSchema = versionDocumentSchema.extend({
  id: idSchema,
  projectId: idSchema,
  userId: idSchema,
  /** Milliseconds since the epoch. */
  at: z.number(),
  reason: versionReasonSchema,
  /** As the person called it; null for one that was kept by itself. */
  name: z.string().nullable(),
  /** What the browser is called that kept it; null for this one. */
  device: z.string().nullable(),
  /** `waiting`: the server doesn't have it yet. `local`: and won't take it. */
  state: z.enum(['waiting', 'sent', 'local']),
});
export type VersionRow = z.infer<typeof versionRowSchema>;

export const metaRowSchema = z.object({ key: z.string(), value: z.unknown() });
export type MetaRow = z.infer<typeof metaRowSchema>;

/** A row that a newer or broken version left behind and that could not be read. Kept, never dropped. */
export const quarantineRowSchema = z.object({
  id: z.number().int(),
  table: z.string(),
  row: z.unknown(),
  reason: z.string(),
  at: z.number(),
});
export type QuarantineRow = z.infer<typeof quarantineRowSchema>;
