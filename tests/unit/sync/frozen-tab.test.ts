/** Two tabs of one browser, of which the one that sends was frozen by it. */
import { liveQuery } from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeWhileFrozen } from '#sync/frozen-page.ts';
import { LEADER, lead } from '#sync/leader.ts';
import { ASK_HOLDER_MS, LOCK_PATIENCE_MS } from '#sync/locks.ts';
import { pullProject } from '#sync/pull.ts';
import { runDrain } from '#sync/run-drain.ts';
import { ASK_LEADER_MS, SILENT_AFTER_MS, watchSilence } from '#sync/silence.ts';
import { handTimer } from './hand-timer.ts';
import {
  crash,
  eachOnDevice,
  it,
  memoryBrowser,
  moment,
  onServer,
  PROJECT,
  sceneId,
  USER_ID,
  type TestDevice,
} from './test-device.ts';

let browser: ReturnType<typeof memoryBrowser>;
let stop: AbortController;
eachOnDevice(1);
beforeEach(() => {
  [browser, stop] = [memoryBrowser(), new AbortController()];
});
afterEach(() => stop.abort());

const edit = () => it.actions.editScene(sceneId(1), { title: 'Kept' });

type Tab = { call?: TestDevice['call']; isVisible?: () => boolean; isAwake?: () => boolean };

/** A tab that wants to lead, and does what a leader does with the outbox. */
function openTab({ call = it.call, isVisible = () => true, isAwake = () => true }: Tab = {}) {
  const timer = handTimer();
  const turns: AbortSignal[] = [];
  const locks = browser.tab(isAwake);
  const deps = { ...it, timer, call, locks };
  const work = (turn: AbortSignal): void => {
    turns.push(turn);
    const events = { onDrained: () => undefined, onSignedOut: () => undefined, onCrash: crash };
    runDrain(deps, USER_ID, events, timer, turn);
  };
  const isLeaderAwake = (): Promise<boolean> => locks.isHolderAwake(LEADER);
  const about = { db: it.db, userId: USER_ID, timer, rest: it.rest, now: it.device.now };
  const watched = { ...about, isVisible, isLeaderAwake, onCrash: crash };
  void lead(locks, { work, watchSilence: (onSilent) => watchSilence(watched, onSilent) }, stop.signal).catch(crash);
  return { ring: timer.ring, armed: timer.armed, turns };
}

/** A tab that stands still as soon as it sends: its calls never end, and its clocks never ring. @param isAwake whether it answers */
function openStuckTab(isAwake: () => boolean) {
  const { promise: sent, resolve } = moment();
  const call = (): Promise<never> => {
    resolve();
    return new Promise(() => undefined);
  };
  return { ...openTab({ call, isAwake }), sent };
}

const openFrozenTab = () => openStuckTab(() => false);

test('a tab that was frozen while it sends loses the lead and the project as soon as it does not answer', async () => {
  const frozen = openFrozenTab();
  const other = openTab();
  await edit();
  await frozen.sent;
  expect([frozen.turns.length, other.turns.length]).toEqual([1, 0]);
  await other.ring(ASK_LEADER_MS);
  await expect.poll(() => other.turns.length).toBe(1);
  expect(frozen.turns[0]?.aborted).toBe(true);
  await other.ring(ASK_HOLDER_MS);
  await expect.poll(() => it.db.outbox.count()).toBe(0);
  expect(onServer(1)?.title).toBe('Kept');
});

test('one that answers and still sends nothing loses them after longer than anything takes', async () => {
  const stuck = openStuckTab(() => true);
  const other = openTab();
  await edit();
  await stuck.sent;
  await other.ring(ASK_LEADER_MS);
  await other.ring(ASK_LEADER_MS);
  expect([stuck.turns[0]?.aborted, other.turns.length]).toEqual([false, 0]);
  await other.ring(SILENT_AFTER_MS);
  await expect.poll(() => other.turns.length).toBe(1);
  expect(stuck.turns[0]?.aborted).toBe(true);
  await other.ring(ASK_HOLDER_MS);
  await other.ring(LOCK_PATIENCE_MS);
  await expect.poll(() => it.db.outbox.count()).toBe(0);
  expect(onServer(1)?.title).toBe('Kept');
});

test('what a frozen tab holds keeps no project from being opened', async () => {
  const frozen = openFrozenTab();
  await edit();
  await frozen.sent;
  const timer = handTimer();
  const pulling = pullProject({ ...it, timer, locks: browser.tab() }, PROJECT, USER_ID);
  await timer.ring(ASK_HOLDER_MS);
  await expect(pulling).resolves.toMatchObject({ isNew: false });
});

test('a tab that nobody sees takes nothing from another', async () => {
  const frozen = openFrozenTab();
  const other = openTab({ isVisible: () => false });
  await edit();
  await frozen.sent;
  await other.ring(ASK_LEADER_MS);
  await other.ring(SILENT_AFTER_MS);
  await other.ring(SILENT_AFTER_MS);
  expect([frozen.turns[0]?.aborted, other.turns.length]).toEqual([false, 0]);
});

test('while the other tab sends, nothing is watched for longer than it takes', async () => {
  openTab();
  const other = openTab();
  await edit();
  await expect.poll(() => it.db.outbox.count()).toBe(0);
  await expect.poll(other.armed).toEqual([]);
  expect(other.turns).toEqual([]);
});

test('a tab whose clock is slow is told by the one in sight that the time has come, and not what has failed before', async () => {
  const slow = openTab();
  const other = openTab();
  await expect.poll(() => slow.turns.length).toBe(1);
  it.server.faults.push({ status: 503 }, { status: 503 });
  await edit();
  // The clock of the first, set for a second and then for two, does not ring.
  for (const [unanswered, waitMs] of [
    [1, 1_000],
    [2, 2_000],
  ] as const) {
    await expect.poll(async () => (await it.db.outbox.toArray())[0]?.unanswered).toBe(unanswered);
    await expect.poll(other.armed).toContain(waitMs + ASK_LEADER_MS);
    it.setNow(it.device.now() + waitMs + ASK_LEADER_MS);
    await other.ring(waitMs + ASK_LEADER_MS);
  }
  await expect.poll(() => it.db.outbox.count()).toBe(0);
});

test('the database of a frozen page is closed, and live queries go on when it is opened again', async () => {
  const page = new EventTarget();
  closeWhileFrozen(it.db, page, stop.signal);
  const seen: unknown[] = [];
  const subscription = liveQuery(() => it.db.meta.get('a')).subscribe((row) => seen.push(row?.value));
  await it.db.meta.put({ key: 'a', value: 1 });
  await expect.poll(() => seen.at(-1)).toBe(1);
  page.dispatchEvent(new Event('freeze'));
  expect(it.db.isOpen()).toBe(false);
  await it.db.meta.put({ key: 'a', value: 2 });
  await expect.poll(() => seen.at(-1)).toBe(2);
  subscription.unsubscribe();
  stop.abort();
  page.dispatchEvent(new Event('freeze'));
  expect(it.db.isOpen()).toBe(true);
});
