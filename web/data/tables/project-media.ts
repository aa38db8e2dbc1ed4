/** Everything that a project is made of, and what of a person's own files could become part of it. */
import { picturesOf } from '#shared/rules/pictures-of-scene.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import type { StoryreelDb } from '../db.ts';
import { restorableTakes } from '../document/takes.ts';
import { readOwnFileUses, type OwnFileUse } from './own-file-uses.ts';
import type { BaseRow, ProjectRow, SceneRow, TombstoneRow } from './rows.ts';

export const mediaKinds = ['clip', 'take', 'still', 'sound'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** Where the movie has it. */
type MediaUse =
  | { kind: 'scene'; sceneId: string; number: number }
  | { kind: 'piece'; id: string }
  /** A recording that the voice-over of this name could play instead of the one that it plays. */
  | { kind: 'take'; id: string; name: string };

/** How an earlier take comes back. */
type MediaReturn = { kind: 'take' | 'deleted'; sceneId: string; number: number };

export type ProjectMedia = {
  sha256: string;
  kind: MediaKind;
  name: string;
  sizeBytes: number | null;
  seconds: number | null;
  pictureUrl: string | null;
  /** None for what the movie doesn't have. */
  uses: MediaUse[];
  /** Null for what isn't an earlier take of a scene. */
  comesBack: MediaReturn | null;
  /** Null for what a model made. */
  own: OwnFileUse | null;
  isHere: boolean;
};

type MediaRows = {
  project: ProjectRow;
  scenes: readonly SceneRow[];
  base: BaseRow | undefined;
  tombstones: readonly TombstoneRow[];
  /** All own files of the person. */
  own: readonly OwnFileUse[];
  /** Hashes of the files on this device. */
  here: ReadonlySet<string>;
};

/** In play order, then what the movie had, then what it doesn't have. @param now milliseconds since the epoch */
export async function readProjectMedia(db: StoryreelDb, projectId: string, now: number): Promise<ProjectMedia[]> {
  const project = await db.projects.get(projectId);
  if (project === undefined) return [];
  const of = { projectId };
  const [scenes, base, tombstones, own, here] = await Promise.all([
    db.scenes.where(of).toArray(),
    db.bases.get(projectId),
    db.tombstones.where(of).toArray(),
    readOwnFileUses(db, project.userId),
    db.clips.toCollection().primaryKeys(),
  ]);
  return projectMedia({ project, scenes, base, tombstones, own, here: new Set(here) }, now);
}

/** Pure. One entry for each file. */
export function projectMedia(rows: MediaRows, now: number): ProjectMedia[] {
  const own = new Map(rows.own.map((file) => [file.sha256, file]));
  const found = new Map<string, ProjectMedia>();
  const add = (item: Omit<ProjectMedia, 'own' | 'isHere'>): void => {
    const known = found.get(item.sha256);
    if (known) return void known.uses.push(...item.uses);
    const file = own.get(item.sha256) ?? null;
    found.set(item.sha256, {
      ...item,
      ...(file && { name: file.file.name, sizeBytes: file.file.sizeBytes, seconds: secondsOf(file) }),
      own: file,
      isHere: rows.here.has(item.sha256),
    });
  };
  addPlayed(rows, add);
  addFormer(rows, now, add);
  for (const file of rows.own)
    if (!found.has(file.sha256))
      add({
        ...{ sha256: file.sha256, kind: ownKinds[file.file.kind], name: '', sizeBytes: null, seconds: null },
        ...{ pictureUrl: null, uses: [], comesBack: null },
      });
  return [...found.values()];
}

const ownKinds = { clip: 'clip', picture: 'still', sound: 'sound' } as const;

type Add = (item: Omit<ProjectMedia, 'own' | 'isHere'>) => void;

function addPlayed({ project, scenes }: MediaRows, add: Add): void {
  for (const row of inPlayOrder([...scenes])) {
    const use = { kind: 'scene', sceneId: row.parentSceneId ?? row.id, number: numberOf(row, scenes) } as const;
    addScene(row, { kind: 'clip', uses: [use] }, add);
    for (const picture of picturesOf(row)) addFile(picture, { kind: 'still', name: row.title, uses: [use] }, add);
  }
  for (const { id, mediaId, name } of project.audio)
    addFile(mediaId, { kind: 'sound', name, uses: [{ kind: 'piece', id }] }, add);
  for (const { id, name: of, takes } of project.audio)
    for (const { mediaId, name } of takes)
      addFile(mediaId, { kind: 'sound', name, uses: [{ kind: 'take', id, name: of }] }, add);
}

function addFormer({ scenes, base, tombstones }: MediaRows, now: number, add: Add): void {
  const takes = [...restorableTakes({ ...base, scenes: [...scenes] }, now).values()];
  // A deleted scene comes back first.
  for (const { sceneId, scene, extensions } of takes.filter((take) => scenes.some(({ id }) => id === take.sceneId)))
    for (const row of [scene, ...extensions])
      addScene(row, { kind: 'take', comesBack: { kind: 'take', sceneId, number: scene.sceneNumber } }, add);
  for (const { sceneId, rows } of tombstones)
    for (const row of rows)
      addScene(row, { kind: 'take', comesBack: { kind: 'deleted', sceneId, number: numberOf(row, rows) } }, add);
}

function addScene(
  row: Pick<SceneRow, 'sha256' | 'title' | 'mediaBytes' | 'frameCount' | 'fps' | 'thumbnailUrl'>,
  { kind, uses = [], comesBack = null }: { kind: MediaKind; uses?: MediaUse[]; comesBack?: MediaReturn | null },
  add: Add,
): void {
  const { sha256, title: name, mediaBytes: sizeBytes, frameCount, fps, thumbnailUrl: pictureUrl } = row;
  if (sha256 === null) return;
  const seconds = frameCount === null || fps === null ? null : (frameCount * fps.den) / fps.num;
  add({ sha256, kind, name, sizeBytes, seconds, pictureUrl, uses, comesBack });
}

/** Of which a row of the movie says no more than its hash. */
function addFile(sha256: string, about: { kind: 'sound' | 'still'; name: string; uses: MediaUse[] }, add: Add): void {
  add({ ...about, sha256, sizeBytes: null, seconds: null, pictureUrl: null, comesBack: null });
}

/** An extension belongs to its scene. */
function numberOf(row: Pick<SceneRow, 'id' | 'parentSceneId' | 'sceneNumber'>, rows: readonly (typeof row)[]): number {
  return rows.find(({ id }) => id === row.parentSceneId)?.sceneNumber ?? row.sceneNumber;
}

function secondsOf({ file }: OwnFileUse): number | null {
  if (file.kind === 'clip') return file.facts.video.durationSeconds;
  return file.kind === 'sound' ? file.facts.durationSeconds : null;
}

export type MediaFilter = { words: string; of: 'all' | 'used' | 'unused' };

/** Those whose names have all the words that were typed. Pure. */
export function filterMedia(items: readonly ProjectMedia[], { words, of }: MediaFilter): ProjectMedia[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(({ name, uses }) => {
    const isUsed = uses.length > 0;
    const lower = name.toLocaleLowerCase();
    return (of === 'all' || isUsed === (of === 'used')) && wanted.every((word) => lower.includes(word));
  });
}

/** Own files that no project plays or could bring back. Pure. */
export function removableMedia(items: readonly ProjectMedia[]): OwnFileUse[] {
  return items.flatMap(({ own }) => (own !== null && own.projects.length === 0 ? [own] : []));
}
