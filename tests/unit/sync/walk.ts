/** Random walks of a device through edits, networks that fail, tabs that die and clocks that are put right. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { drainProject } from '#sync/drain.ts';
import { pullProject } from '#sync/pull.ts';
import type { SceneSound } from '#editor/commands/edit-sound.ts';
import { ApiError, OfflineError } from '#api/errors.ts';
import { createActions } from '#editor/actions.ts';
import { createAudioActions } from '#editor/audio-actions.ts';
import { AppError } from '#shared/errors.ts';
import type { AudioPatch } from '#shared/entities/movie-audio.ts';
import { audioSpan } from '#shared/movie/audio-span.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene, Transition } from '#shared/entities/scene.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import { audioPiece, projectRow, sceneRow, testId, textOverlay } from '#tests/helpers/rows.ts';
import { MemoryServer, type Fault, type Line } from './memory-server.ts';
import { isDeath, PROJECT, USER_ID, type TestDevice } from './test-device.ts';
import type { MadeFile } from '#tests/helpers/own-files.ts';
import { reload } from './walk-tab.ts';
import { madeUpFiles, sendFiles, takeFileStep } from './walk-files.ts';

/** What an arbitrary makes. */
type Made<A> = A extends fc.Arbitrary<infer T> ? T : never;

/** What the person, the network, the browser, or the clock does. */
export type Step = Made<typeof edits> | Made<typeof network>;

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
/** From a tunnel to a holiday. */
const AWAY_MS = [48 * SECOND_MS, 10 * 60 * SECOND_MS, 5 * HOUR_MS, 9 * 24 * HOUR_MS];
/** Sends in vain that are tried while away; the rest of the time passes as one. */
const TRIES_WHILE_AWAY = 12;
const FAULTS: readonly Fault[] = [
  'lost-request',
  'lost-reply',
  'hanging-request',
  'hanging-reply',
  'crash-before',
  'crash-after',
  'edited-before',
  { status: 500 },
  { status: 403 },
  { status: 404 },
  { status: 503, retryAfterSeconds: 86_400 },
  { status: 429 },
  { status: 429, code: 'rate_limited', retryAfterSeconds: 20 },
];

const place = fc.nat(5);
const fade = fc.integer({ min: 0, max: 600 }).map((tenths) => tenths / 10);
export const sounds: fc.Arbitrary<SceneSound> = fc.oneof(
  fc.record({ gainDb: fc.integer({ min: -60, max: 12 }) }),
  fc.record({ muted: fc.boolean() }),
  fc.record({ fadeInSeconds: fade }),
  fc.record({ fadeInSeconds: fade, fadeOutSeconds: fade }),
);
export const transitions: fc.Arbitrary<Transition | null> = fc.option(
  fc.record({
    kind: fc.constantFrom('crossfade' as const, 'fade-black' as const),
    seconds: fc.integer({ min: 1, max: 40 }).map((tenths) => tenths / 10),
    sound: fc.boolean(),
  }),
);
const textChanges: fc.Arbitrary<Partial<TextOverlay>> = fc.oneof(
  fc.record({ fontSize: fc.integer({ min: 8, max: 36 }).map((half) => half * 2) }),
  fc.record({ position: fc.record({ x: fc.nat(100), y: fc.nat(100) }) }),
  fc.record({ style: fc.record({ bold: fc.boolean(), fadeInSeconds: fc.nat(10) }) }),
);
export type AudioStep = Made<typeof audioSteps>;

const tenths = (max: number) => fc.integer({ min: 0, max: max * 10 }).map((value) => value / 10);
const audioPatches: fc.Arbitrary<AudioPatch> = fc.oneof(
  fc.record({ startSeconds: tenths(30) }),
  fc.record({ inSeconds: tenths(4) }),
  fc.record({ outSeconds: tenths(5).map((seconds) => seconds + 4.5) }),
  fc.record({ gainDb: fc.integer({ min: -60, max: 12 }) }),
  fc.record({ muted: fc.boolean() }),
  fc.record({ fadeInSeconds: tenths(5), fadeOutSeconds: tenths(5) }),
  fc.record({ loop: fc.boolean(), lengthSeconds: fc.constant(null) }),
  fc.record({ duckDb: fc.integer({ min: 0, max: 40 }) }),
);
export const audioSteps = fc.oneof(
  fc.record({
    op: fc.constant('add' as const),
    fields: fc.record({
      kind: fc.constantFrom('music' as const, 'voice' as const),
      startSeconds: tenths(20),
      loop: fc.boolean(),
      lengthSeconds: fc.option(tenths(20).map((seconds) => seconds + 0.5)),
    }),
  }),
  fc.record({
    op: fc.constant('patch' as const),
    patch: audioPatches,
  }),
  fc.record({ op: fc.constant('split' as const), after: tenths(8) }),
  fc.record({ op: fc.constant('duplicate' as const) }),
  fc.record({ op: fc.constant('remove' as const) }),
);
const text = fc.stringMatching(/^[a-z]{1,4}$/);
export const edits = fc.oneof(
  fc.record({
    kind: fc.constant('edit' as const),
    scene: place,
    field: fc.constantFrom('title' as const, 'description' as const),
    text,
  }),
  fc.record({ kind: fc.constant('trim' as const), scene: place, start: fc.nat(4) }),
  fc.record({ kind: fc.constant('sound' as const), scene: place, sound: sounds }),
  fc.record({ kind: fc.constant('write-text' as const), scene: place, text: place, change: textChanges }),
  fc.record({ kind: fc.constantFrom('add-text' as const, 'remove-text' as const), scene: place, text: place }),
  fc.record({ kind: fc.constant('join' as const), scene: place, transition: transitions }),
  fc.record({ kind: fc.constant('join-length' as const), scene: place, seconds: fc.constantFrom(0.5, 1.5, 4) }),
  fc.record({ kind: fc.constant('join-all' as const), scene: place }),
  fc.record({ kind: fc.constant('level' as const), isOn: fc.boolean() }),
  fc.record({ kind: fc.constant('audio' as const), edit: audioSteps, at: place }),
  fc.record({ kind: fc.constantFrom('delete' as const, 'restore' as const), scene: place }),
  fc.record({ kind: fc.constantFrom('duplicate' as const, 'split' as const), scene: place }),
  fc.record({ kind: fc.constant('publish' as const), isPublic: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('own-scene' as const, 'own-music' as const), file: place }),
  fc.record({ kind: fc.constant('reorder' as const), from: place, to: place }),
  fc.record({ kind: fc.constantFrom('add' as const, 'undo' as const, 'redo' as const) }),
);
export const network = fc.oneof(
  fc.record({ kind: fc.constantFrom('drain' as const, 'drain' as const, 'pull' as const, 'reload' as const) }),
  fc.record({ kind: fc.constant('upload' as const) }),
  fc.record({ kind: fc.constant('network' as const), isReachable: fc.boolean() }),
  // The server ends the session, or the same person signs in again.
  fc.record({ kind: fc.constant('session' as const), isOpen: fc.boolean() }),
  // No network for so long, and every try in vain.
  fc.record({ kind: fc.constant('away' as const), ms: fc.constantFrom(...AWAY_MS) }),
  // Somebody puts the device's clock right, or wrong.
  fc.record({ kind: fc.constant('clock' as const), ms: fc.constantFrom(-HOUR_MS, -40_000, HOUR_MS) }),
  fc.record({ kind: fc.constant('fault' as const), fault: fc.constantFrom(...FAULTS) }),
);
export const steps = fc.array(fc.oneof({ arbitrary: edits, weight: 3 }, { arbitrary: network, weight: 2 }), {
  minLength: 3,
  maxLength: 25,
});

const NETWORK_KINDS = new Set<Step['kind']>([
  ...(['drain', 'pull', 'reload', 'upload', 'network', 'session', 'fault', 'away', 'clock'] as const),
]);

/** Whether the person does it, and not the network, the browser or the clock. */
export function isEdit(step: Step): boolean {
  return !NETWORK_KINDS.has(step.kind);
}

/** What a person could tell apart. */
export function visible(
  project: Pick<Project, 'levelling' | 'audio' | 'isPublic' | 'characterReferences'>,
  scenes: readonly Omit<Scene, 'source'>[],
) {
  const rows = inPlayOrder(scenes).map((scene) => ({
    ...{ id: scene.id, sceneNumber: scene.sceneNumber, title: scene.title, description: scene.description },
    ...{ trimStart: scene.trimStart, trimEnd: scene.trimEnd, sha256: scene.sha256, textOverlays: scene.textOverlays },
    ...{ gainDb: scene.gainDb, muted: scene.muted, transition: scene.transition },
    ...{ fadeInSeconds: scene.fadeInSeconds, fadeOutSeconds: scene.fadeOutSeconds },
  }));
  const { levelling, audio, isPublic, characterReferences } = project;
  return { levelling, audio, isPublic, characterReferences, rows };
}

export async function shown({ db }: TestDevice) {
  const project = await db.projects.get(PROJECT);
  if (project === undefined) throw new Error('The project is not on the device.');
  return visible(project, await db.scenes.where('projectId').equals(PROJECT).toArray());
}

/** The same of what the server holds. */
export function held({ documents }: MemoryServer) {
  const document = documents.get(PROJECT);
  if (document === undefined) throw new Error('The project is not on the server.');
  return visible(document.project, document.scenes);
}

type TakeOptions = { files?: readonly MadeFile[]; userId?: string; isByAge?: boolean };

/** The step with a value that no other turn writes, so that it can be told where it went. */
export function ofItsOwn(step: Step, turn: number): Step {
  const own = (turn + 1) / 1_000;
  if (step.kind === 'edit') return { ...step, text: `${step.text} ${turn}` };
  if (step.kind === 'trim') return { ...step, start: step.start + own };
  if (step.kind === 'write-text') return { ...step, change: { ...step.change, text: `Own ${turn}` } };
  if (step.kind !== 'audio' || step.edit.op !== 'patch' || step.edit.patch.startSeconds === undefined) return step;
  const patch = { ...step.edit.patch, startSeconds: step.edit.patch.startSeconds + own };
  return { ...step, edit: { ...step.edit, patch } };
}

export const byId = <T extends { id: string }>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/**
 * @param turn number of the step: what it makes has the same id on every device
 * @param files what the person has on the device
 * @param isByAge whether scenes and music are picked in the order in which they were made, not in that of the movie
 */
export async function take(
  device: TestDevice,
  step: Step,
  turn: number,
  { files = madeUpFiles, userId = USER_ID, isByAge = false }: TakeOptions = {},
): Promise<void> {
  const rows = inPlayOrder(await device.db.scenes.where('projectId').equals(PROJECT).toArray());
  const tombstones = await device.db.tombstones.toArray();
  const pickable = isByAge ? byId(rows) : rows;
  const scene = 'scene' in step ? pickable[step.scene % Math.max(1, rows.length)] : undefined;
  switch (step.kind) {
    case 'edit':
      return scene && device.actions.editScene(scene.id, { [step.field]: step.text });
    case 'trim':
      return scene && device.actions.trimScene(scene.id, { trimStart: step.start, trimEnd: 6 });
    case 'sound':
      return scene && device.actions.editSound(scene.id, step.sound);
    case 'add-text':
      if (scene && scene.textOverlays.length < 5)
        await device.actions.writeText(
          scene.id,
          null,
          textOverlay({ text: 'Own', endTime: 4, id: testId(7_000 + turn) }),
        );
      return;
    case 'write-text': {
      const one = scene?.textOverlays[step.text % Math.max(1, scene.textOverlays.length)];
      if (scene && one) await device.actions.writeText(scene.id, one, { ...one, ...step.change });
      return;
    }
    case 'remove-text': {
      const one = scene?.textOverlays[step.text % Math.max(1, scene.textOverlays.length)];
      return scene && one && device.actions.removeText(scene.id, one);
    }
    case 'join':
      return scene && device.actions.setTransition(scene.id, step.transition);
    case 'join-length':
      return scene && device.actions.editTransition(scene.id, { seconds: step.seconds });
    case 'join-all':
      return scene && device.actions.setAllTransitions(scene.id);
    case 'level':
      return device.actions.setLevelling(PROJECT, step.isOn);
    case 'audio':
      return editAudio(device, step, turn, isByAge);
    case 'delete':
      return scene && device.actions.deleteScene(scene.id);
    case 'restore': {
      const tombstone = tombstones[step.scene % Math.max(1, tombstones.length)];
      return tombstone && device.actions.restoreScene(tombstone.sceneId);
    }
    case 'duplicate':
    case 'split':
      return scene && copyOrSplit(device, step.kind, scene, turn);
    case 'publish':
      return device.actions.setVisibility(PROJECT, step.isPublic);
    case 'own-scene':
    case 'own-music':
      return takeFileStep(device, { step, turn, projectId: PROJECT, userId, files });
    case 'reorder':
      return rows.length > 0
        ? device.actions.reorderScenes(PROJECT, step.from % rows.length, step.to % rows.length)
        : undefined;
    case 'add':
      await device.actions.addScene(PROJECT, {
        id: testId(5_000 + turn),
        title: 'Own',
        description: 'Mine',
        duration: 8,
      });
      return;
    case 'undo':
    case 'redo':
      await device.actions[step.kind](PROJECT);
      return;
    default:
      return takeNetworkStep(device, step, device.server, inMemory(device));
  }
}

/** A scene without a clip can't be split, which changes nothing. */
async function copyOrSplit(
  { db, device }: TestDevice,
  kind: 'duplicate' | 'split',
  { id, trimStart, trimEnd }: Scene,
  turn: number,
): Promise<void> {
  const actions = createActions({ db, device: { ...device, newId: () => testId(6_000 + turn) } });
  if (kind === 'duplicate') return actions.duplicateScenes(PROJECT, [id]);
  await actions.splitScene(id, ((trimStart ?? 0) + Math.min(trimEnd ?? 1, 1)) / 2).catch(unlessRefused);
}

/** What can't be cut there is refused, and that changes nothing. */
async function editAudio(
  device: TestDevice,
  { edit, at }: Extract<Step, { kind: 'audio' }>,
  turn: number,
  isByAge: boolean,
): Promise<void> {
  const there = (await device.db.projects.get(PROJECT))?.audio ?? [];
  const audio = isByAge ? byId(there) : there;
  let made = 0;
  const newId = (): string => testId(9_000 + turn * 10 + (made += 1));
  const actions = createAudioActions({ db: device.db, device: { ...device.device, newId: () => newId() } });
  if (edit.op === 'add') {
    await actions.add(PROJECT, { ...audioPiece(), ...edit.fields });
    return;
  }
  const piece = audio[at % Math.max(1, audio.length)];
  const span = piece && audioSpan(piece, { movieSeconds: 60, fileSeconds: 10 });
  if (!piece) return;
  if (edit.op === 'patch') return actions.patch(PROJECT, piece.id, edit.patch).catch(unlessRefused);
  if (edit.op === 'remove') return actions.remove(PROJECT, piece.id);
  if (!span) return;
  if (edit.op === 'duplicate') await actions.duplicate(PROJECT, piece.id, span);
  else await actions.split(PROJECT, piece.id, piece.startSeconds + edit.after, span).catch(unlessRefused);
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error;
}

/** How a device sends and asks: changes for as long as it is away, what waits, its files, and what the server has. */
type Traffic = {
  sendAway(backAt: number): Promise<unknown>;
  send(): Promise<unknown>;
  upload(): Promise<unknown>;
  pull(): Promise<unknown>;
};

/** A step of the network, the browser, or the clock. Where the tab dies, it is opened again. */
export async function takeNetworkStep(
  device: TestDevice,
  step: Step,
  line: Line,
  { sendAway, send, upload, pull }: Traffic,
): Promise<void> {
  const now = device.device.now();
  switch (step.kind) {
    case 'network':
      line.isReachable = step.isReachable;
      return;
    case 'session':
      line.isSignedIn = step.isOpen;
      return;
    case 'fault':
      line.faults.push(step.fault);
      return;
    case 'clock':
      return device.setNow(now + step.ms);
    case 'away': {
      const wasReachable = line.isReachable;
      line.isReachable = false;
      await sendAway(now + step.ms);
      device.setNow(Math.max(now + step.ms, device.device.now()));
      line.isReachable = wasReachable;
      return;
    }
    case 'upload':
      return untilCrash(device, upload);
    case 'drain':
      device.setNow(now + 600 * SECOND_MS);
      return untilCrash(device, send);
    case 'pull':
      return untilCrash(device, () => pull().catch(unlessOfTheLine));
    case 'reload':
      return reload(device);
    default:
      return;
  }
}

/** What the page expects of a pull. */
function unlessOfTheLine(error: unknown): void {
  if (!(error instanceof ApiError || error instanceof OfflineError)) throw error;
}

/** By the server in memory, and without a page: a device sends whenever that is due. */
function inMemory(device: TestDevice): Traffic {
  const send = () => drainProject(device, PROJECT, USER_ID);
  return {
    send,
    upload: () => sendFiles(device, { calls: device.server.uploads, userId: USER_ID, files: madeUpFiles }),
    pull: () => pullProject(device, PROJECT, USER_ID),
    async sendAway(backAt) {
      for (let tries = 0; tries < TRIES_WHILE_AWAY; tries += 1) {
        let later: number | undefined;
        await untilCrash(device, async () => {
          const outcome = await send();
          if (outcome.kind === 'later') later = outcome.at;
        });
        if (later === undefined || later >= backAt) return;
        device.setNow(later);
      }
    },
  };
}

/** Where the tab dies, what is on the disk is all that is left. */
async function untilCrash(device: TestDevice, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isDeath(error)) throw error;
    await reload(device);
  }
}

/** As long as a server that answers may take to have everything. */
const LONGEST_CATCH_UP_MS = 60 * SECOND_MS;

/**
 * Network and server are well again. Nothing wakes the device: it sends when its own waits are over, and has sent
 * everything that can be within a minute of its clock.
 */
export async function catchUp(device: TestDevice): Promise<void> {
  const { server } = device;
  server.isReachable = true;
  server.isSignedIn = true;
  server.faults.length = 0;
  await sendFiles(device, { calls: server.uploads, userId: USER_ID, files: madeUpFiles });
  const since = device.device.now();
  for (;;) {
    const outcome = await drainProject(device, PROJECT, USER_ID);
    if (outcome.kind === 'drained') break;
    if (outcome.kind === 'signed-out') throw new Error('Nobody was signed out.');
    expect(outcome.at - since).toBeLessThanOrEqual(LONGEST_CATCH_UP_MS);
    device.setNow(outcome.at);
  }
  await pullProject(device, PROJECT, USER_ID);
}

export function freshServer(): MemoryServer {
  const server = new MemoryServer(USER_ID);
  server.seed(projectRow({ userId: USER_ID }), [sceneRow(1), sceneRow(2), sceneRow(3)]);
  return server;
}
