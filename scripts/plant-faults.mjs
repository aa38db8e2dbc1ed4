/**
 * `npm run faults`: how much the tests catch. Plants one fault after the other into the code that must not be wrong, runs the
 * unit, API, and browser tests that import it, the nearest first, and says which faults none of them sees.
 * `-- --count 60` sets how many, `--seed 7` which, `--only 3,9` takes some of them, `--minutes 2` limits each, `--root DIR`
 * takes another checkout of the same code. Each file is put back, also when the run is stopped.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { importGraph } from './import-graph.mjs';

const { values } = parseArgs({
  options: {
    root: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    minutes: { type: 'string', default: '2' },
  },
});
const { root } = values;

/** Each gets the same share of the faults. */
const PLACES = [
  ['shared/export-plan'],
  ['shared/join'],
  ['shared/movie'],
  ['shared/mp4'],
  ['shared/rules'],
  ['web/sync', 'web/data'],
  ['edge-api/jobs'],
  ['edge-api/routes', 'edge-api/middleware', 'edge-api/services'],
];

/** What a slip of the hand would be. */
const SLIPS = [
  [' < ', ' <= '],
  [' <= ', ' < '],
  [' > ', ' >= '],
  [' >= ', ' > '],
  [' === ', ' !== '],
  [' !== ', ' === '],
  [' && ', ' || '],
  [' || ', ' && '],
  [' + 1', ' + 0'],
  [' - 1', ' - 0'],
  ['Math.max(', 'Math.min('],
  ['Math.min(', 'Math.max('],
];
/** Whose a row is: the last share, of all queries. */
const OWNERS = ['user_id = :userId', '(user_id = :userId or 1 = 1)'];

const projects = [
  ['unit', /^tests\/(unit|architecture)\//],
  ['api', /^tests\/api\//],
  ['browser', /^tests\/browser\//],
];

function filesUnder(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && statSync(join(root, path)).isFile())
    .toSorted();
}

/** @returns {{ file: string, line: number, from: string, to: string }[]} all places in a file where a fault can stand */
function sitesIn(file, slips) {
  return readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((text, line) => {
      if (/^\s*(\*|\/\/|\/\*|import |export type |type )/.test(text) || /^\s*'/.test(text)) return [];
      return slips.filter(([from]) => text.includes(from)).map(([from, to]) => ({ file, line, from, to }));
    });
}

/** Mulberry32. */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function chosenFaults() {
  const random = randomFrom(Number(values.seed));
  const shares = [
    ...PLACES.map((folders) => folders.flatMap(filesUnder).flatMap((file) => sitesIn(file, SLIPS))),
    filesUnder('edge-api/repos').flatMap((file) => sitesIn(file, [OWNERS])),
  ];
  const faults = [];
  for (let at = 0; faults.length < Number(values.count); at++) {
    const share = shares[at % shares.length] ?? [];
    const [site] = share.splice(Math.floor(random() * share.length), 1);
    if (site) faults.push(site);
  }
  return faults.map((fault, index) => ({ number: index + 1, ...fault }));
}

const graph = importGraph(root);
const tests = filesUnder('tests').filter((file) => /\.test\.tsx?$/.test(file));

/** @returns {string[]} test files that import a file, those that import least first */
const testsOf = (file, folder) =>
  tests
    .filter((test) => folder.test(test) && graph.closureOf(test).has(file))
    .toSorted((one, other) => graph.closureOf(one).size - graph.closureOf(other).size);

/** @returns {Promise<'passed' | 'failed' | 'late'>} */
async function run(project, files, limitMs) {
  const args = ['run', '--project', project, '--bail', '1', '--reporter', 'dot', ...files];
  const child = spawn(join(root, 'node_modules/.bin/vitest'), args, { cwd: root, detached: true, stdio: 'ignore' });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, limitMs);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  clearTimeout(timer);
  if (isLate) return 'late';
  return code === 0 ? 'passed' : 'failed';
}

/** Small groups first: most faults are caught by the nearest tests, in a second. */
function groupsOf(files) {
  return [files.slice(0, 4), files.slice(4, 16), files.slice(16)].filter((group) => group.length > 0);
}

async function tryFault({ file, line, from, to }) {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  const putBack = () => writeFileSync(path, text);
  const stop = () => {
    putBack();
    process.exit(1);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const lines = text.split('\n');
  lines[line] = lines[line].replace(from, () => to);
  writeFileSync(path, lines.join('\n'));
  const endsAt = performance.now() + Number(values.minutes) * 60_000;
  try {
    for (const [project, folder] of projects)
      for (const group of groupsOf(testsOf(file, folder))) {
        const leftMs = endsAt - performance.now();
        if (leftMs < 2_000) return 'survived: no time left';
        const ended = await run(project, group, leftMs);
        if (ended === 'failed') return `caught: ${project}`;
        if (ended === 'late') return `survived: late in ${project}`;
      }
    return 'survived';
  } finally {
    putBack();
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

if (
  execFileSync('git', ['status', '--porcelain', 'shared', 'web', 'edge-api'], { cwd: root, encoding: 'utf8' }) !== ''
) {
  console.error('Commit your changes first: faults are planted into the files.');
  process.exit(1);
}
const only = values.only.split(',').filter((number) => number !== '');
const results = [];
for (const fault of chosenFaults()) {
  if (only.length > 0 && !only.includes(String(fault.number))) continue;
  const outcome = await tryFault(fault);
  results.push({ ...fault, outcome });
  console.log(
    `${fault.number}  ${fault.file}:${fault.line + 1} “${fault.from.trim()}” → “${fault.to.trim()}”: ${outcome}`,
  );
  mkdirSync(join(root, 'test-results'), { recursive: true });
  writeFileSync(join(root, 'test-results/faults.json'), JSON.stringify(results, null, 2));
}
const caught = results.filter(({ outcome }) => outcome.startsWith('caught')).length;
console.log(`\n${caught} of ${results.length} caught`);
