/** The local database: the truth of everything that the person owns. Versions only add; each has a fixture of the one before. */
import { Dexie, type DexieOptions, type InsertType, type PromiseExtended, type Table, type Transaction } from 'dexie';
import { withTextIds } from '#shared/rules/text-changes.ts';
import type {
  BaseRow,
  TombstoneRow,
  ClipRow,
  ExportRow,
  HistoryPullRow,
  HistoryRow,
  MetaRow,
  OwnFileRow,
  OutboxRow,
  ProjectRow,
  PulledHistoryRow,
  QuarantineRow,
  SceneRow,
  UserRow,
  VersionRow,
} from './tables/rows.ts';
import { makeReady } from './people/make-ready.ts';
import { DATABASE_NAME, databaseNameOf, pagePerson } from './people/page-person.ts';
import { PEOPLE_MOVED } from './tables/device-person.ts';
import { watchSuccession, type Succession } from './superseded.ts';

/** Raised with every new shape of a row: rows are read through their schemas once after it. */
export const SCHEMA_VERSION = 20;
/** Where `meta` keeps the version whose check all rows have passed. */
export const CHECKED_VERSION = 'checkedSchemaVersion';

export class StoryreelDb extends Dexie {
  readonly users: Table<UserRow, string>;
  readonly projects: Table<ProjectRow, string>;
  readonly scenes: Table<SceneRow, string>;
  readonly tombstones: Table<TombstoneRow, string>;
  readonly bases: Table<BaseRow, string>;
  readonly outbox: Table<OutboxRow, number, InsertType<OutboxRow, 'seq'>>;
  readonly history: Table<HistoryRow, number, InsertType<HistoryRow, 'seq'>>;
  readonly pulledHistory: Table<PulledHistoryRow, string>;
  readonly historyPulls: Table<HistoryPullRow, string>;
  readonly clips: Table<ClipRow, string>;
  readonly exports: Table<ExportRow, string>;
  readonly ownFiles: Table<OwnFileRow, [userId: string, sha256: string]>;
  readonly versions: Table<VersionRow, string>;
  readonly meta: Table<MetaRow, string>;
  readonly quarantine: Table<QuarantineRow, number, InsertType<QuarantineRow, 'id'>>;
  readonly succession: Succession;
  /** Null once the name is known. */
  private untilNamed: Promise<void> | null = null;

  /** @param name one that isn't known yet is waited for, and so is everything that is asked meanwhile */
  constructor(name: string | Promise<string> = DATABASE_NAME, options: DexieOptions = {}) {
    super(typeof name === 'string' ? name : DATABASE_NAME, options);
    if (typeof name !== 'string') this.untilNamed = this.takeName(name);
    this.version(1).stores({
      users: 'id',
      projects: 'id, userId',
      scenes: 'id, projectId',
      buried: 'sceneId, projectId',
      bases: 'projectId, userId',
      outbox: '++seq, &opId, projectId, userId',
      history: '++seq, projectId',
      clips: 'sha256',
      exports: 'id, projectId',
      meta: 'key',
      quarantine: '++id',
    });
    this.version(2)
      .stores({ clipFacts: 'sha256' })
      .upgrade((transaction) => transaction.table('exports').toCollection().modify(addOutcome));
    this.version(3)
      .stores({ pulledHistory: 'id, projectId', historyPulls: 'projectId' })
      .upgrade((transaction) => transaction.table('outbox').toCollection().modify(addMadeOn));
    this.version(4).upgrade((transaction) => transaction.table('outbox').toCollection().modify(countAnew));
    // What clips say of themselves was kept beside them, and never read.
    this.version(5)
      .stores({ clipFacts: null })
      .upgrade((transaction) => transaction.table('quarantine').filter(isOfClipFacts).delete());
    this.version(6)
      .stores({ buried: null, tombstones: 'sceneId, projectId' })
      .upgrade(async (transaction) => {
        const buried = await transaction.table('buried').toArray();
        await transaction.table('tombstones').bulkAdd(buried);
        await transaction.table('bases').toCollection().modify(nameAnew);
      });
    this.version(7).upgrade((transaction) => transaction.table('exports').toCollection().modify(addPlace));
    this.version(8).upgrade((transaction) => changeScenes(transaction, addSoundFades));
    this.version(9).upgrade((transaction) => changeScenes(transaction, addModel));
    this.version(10).upgrade((transaction) => changeProjects(transaction, addIndexable));
    this.version(11).upgrade((transaction) => transaction.table('scenes').toCollection().modify(nameTexts));
    this.version(12).upgrade((transaction) => changeProjects(transaction, addAudio));
    this.version(13).stores({ ownFiles: '[userId+sha256], userId' });
    this.version(14).upgrade((transaction) => changeScenes(transaction, addSplitFrom));
    this.version(15).upgrade((transaction) => changeScenes(transaction, addSource));
    this.version(16).stores({ versions: 'id, [projectId+at], userId' });
    this.version(17)
      .stores({ versions: 'id, [projectId+at], userId, [userId+state]' })
      .upgrade((transaction) => transaction.table('versions').toCollection().modify(sendVersions));
    this.version(18).upgrade((transaction) => changeScenes(transaction, addStill));
    // Tabs of versions that keep everybody's rows in one database write no more into it.
    this.version(19).stores({});
    this.version(20).upgrade((transaction) => changeScenes(transaction, addReferencePictures));
    // A new database has no rows that would have to be looked at, or moved.
    this.on('populate', (transaction) =>
      transaction.table('meta').bulkAdd([
        { key: CHECKED_VERSION, value: SCHEMA_VERSION },
        { key: PEOPLE_MOVED, value: true },
      ]),
    );
    this.succession = watchSuccession(this, SCHEMA_VERSION);
    this.users = this.table('users');
    this.projects = this.table('projects');
    this.scenes = this.table('scenes');
    this.tombstones = this.table('tombstones');
    this.bases = this.table('bases');
    this.outbox = this.table('outbox');
    this.history = this.table('history');
    this.pulledHistory = this.table('pulledHistory');
    this.historyPulls = this.table('historyPulls');
    this.clips = this.table('clips');
    this.exports = this.table('exports');
    this.ownFiles = this.table('ownFiles');
    this.versions = this.table('versions');
    this.meta = this.table('meta');
    this.quarantine = this.table('quarantine');
  }

  override open(): PromiseExtended<Dexie> {
    if (this.untilNamed === null) return super.open();
    return Dexie.Promise.resolve(this.untilNamed).then(() => super.open());
  }

  /** One that waits for its name has nothing to close, and whoever asked it something goes on waiting. */
  override close(options?: { disableAutoOpen: boolean }): void {
    if (this.untilNamed === null || options?.disableAutoOpen !== false) super.close(options);
  }

  private async takeName(name: Promise<string>): Promise<void> {
    try {
      Object.assign(this, { name: await name });
    } catch (error) {
      // Every question is answered by it.
      this.on('ready', () => Promise.reject(error), true);
    }
    this.untilNamed = null;
  }
}

type OldRow = Record<string, unknown>;
type OldBase = {
  project: OldRow | null;
  scenes: OldRow[];
  tombstones: { rows: OldRow[] }[];
  takes?: { scene: OldRow; extensions: OldRow[] }[];
};

/** Changes every scene, wherever it is kept. */
async function changeScenes(transaction: Transaction, change: (scene: OldRow) => void): Promise<void> {
  await transaction.table('scenes').toCollection().modify(change);
  await transaction
    .table('tombstones')
    .toCollection()
    .modify(({ rows }: { rows: OldRow[] }) => rows.forEach(change));
  await transaction
    .table('bases')
    .toCollection()
    .modify(({ scenes, tombstones, takes = [] }: OldBase) => {
      scenes.forEach(change);
      for (const { rows } of tombstones) rows.forEach(change);
      for (const { scene, extensions } of takes) [scene, ...extensions].forEach(change);
    });
}

/** The same for projects. */
async function changeProjects(transaction: Transaction, change: (project: OldRow) => void): Promise<void> {
  await transaction.table('projects').toCollection().modify(change);
  await transaction
    .table('bases')
    .toCollection()
    .modify(({ project }: OldBase) => {
      if (project !== null) change(project);
    });
}

/** Exports of version 1 were all kept in this origin's files, and had no receipt. */
function addOutcome(row: OldRow): void {
  Object.assign(row, { sceneNumber: null, keptIn: 'device', outcome: null, receipt: null });
}

/** Edits of version 2 did not say what they were made on: they replace nothing, as they did then. */
function addMadeOn(row: OldRow): void {
  Object.assign(row, { madeOn: null });
}

/** Version 3 counted every send alike, and changes that had failed too often were no longer merged: they start afresh. */
function countAnew(row: OldRow): void {
  Object.assign(row, { unanswered: 0, conflicts: 0, nextAt: 0 });
}

/** Version 5 called tombstones buried, and takes former takes. */
function nameAnew(row: OldRow): void {
  const { buried, formerTakes, ...rest } = row;
  for (const name of ['buried', 'formerTakes']) Reflect.deleteProperty(row, name);
  Object.assign(row, rest, { tombstones: buried }, formerTakes === undefined ? {} : { takes: formerTakes });
}

/** Exports of version 6 were all made by the browser, and of whole movies. */
function addPlace(row: OldRow): void {
  Object.assign(row, { range: null, server: null });
}

/** Scenes of version 7 had no fades of their own, and no way to get a transition. */
function addSoundFades(scene: OldRow): void {
  Object.assign(scene, { fadeInSeconds: 0, fadeOutSeconds: 0 });
}

/** Scenes of version 8 were all made by their project's model. */
function addModel(scene: OldRow): void {
  Object.assign(scene, { model: null });
}

/** Search engines were kept from every project of version 9. */
function addIndexable(project: OldRow): void {
  Object.assign(project, { isIndexable: false });
}

/** Texts of version 10 had ids only where they were written by a newer app: all can now be edited one by one. */
function nameTexts(scene: Pick<SceneRow, 'id' | 'textOverlays'>): void {
  scene.textOverlays = [...withTextIds(scene.id, scene.textOverlays)];
}

/**
 * Version 11 kept one bed of music under the whole movie. It becomes a looped piece with the id of its project, as it does on
 * the server.
 */
function addAudio(project: OldRow): void {
  const { id, music } = project;
  Reflect.deleteProperty(project, 'music');
  Object.assign(project, { audio: isMusic(music) ? [pieceOf(id, music)] : [] });
}

type Music = { sha256: string; name: string; gainDb: number; fadeInSeconds: number; fadeOutSeconds: number };

function isMusic(music: unknown): music is Music {
  return typeof music === 'object' && music !== null;
}

function pieceOf(id: unknown, { sha256, name, gainDb, fadeInSeconds, fadeOutSeconds }: Music): object {
  const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
  return {
    id,
    kind: 'music',
    mediaId: sha256,
    name: name === '' ? 'Music' : name,
    startSeconds: 0,
    inSeconds: 0,
    outSeconds: 36_000,
    gainDb: within(gainDb, -60, 12),
    fadeInSeconds: within(fadeInSeconds, 0, 60),
    fadeOutSeconds: within(fadeOutSeconds, 0, 60),
    loop: true,
    duckDb: 0,
    duckSeconds: 0.4,
    lengthSeconds: null,
    muted: false,
    takes: [],
  };
}

/** No scene of version 13 was split. */
function addSplitFrom(scene: OldRow): void {
  Object.assign(scene, { splitFrom: null });
}

/** Clips of version 14 were all generated. */
function addSource(scene: OldRow): void {
  Object.assign(scene, { source: 'generated' });
}

/** Versions of version 16 stayed on their device. */
function sendVersions(row: OldRow): void {
  Object.assign(row, { device: null, state: 'waiting' });
}

/** No clip of version 17 says what it was made of. */
function addStill(scene: OldRow): void {
  Object.assign(scene, { still: null });
}

/** No scene of version 19 has pictures to go by. */
function addReferencePictures(scene: OldRow): void {
  Object.assign(scene, { referencePictures: [] });
}

/** Rows of the table that version 5 took away: there is nothing to be had of them. */
function isOfClipFacts(row: OldRow): boolean {
  return row['table'] === 'clipFacts';
}

/** The device's own: what belongs to nobody, and who is signed in. */
export const deviceDb = new StoryreelDb();
/** The page's database: of whoever is signed in, or the device's own. It opens itself at the first use, once that is known. */
export const db = new StoryreelDb(nameOfPage());
// Whoever's data is removed in another tab: this one must not make an empty database in its place.
db.on('versionchange', ({ newVersion }) => {
  if (newVersion !== null && newVersion > 0) return true;
  db.close();
  return false;
});
deviceDb.succession.whenSuperseded(db.succession.end);

async function nameOfPage(): Promise<string> {
  const userId = await pagePerson.untilSettled;
  await makeReady(deviceDb);
  return databaseNameOf(userId);
}
