/** Drafts that were open when the page was closed or loaded anew: they are kept on this device and open again with it. */
import { z } from 'zod';
import { overlayPositionSchema, textStyleSchema } from '#shared/entities/text-overlay.ts';
import { editorSession, openProject, touchedDraft } from './session-store.ts';
import { AT_REST } from './timeline-mode.ts';

/** As it is written: it need not be one that can be saved. */
const overlaySchema = z.object({
  id: z.string().optional(),
  text: z.string(),
  fontSize: z.number(),
  color: z.string(),
  position: overlayPositionSchema,
  startTime: z.number(),
  endTime: z.number(),
  style: textStyleSchema.optional(),
});
const draftingSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('trim'),
    draft: z.object({ sceneId: z.string(), inFrame: z.number(), outFrame: z.number() }),
    clip: z.object({ frameCount: z.number(), fps: z.object({ num: z.number(), den: z.number() }) }),
  }),
  z.object({
    kind: z.literal('text'),
    draft: z.object({
      sceneId: z.string(),
      // One that was left by an earlier release says only at which place its text was: it is offered as a new one.
      of: overlaySchema.nullable().default(null),
      overlay: overlaySchema,
    }),
  }),
]);
const leftSchema = z.object({
  mode: z.union([z.object({ kind: z.literal('rest') }), draftingSchema]),
  began: z.union([z.object({ kind: z.literal('rest') }), draftingSchema]),
  kept: z.array(draftingSchema),
});

const nameOf = (projectId: string): string => `storyreel.left-draft.${projectId}`;

/** Keeps what is open in a store. One that can't keep anything loses it, as it would without. */
export function keepLeftDraft(storage: Storage): void {
  const { projectId, began, kept } = editorSession.getState();
  if (projectId === null) return;
  const mode = touchedDraft();
  try {
    if (mode === null && kept.length === 0) storage.removeItem(nameOf(projectId));
    else storage.setItem(nameOf(projectId), JSON.stringify({ mode: mode ?? AT_REST, began, kept }));
  } catch (error) {
    console.warn('A draft is not kept: this browser allows no storage.', error);
  }
}

/** Opens a project; what was laid aside in the one that was open before waits for it. */
export function switchProject(projectId: string, storage: Storage): void {
  if (editorSession.getState().projectId !== projectId) keepLeftDraft(storage);
  openProject(projectId);
}

/** Opens what was left of the open project, and forgets it: no other tab is to open it, too. */
export function takeLeftDraft(storages: readonly Storage[]): void {
  const { projectId, mode } = editorSession.getState();
  if (projectId === null) return;
  const found = storages.map((storage) => take(storage, nameOf(projectId))).find((text) => text !== null);
  const left = found === undefined ? null : leftSchema.safeParse(found);
  // What is open is newer.
  if (left?.success && mode.kind === 'rest') editorSession.setState(left.data);
}

/** What this page has left is open in it again. */
export function forgetLeftDraft(storage: Storage): void {
  const { projectId } = editorSession.getState();
  if (projectId !== null) take(storage, nameOf(projectId));
}

function take(storage: Storage, name: string): unknown {
  try {
    const text = storage.getItem(name);
    storage.removeItem(name);
    return JSON.parse(text ?? 'null');
  } catch (error) {
    console.warn('A draft that was left can’t be read.', error);
    return null;
  }
}
