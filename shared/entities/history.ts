/** What happened to a project: one entry for each edit that reached the server, and for each clip that was made. */
import { z } from 'zod';
import { characterReferenceSchema } from './character-reference.ts';
import { idSchema } from './id.ts';

export const historyKinds = [
  'create-project',
  'edit-project',
  'improve-project',
  'make-characters',
  'edit-character',
  'delete-character',
  'break-down',
  'add-scene',
  'split-scene',
  'duplicate-scene',
  'edit-scene',
  'improve-scene',
  'delete-scene',
  'restore-scene',
  'restore-clip',
  'reorder-scenes',
  'make-clip',
  'extend-clip',
  'remove-extension',
] as const;
export type HistoryKind = (typeof historyKinds)[number];

/** Fields of a project or a scene whose values are kept. */
export const historyFields = [
  'title',
  'description',
  'isPublic',
  'isIndexable',
  'model',
  'negativePrompt',
  'resolution',
  'duration',
  'trimStart',
  'trimEnd',
  'textOverlays',
  'metadata',
  'referencePictures',
  'continueFromPrevious',
  'continueIntoNext',
  'gainDb',
  'muted',
  'fadeInSeconds',
  'fadeOutSeconds',
  'transition',
  'levelling',
  'audio',
  /** What is said of one of a project's characters (`writtenCharacterSchema`). */
  'character',
  /** Which picture shows one of them (`characterPictureSchema`). */
  'characterPicture',
  /** Ids of a project's scenes in play order, without extension segments. */
  'sceneOrder',
] as const;
export type HistoryField = (typeof historyFields)[number];

/** Whose words they are, and the words. Its picture is no part of them. */
export const writtenCharacterSchema = characterReferenceSchema.omit({ imageUrl: true });
export type WrittenCharacter = z.infer<typeof writtenCharacterSchema>;

export function writtenCharacter({ id, name, description }: WrittenCharacter): WrittenCharacter {
  return { id, name, description };
}

/** Whom a picture shows, and which. Only a file of the person's own is kept when another takes its place. */
export const characterPictureSchema = characterReferenceSchema
  .pick({ id: true, imageUrl: true })
  .extend({ isOwn: z.boolean() });
export type CharacterPicture = z.infer<typeof characterPictureSchema>;

/** A browser that somebody works in: the id that it made for itself, and what a person calls it. */
export const deviceSchema = z.object({ id: idSchema, name: z.string() });
export type DeviceIdentity = z.infer<typeof deviceSchema>;

/** What a newer version wrote may name a field that this one doesn't know. It is kept as it is. */
export const fieldChangeSchema = z.object({
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /**
   * Whose `before` was, when it came from another device and this edit was made without knowing it; null otherwise. A
   * client that doesn't say which device it is has none.
   */
  replaced: z.object({ device: deviceSchema.nullable(), at: z.number() }).nullable(),
});
export type FieldChange = z.infer<typeof fieldChangeSchema>;

export const historyEntrySchema = z.object({
  id: idSchema,
  projectId: idSchema,
  /** Counts the project's entries upward, in the order in which they reached the server. */
  place: z.number().int(),
  /** Of `historyKinds`, or one that only a newer version knows. */
  kind: z.string(),
  sceneId: idSchema.nullable(),
  /** The scene's number at that time. */
  sceneNumber: z.number().int().nullable(),
  /** Null for what the server did by itself. */
  device: deviceSchema.nullable(),
  /** The Idempotency-Key of the call that made it. */
  opKey: z.string().nullable(),
  fields: z.array(fieldChangeSchema),
  /** Milliseconds since the epoch. */
  at: z.number(),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** A change of a field that this version knows. */
export type KnownChange = FieldChange & { field: HistoryField };

export function isKnownChange(change: FieldChange): change is KnownChange {
  return historyFields.some((field) => field === change.field);
}

export function isHistoryKind(kind: string): kind is HistoryKind {
  return historyKinds.some((known) => known === kind);
}

/** The values that an edit put others in the place of, as far as this version can show and restore them. */
export function replacedFields(entry: Pick<HistoryEntry, 'fields'>): KnownChange[] {
  return entry.fields.filter(isKnownChange).filter(({ replaced }) => replaced !== null);
}
