/** A server in memory with the API's rules for documents: versions, idempotency, tombstones, whole rows in reply. */
import { z } from 'zod';
import { ApiError, OfflineError } from '#api/errors.ts';
import { withoutUndefined } from '#data/document/without-undefined.ts';
import type { Outgoing, Reading } from '#sync/sync-deps.ts';
import type { UploadCalls } from '#sync/uploads.ts';
import { applyChange } from '#data/document/apply-change.ts';
import type { Change } from '#data/change.ts';
import { changesRequest, type ChangesReply } from '#shared/api/changes.ts';
import { createProjectRequest, patchProjectRequest, reorderScenesRequest } from '#shared/api/projects.ts';
import { createSceneRequest, duplicateSceneRequest, patchSceneRequest, splitSceneRequest } from '#shared/api/scenes.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { OwnFile } from '#shared/entities/own-file.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { inPlayOrder, renumber } from '#shared/rules/scene-order.ts';
import { ownClipFields } from '#shared/rules/new-scene.ts';
import { genreLabels } from '#shared/catalogue/genres.ts';
import { projectRow, sceneRow } from '#tests/helpers/rows.ts';

type Stored = { project: Project; scenes: Scene[]; tombstones: Scene[] };
type Remembered = { fingerprint: string; reply: unknown };

/** A request as it came in. */
export type Asked = Outgoing | (Omit<Outgoing, 'method'> & { method: 'GET' });

/** Projects on one page of the list. */
const PAGE = 2;

/**
 * What happens to the next call: it never arrives, its reply never comes back (by a broken connection, or by one that
 * hangs), the tab that made it dies before or after its effect, it is answered by this status (without a code by something
 * in between), or it meets with a conflict, because somebody has changed and changed back everything just before.
 */
export type Fault =
  | 'lost-request'
  | 'lost-reply'
  | 'hanging-request'
  | 'hanging-reply'
  | 'crash-before'
  | 'crash-after'
  | 'edited-before'
  | { status: number; code?: ErrorCode; retryAfterSeconds?: number };

/** The tab that made the call is gone. */
export class TabCrash extends Error {}

/** How a caller is given up on, and told that it hangs. */
type Caller = { signal?: AbortSignal | undefined; onHang?: () => void };

const LIST = '/api/user/projects';
const DELETED = '/api/user/deleted-projects?';
const PROJECT = /^\/api\/projects\/([^/]+)$/;
const SCENES = /^\/api\/projects\/([^/]+)\/scenes$/;
const REORDER = /^\/api\/projects\/([^/]+)\/reorder-scenes$/;
const SCENE = /^\/api\/scenes\/([^/]+)$/;
const DUPLICATE = /^\/api\/scenes\/([^/]+)\/duplicate$/;
const SPLIT = /^\/api\/scenes\/([^/]+)\/split$/;
const RESTORE = /^\/api\/scenes\/([^/]+)\/restore$/;

export class MemoryServer {
  /** One that is taken out of here was never deleted: the server has lost it. */
  readonly documents = new Map<string, Stored>();
  /** Projects that the person has deleted, and when. */
  readonly deleted = new Map<string, number>();
  readonly received: Asked[] = [];
  readonly faults: Fault[] = [];
  /** How many changes came in each call of several. */
  readonly calls: number[] = [];
  /** Own files that are here whole. */
  readonly files = new Map<string, OwnFile>();
  readonly userId: string;
  isSignedIn = true;
  isReachable = true;
  #answered = new Map<string, Remembered>();
  #clock = Date.UTC(2027, 0, 1);

  constructor(userId: string) {
    this.userId = userId;
  }

  /** As `SyncDeps.call`. */
  readonly call = (outgoing: Outgoing, caller: Caller = {}): Promise<unknown> =>
    outgoing.path === '/api/changes' ? this.#receiveAll(outgoing, caller) : this.#receive(outgoing, caller);

  /** Several changes in one call: what happens to a call can happen at each of them. */
  async #receiveAll({ body }: Outgoing, caller: Caller): Promise<ChangesReply> {
    this.calls.push(JSON.parse(body ?? '').changes.length);
    const replies: ChangesReply['replies'] = [];
    for (const { method, path, body: text, key, ifMatch } of changesRequest.parse(JSON.parse(body ?? '')).changes) {
      const headers = { 'Idempotency-Key': key, ...(ifMatch !== null && { 'If-Match': `"${ifMatch}"` }) };
      try {
        const reply = await this.#receive({ method, path, body: text, headers }, caller);
        replies.push({ status: 200, body: reply === null ? '' : JSON.stringify(reply), retryAfterSeconds: null });
      } catch (error) {
        // What is between the server and the page answers for the whole call, and so does the door.
        if (!(error instanceof ApiError) || error.body === null || error.status === 401) throw error;
        const { status, retryAfterSeconds } = error;
        replies.push({ status, body: JSON.stringify(error.body), retryAfterSeconds });
        break;
      }
    }
    return { replies };
  }

  /** As `SyncDeps.read`. A project and its scenes have one tag, which moves with everything in them. */
  readonly read = async (path: string, known: string | null, caller: Caller = {}): Promise<Reading | null> => {
    const headers: Record<string, string> = known === null ? {} : { 'If-None-Match': known };
    const tag = JSON.stringify(this.documents.get(/^\/api\/projects\/([^/]+)/.exec(path)?.[1] ?? '') ?? path);
    const body = await this.#receive({ method: 'GET', path, body: null, headers }, caller);
    if (tag === known) return null;
    const [list, after = '0'] = path.split('?after=');
    if (list !== LIST || !Array.isArray(body)) return { body, tag, next: null };
    const end = Number(after) + PAGE;
    return { body: body.slice(Number(after), end), tag, next: end < body.length ? `${LIST}?after=${end}` : null };
  };

  /** As `UploadDeps.calls`: every file is one part. What hangs is given up as if it had been lost. */
  readonly uploads: UploadCalls = {
    start: (file) =>
      this.#pass(givenUp, () => {
        if (this.files.has(file.sha256)) return { file, upload: null };
        this.#parts.set(file.sha256, file);
        return { file: null, upload: { id: file.sha256, partBytes: file.sizeBytes, partCount: 1, received: [] } };
      }),
    putPart: (id) =>
      this.#pass(givenUp, () => {
        if (!this.#parts.has(id)) throw refusal(404, 'not_found', 'No such upload.');
      }),
    complete: (id) =>
      this.#pass(givenUp, () => {
        const file = this.#parts.get(id);
        if (file === undefined) throw refusal(404, 'not_found', 'No such upload.');
        this.#parts.delete(id);
        this.files.set(id, file);
        return file;
      }),
    list: () => this.#pass(givenUp, () => Array.from(this.files.values())),
  };
  readonly #parts = new Map<string, OwnFile>();

  #receive(outgoing: Asked, caller: Caller): Promise<unknown> {
    if (this.#answered.has(outgoing.headers['Idempotency-Key'] ?? '')) dropRefusals(this);
    return this.#pass(
      caller,
      () => this.#answer(outgoing),
      () => this.received.push(outgoing),
    );
  }

  #pass<T>(caller: Caller, answer: () => T, onArrival?: () => void): Promise<T> {
    const ends = { hang: () => hang(caller), die, editEverything: () => this.#editEverything(), onArrival };
    return passLine(this, () => structuredClone(answer()), ends);
  }

  get changes(): Outgoing[] {
    return this.received.filter((asked) => asked.method !== 'GET');
  }

  seed(project: Project, scenes: Scene[]): void {
    this.documents.set(project.id, { project, scenes, tombstones: [] });
  }

  /** Somebody else's edit, or the runner's: it moves the version only when it is a person's. */
  editScene(sceneId: string, fields: Partial<Scene>, isEdit = true): void {
    const stored = this.#ofScene(sceneId);
    stored.scenes = stored.scenes.map((scene) =>
      scene.id === sceneId
        ? { ...scene, ...fields, version: scene.version + (isEdit ? 1 : 0), updatedAt: this.#tick() }
        : scene,
    );
  }

  /** Deletes a project as its person does. */
  removeProject(projectId: string): void {
    this.documents.delete(projectId);
    this.deleted.set(projectId, this.#tick());
  }

  removeScene(sceneId: string): void {
    const stored = this.#ofScene(sceneId);
    stored.tombstones.push(...stored.scenes.filter((scene) => scene.id === sceneId));
    stored.scenes = renumber(stored.scenes.filter((scene) => scene.id !== sceneId));
    this.#bump(stored);
  }

  #answer(outgoing: Asked): unknown {
    requireValid(outgoing);
    const key = outgoing.headers['Idempotency-Key'];
    if (outgoing.method === 'GET' || key === undefined) return this.#perform(outgoing);
    const fingerprint = `${outgoing.method} ${outgoing.path} ${outgoing.body}`;
    const known = this.#answered.get(key);
    if (known && known.fingerprint !== fingerprint)
      throw refusal(409, 'idempotency_mismatch', 'This key was used for another request.');
    if (known) return known.reply;
    const reply = this.#perform(outgoing);
    this.#answered.set(key, { fingerprint, reply: structuredClone(reply) });
    return reply;
  }

  #perform({ method, path, body, headers }: Asked): unknown {
    const json: unknown = body === null ? null : JSON.parse(body);
    const version = headers['If-Match'] === undefined ? null : Number(headers['If-Match'].replaceAll('"', ''));
    if (path.split('?')[0] === LIST) return [...this.documents.values()].map(({ project }) => project);
    if (path.startsWith(DELETED)) return this.#deletedAmong(new URLSearchParams(path.slice(DELETED.length)).get('ids'));
    if (path === '/api/projects') return this.#create(createProjectRequest.parse(json));
    const idIn = (route: RegExp): string => route.exec(path)?.[1] ?? '';
    const ofProject = (route: RegExp): Stored => this.#checked(this.#document(idIn(route)), version);
    if (PROJECT.test(path)) return this.#onProject(method, this.#document(idIn(PROJECT)), json, version);
    if (SCENES.test(path) && method === 'GET') return this.#document(idIn(SCENES)).scenes;
    if (SCENES.test(path)) return this.#add(ofProject(SCENES), createSceneRequest.parse(json));
    if (REORDER.test(path)) return this.#reorder(ofProject(REORDER), reorderScenesRequest.parse(json));
    if (RESTORE.test(path)) return this.#restore(idIn(RESTORE), version);
    if (DUPLICATE.test(path)) {
      const { newSceneId } = duplicateSceneRequest.parse(json);
      return this.#apply({ kind: 'duplicate-scene', sceneId: idIn(DUPLICATE), newSceneId, at: this.#tick() }, version);
    }
    if (SPLIT.test(path)) {
      const where = splitSceneRequest.parse(json);
      return this.#apply({ kind: 'split-scene', sceneId: idIn(SPLIT), ...where, at: this.#tick() }, version);
    }
    if (SCENE.test(path) && method === 'DELETE') {
      const stored = this.#checked(this.#ofScene(idIn(SCENE)), version);
      this.removeScene(idIn(SCENE));
      return rows(stored);
    }
    if (SCENE.test(path) && method === 'PATCH')
      return this.#patchScene(idIn(SCENE), patchSceneRequest.parse(json), version);
    throw refusal(404, 'not_found', 'There is nothing here.');
  }

  #deletedAmong(ids: string | null): { id: string; deletedAt: number }[] {
    const asked = new Set(ids?.split(','));
    return Array.from(this.deleted, ([id, deletedAt]) => ({ id, deletedAt })).filter(({ id }) => asked.has(id));
  }

  #create(body: ReturnType<typeof createProjectRequest.parse>): Project {
    const id = body.id ?? '';
    if (this.documents.has(id) || this.deleted.has(id)) throw refusal(422, 'invalid_input', 'This id is taken.');
    const project = projectRow({
      ...body,
      id,
      userId: this.userId,
      genre: genreLabels(body.genres),
      version: 1,
      updatedAt: this.#tick(),
    });
    this.documents.set(id, { project, scenes: [], tombstones: [] });
    return project;
  }

  #onProject(method: Asked['method'], stored: Stored, json: unknown, version: number | null): unknown {
    if (method === 'GET') return stored.project;
    this.#checked(stored, version);
    if (method === 'DELETE') {
      this.removeProject(stored.project.id);
      return null;
    }
    stored.project = { ...stored.project, ...withoutUndefined(patchProjectRequest.parse(json)) };
    return this.#bump(stored).project;
  }

  #add(stored: Stored, body: ReturnType<typeof createSceneRequest.parse>): unknown {
    const last = Math.max(0, ...stored.scenes.map((scene) => scene.sceneNumber));
    const id = body.id ?? '';
    if ([...stored.scenes, ...stored.tombstones].some((scene) => scene.id === id))
      throw refusal(422, 'invalid_input', 'This id is taken.');
    const file = body.mediaId === undefined ? undefined : this.files.get(body.mediaId);
    if (body.mediaId !== undefined && file === undefined) throw refusal(422, 'invalid_input', 'No such file.');
    stored.scenes.push(
      sceneRow(last + 1, {
        id,
        projectId: stored.project.id,
        title: body.title,
        description: body.description ?? '',
        duration: body.duration,
        prompt: '',
        ...(file?.kind === 'clip' && ownClipFields(file)),
      }),
    );
    return rows(this.#bump(stored));
  }

  #reorder(stored: Stored, body: ReturnType<typeof reorderScenesRequest.parse>): unknown {
    const numbers = new Map(body.scenes.map((row) => [row.id, row.sceneNumber]));
    const isWhole =
      numbers.size === body.scenes.length &&
      stored.scenes.every(({ id, isExtension }) => isExtension || numbers.has(id)) &&
      Array.from(numbers.keys()).every((id) => stored.scenes.some((scene) => scene.id === id));
    if (!isWhole) throw refusal(422, 'invalid_input', 'The order names other scenes than there are.');
    stored.scenes = renumber(
      stored.scenes.map((scene) => ({ ...scene, sceneNumber: numbers.get(scene.id) ?? scene.sceneNumber })),
    );
    return rows(this.#bump(stored));
  }

  #restore(sceneId: string, version: number | null): unknown {
    const there = this.#find(sceneId);
    if (there) return rows(there);
    const stored = [...this.documents.values()].find(({ tombstones }) =>
      tombstones.some((scene) => scene.id === sceneId),
    );
    const scene = stored?.tombstones.find((row) => row.id === sceneId);
    if (!stored || !scene) throw refusal(404, 'not_found', 'This scene is gone.');
    this.#checked(stored, version);
    const shifted = stored.scenes.map((row) =>
      row.sceneNumber >= scene.sceneNumber ? { ...row, sceneNumber: row.sceneNumber + 1 } : row,
    );
    stored.scenes = renumber([...shifted, scene]);
    stored.tombstones = stored.tombstones.filter((row) => row.id !== sceneId);
    return rows(this.#bump(stored));
  }

  #patchScene(sceneId: string, patch: ReturnType<typeof patchSceneRequest.parse>, version: number | null): Scene {
    const scene = this.#scene(sceneId);
    if (version !== null && version !== scene.version)
      throw refusal(409, 'version_conflict', 'This scene was changed elsewhere.', scene);
    this.editScene(sceneId, withoutUndefined(patch));
    return this.#scene(sceneId);
  }

  /** One of the changes by which a scene comes of another. */
  #apply(change: Extract<Change, { kind: 'duplicate-scene' | 'split-scene' }>, version: number | null): unknown {
    const stored = this.#checked(this.#ofScene(change.sceneId), version);
    if ([...stored.scenes, ...stored.tombstones].some(({ id }) => id === change.newSceneId))
      throw refusal(422, 'invalid_input', 'This id is taken.');
    const { scenes } = applyChange({ project: stored.project, scenes: stored.scenes, tombstones: [] }, change);
    if (scenes.length === stored.scenes.length) throw refusal(422, 'invalid_input', 'It can’t be split there.');
    // A split edits the fields of the scene that is split.
    const isEdited = (id: string): boolean => change.kind === 'split-scene' && id === change.sceneId;
    stored.scenes = scenes.map((scene) => ({
      ...scene,
      version: Math.max(1, scene.version + (isEdited(scene.id) ? 1 : 0)),
    }));
    return rows(this.#bump(stored));
  }

  #editEverything(): void {
    for (const stored of this.documents.values()) {
      stored.scenes = stored.scenes.map((scene) => ({ ...scene, version: scene.version + 1 }));
      this.#bump(stored);
    }
  }

  #checked(stored: Stored, version: number | null): Stored {
    if (version !== null && version !== stored.project.version)
      throw refusal(409, 'version_conflict', 'This project was changed elsewhere.', stored.project);
    return stored;
  }

  #document(projectId: string): Stored {
    const stored = this.documents.get(projectId);
    if (!stored) throw refusal(404, 'not_found', 'Project not found');
    return stored;
  }

  #ofScene(sceneId: string): Stored {
    const stored = this.#find(sceneId);
    if (!stored) throw refusal(404, 'not_found', 'This scene is gone.');
    return stored;
  }

  #find(sceneId: string): Stored | undefined {
    return [...this.documents.values()].find(({ scenes }) => scenes.some((scene) => scene.id === sceneId));
  }

  #scene(sceneId: string): Scene {
    const scene = this.#ofScene(sceneId).scenes.find((row) => row.id === sceneId);
    if (!scene) throw refusal(404, 'not_found', 'This scene is gone.');
    return scene;
  }

  #bump(stored: Stored): Stored {
    stored.scenes = inPlayOrder(stored.scenes);
    stored.project = { ...stored.project, version: stored.project.version + 1, updatedAt: this.#tick() };
    return stored;
  }

  #tick(): number {
    this.#clock += 1;
    return this.#clock;
  }
}

/** Bodies are read before anything else is looked at: keys, versions, and whether there is what they are about. */
const bodies: readonly { method: Asked['method']; path: RegExp; schema: z.ZodType }[] = [
  { method: 'POST', path: /^\/api\/projects$/, schema: createProjectRequest },
  { method: 'PATCH', path: PROJECT, schema: patchProjectRequest },
  { method: 'POST', path: SCENES, schema: createSceneRequest },
  { method: 'POST', path: REORDER, schema: reorderScenesRequest },
  { method: 'PATCH', path: SCENE, schema: patchSceneRequest },
];

function requireValid(asked: Asked): void {
  const schema = bodies.find(({ method, path }) => method === asked.method && path.test(asked.path))?.schema;
  const read = schema?.safeParse(asked.body === null ? null : JSON.parse(asked.body));
  if (read?.error) throw refusal(422, 'invalid_input', z.prettifyError(read.error));
}

/** Of a caller that hears nothing in the end. */
const givenUp: Caller = { signal: AbortSignal.abort() };

/** As `fetch` on a dead connection: nothing comes until it is given up. */
function hang({ signal, onHang }: Caller): Promise<never> {
  if (signal?.aborted === true) throw new OfflineError();
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Given up.', 'AbortError')), { once: true });
    queueMicrotask(() => onHang?.());
  });
}

function rows({ project, scenes }: Stored): { project: Project; scenes: Scene[] } {
  return { project, scenes };
}

/** What is between a device and its server. */
export type Line = Pick<MemoryServer, 'isReachable' | 'isSignedIn' | 'faults'>;

type Ends = {
  /** Of a connection on which nothing more comes. */
  hang(): Promise<never>;
  /** Of the tab that made the call. */
  die(): never;
  editEverything(): void | Promise<void>;
  /** Of a call that arrives, whatever is answered. */
  onArrival?: (() => void) | undefined;
};

/** A call on its way to the server and back, with the next of the faults. */
export async function passLine<T>(line: Line, ask: () => T | Promise<T>, ends: Ends): Promise<T> {
  const fault = line.faults.shift();
  if (fault === 'crash-before') return ends.die();
  if (!line.isReachable || fault === 'lost-request') throw new OfflineError();
  if (fault === 'hanging-request') return ends.hang();
  ends.onArrival?.();
  if (!line.isSignedIn) throw refusal(401, 'unauthenticated', 'Please sign in.');
  if (typeof fault === 'object')
    throw fault.code === undefined
      ? new ApiError(fault.status, 'Something in between says no.', fault.retryAfterSeconds ?? null)
      : refusal(fault.status, fault.code, 'The server says no.', undefined, fault.retryAfterSeconds);
  if (fault === 'edited-before') await ends.editEverything();
  const reply = await ask();
  if (fault === 'lost-reply') throw new OfflineError();
  if (fault === 'crash-after') return ends.die();
  return fault === 'hanging-reply' ? ends.hang() : reply;
}

/** What the server has accepted it never refuses for good. */
export function dropRefusals({ faults }: Line): void {
  const isRefusal = (fault: Fault | undefined): boolean =>
    typeof fault === 'object' && fault.code !== undefined && fault.status < 500 && fault.status !== 429;
  while (isRefusal(faults[0])) faults.shift();
}

function die(): never {
  throw new TabCrash();
}

export function refusal(
  status: number,
  code: ErrorCode,
  message: string,
  current?: unknown,
  retryAfterSeconds?: number,
): ApiError {
  return new ApiError(status, JSON.stringify({ message, code, requestId: 'test', current }), retryAfterSeconds ?? null);
}
