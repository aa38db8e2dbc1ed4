/** Which versions of a project go, on the device and on the server: fewer of those that were kept by themselves the older they are. */
import type { VersionSummary } from '../entities/version.ts';
import { limits } from '../limits.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Up to which age those of editing are how far apart. What is older is a day apart. */
const SPANS = [
  { ageMs: 6 * HOUR_MS, apartMs: HOUR_MS / 6 },
  { ageMs: 2 * DAY_MS, apartMs: HOUR_MS },
] as const;

type Kept = Pick<VersionSummary, 'id' | 'at' | 'name' | 'reason'> & {
  /** Only the server counts bytes. */
  sizeBytes?: number;
};

/** What one kind keeps never costs a version of another. */
type Kind = 'named' | 'editing' | 'step';
const KINDS: readonly Kind[] = ['named', 'editing', 'step'];

/** What is too close to an older one stays so, whoever asks and when: devices and server come to the same without a word. */
export function surplusVersions<Row extends Kept>(rows: readonly Row[], now: number): Row[] {
  return KINDS.flatMap((kind) => {
    const ofKind = rows.filter((row) => kindOf(row) === kind).toSorted(newestFirst);
    const [spread, tooClose] = kind === 'named' ? [ofKind, []] : split(ofKind, (row) => placeInTime(row, now));
    const most = kind === 'named' ? limits.versionsNamed : limits.versionsAutomatic;
    return [...tooClose, ...beyond(most, kind === 'named' ? spread : byWorth(spread))];
  });
}

function kindOf({ name, reason }: Kept): Kind {
  if (name !== null) return 'named';
  return reason === 'editing' ? 'editing' : 'step';
}

/** Only one automatic version is kept of each place. Those before risky steps stay one by one for two days. */
function placeInTime({ id, at, reason }: Kept, now: number): string {
  const age = now - at;
  if (reason === 'editing') {
    const { apartMs } = SPANS.find(({ ageMs }) => age < ageMs) ?? { apartMs: DAY_MS };
    return `${apartMs} ${Math.floor(at / apartMs)}`;
  }
  return age < 2 * DAY_MS ? id : `${reason} ${dayOf({ at })}`;
}

/** The newest, then one of each day, then the rest: where too many are there, the last thirty days stay all the same. */
function byWorth<Row extends Kept>(newest: readonly Row[]): Row[] {
  const [days, rest] = split(newest.slice(1), dayOf);
  return [...newest.slice(0, 1), ...days, ...rest];
}

/** The oldest of each place, and the others. It is what the work before it ended with: versions are kept before an edit. */
function split<Row extends Kept>(newest: readonly Row[], placeOf: (row: Row) => string): [Row[], Row[]] {
  const oldest = new Map(newest.map((row) => [placeOf(row), row.id]));
  const isOldest = (row: Row): boolean => oldest.get(placeOf(row)) === row.id;
  return [newest.filter(isOldest), newest.filter((row) => !isOldest(row))];
}

/** The first stays, however large it is. */
function beyond<Row extends Kept>(most: number, rows: readonly Row[]): Row[] {
  let bytes = 0;
  return rows.filter(({ sizeBytes = 0 }, index) => {
    bytes += sizeBytes;
    return index >= most || (bytes > limits.versionsStoredBytes && index > 0);
  });
}

function dayOf({ at }: Pick<Kept, 'at'>): string {
  return String(Math.floor(at / DAY_MS));
}

function newestFirst(a: Kept, b: Kept): number {
  return b.at - a.at || (a.id < b.id ? 1 : -1);
}
