/** What copying puts on the clipboard, and what pasting takes from it: versioned JSON. Pure. */
import { z } from 'zod';
import { createSceneFields, patchSceneRequest } from '#shared/api/scenes.ts';
import { modelIdSchema } from '#shared/catalogue/models.ts';
import { idSchema, sha256Schema } from '#shared/entities/id.ts';
import { sceneResolutionSchema, type Scene } from '#shared/entities/scene.ts';
import { textOverlaysSchema, type TextOverlay } from '#shared/entities/text-overlay.ts';
import { limits } from '#shared/limits.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import { extensionsOf } from '#shared/rules/segments.ts';

const FORM = 'storyreel-clipboard';
const VERSION = 1;
/** Characters. A whole movie with all its texts has fewer; what is longer isn’t read. */
const LONGEST = 20_000_000;

const copiedSceneSchema = z.strictObject({
  /** The scene that was copied. */
  sceneId: idSchema,
  /** Hashes of its clip and of its extensions’ clips; none while it has no clip. */
  media: z.array(sha256Schema).max(limits.scenesPerProject),
  /** What a scene without a clip is generated with; null is the project’s model. */
  duration: createSceneFields.shape.duration,
  resolution: sceneResolutionSchema,
  model: modelIdSchema.nullable(),
  /** Everything that was edited. */
  edits: patchSceneRequest,
});
export type CopiedScene = z.infer<typeof copiedSceneSchema>;

const head = { form: z.literal(FORM), version: z.literal(VERSION) };
const copiedSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...head,
    kind: z.literal('scenes'),
    scenes: z.array(copiedSceneSchema).min(1).max(limits.scenesPerProject),
  }),
  z.strictObject({ ...head, kind: z.literal('texts'), texts: textOverlaysSchema.min(1) }),
]);

export type Copied = { kind: 'scenes'; scenes: CopiedScene[] } | { kind: 'texts'; texts: TextOverlay[] };

/** Null for what isn’t ours, whatever it is: a foreign text, one of a later version, or one that was tampered with. */
export function readCopied(text: string): Copied | null {
  if (text.length > LONGEST || !text.startsWith('{') || !text.includes(FORM)) return null;
  try {
    const parsed = copiedSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    // Not JSON.
    return null;
  }
}

export function writeCopied(copied: Copied): string {
  return JSON.stringify({ form: FORM, version: VERSION, ...copied });
}

/** Scenes in play order. Null where none of them is there. @param rows of a project */
export function copyScenes(rows: readonly Scene[], ids: ReadonlySet<string>): Copied | null {
  const scenes = inPlayOrder(rows)
    .filter(({ id, isExtension }) => ids.has(id) && !isExtension)
    .map((scene) => copyScene(scene, rows));
  return scenes.length === 0 ? null : { kind: 'scenes', scenes };
}

function copyScene(scene: Scene, rows: readonly Scene[]): CopiedScene {
  const { id: sceneId, duration, resolution, model } = scene;
  return { sceneId, media: mediaOf(scene, rows), duration, resolution, model, edits: editsOf(scene) };
}

/** Hashes of what a scene plays. */
export function mediaOf(scene: Scene, rows: readonly Scene[]): string[] {
  return [scene, ...extensionsOf(scene.id, rows)].flatMap(({ sha256 }) => sha256 ?? []);
}

function editsOf(scene: Scene): CopiedScene['edits'] {
  const { title, description, negativePrompt, metadata, referencePictures, trimStart, trimEnd, textOverlays } = scene;
  const { gainDb, muted, fadeInSeconds, fadeOutSeconds, transition } = scene;
  return {
    title,
    // A scene that plays an own clip may have none.
    ...(description === '' ? {} : { description }),
    negativePrompt,
    metadata,
    referencePictures,
    trimStart,
    trimEnd,
    textOverlays,
    gainDb,
    muted,
    fadeInSeconds,
    fadeOutSeconds,
    transition,
  };
}
