/**
 * Which test files a run has. Quick ones run each time. Slow ones, listed in `tests/weights.json`, take turns: each of three
 * pushes in a row runs a third of them, and any whose product code or own code has changed since the push before.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { importGraph } from './import-graph.mjs';
import { testTurn, TURNS } from './test-values.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @typedef {{ seconds: number, turn: number, watches?: string[] }} Weight
 * `watches`: folders and files that a test needs though it doesn't import them: it runs a built product, or asks Node for it.
 */

/** @returns {Record<string, Weight>} of slow files by their path */
export const readWeights = () => JSON.parse(readFileSync(`${root}tests/weights.json`, 'utf8'));

/** @returns {{ number: number, tree: string }} of this push: its number, and the tree of the one before */
export const readTurn = () => JSON.parse(readFileSync(`${root}tests/turn.json`, 'utf8'));

/** @returns {string[]} test files under these folders of `tests`, in order */
export function testFilesIn(folders) {
  return folders
    .flatMap((folder) =>
      readdirSync(`${root}tests/${folder}`, { recursive: true, encoding: 'utf8' }).map(
        (path) => `tests/${folder}/${path}`,
      ),
    )
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
    .toSorted();
}

/**
 * @returns {{ turn: number | 'all', runs: (file: string) => boolean, slow: string[], changed: string[] }} `slow`: the files
 * whose turn it is; `changed`: those that run besides, for what has changed
 */
export function filesOfRun() {
  const weights = readWeights();
  const turn = testTurn();
  const slow = Object.keys(weights).filter((file) => turn === 'all' || weights[file].turn === turn);
  const changed = turn === 'all' ? [] : touchedBy(changedFiles(), weights).filter((file) => !slow.includes(file));
  const chosen = new Set([...slow, ...changed]);
  return { turn, slow, changed, runs: (file) => !(file in weights) || chosen.has(file) };
}

/**
 * @param {string[]} changed paths from the root
 * @returns {string[]} the slow files to which one of them matters
 */
export function touchedBy(changed, weights, graph = importGraph()) {
  return Object.entries(weights)
    .filter(([file, { watches = [] }]) => {
      const closure = graph.closureOf(file);
      return changed.some((path) => closure.has(path) || watches.some((watched) => path.startsWith(watched)));
    })
    .map(([file]) => file);
}

/** @returns {string[]} what differs from the push before; nothing where git doesn't know that one */
function changedFiles() {
  const { tree } = readTurn();
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  try {
    const names = git('diff', '--name-only', tree) + git('ls-files', '--others', '--exclude-standard');
    return names.split('\n').filter((name) => name !== '' && name !== 'tests/turn.json');
  } catch {
    return [];
  }
}

/**
 * The weights for a push. A cycle of turns begins with files dealt out anew, the longest first, each to the lightest turn;
 * within a cycle a file keeps its turn, so that none is left out.
 * @param {Record<string, Partial<Weight>>} weights a new file has no turn yet
 * @param {number} push
 * @param {{ fileSeconds: Record<string, number>, slowness: number }} [run] the last one, whose seconds are recorded
 * @returns {Record<string, Weight>} by file, in order
 */
export function dealtOut(weights, push, run) {
  const entries = Object.entries(weights).map(([file, weight]) => {
    const taken = run?.fileSeconds[file];
    const seconds = taken === undefined ? weight.seconds : Math.round(taken / Math.max(1, run.slowness));
    return [file, { ...weight, seconds }];
  });
  const loads = Array.from({ length: TURNS }, () => 0);
  const isKept = ([, { turn }]) => turn !== undefined && push % TURNS !== 0;
  for (const [, { seconds, turn }] of entries.filter(isKept)) loads[turn] += seconds;
  const others = entries.filter((entry) => !isKept(entry));
  for (const [, weight] of others.toSorted(([, one], [, other]) => other.seconds - one.seconds)) {
    weight.turn = loads.indexOf(Math.min(...loads));
    loads[weight.turn] += weight.seconds;
  }
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
