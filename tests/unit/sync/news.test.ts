/** Two devices of one person and the real API: the one whose page is open hears of what the other has done. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeReach } from '#data/tables/reach.ts';
import { bringNews, followNews } from '#sync/news.ts';
import { handTimer, type HandTimer } from './hand-timer.ts';
import { eachWithApi, first as desk, second as phone, user } from './real-device.ts';
import { crash, makeMovie } from './test-device.ts';

let projectId: string;
let sceneId: string;
let stop: AbortController;
let page: EventTarget & { visibilityState: DocumentVisibilityState };
let timer: HandTimer;
/** What the looks of the desk have found. */
let looks: boolean[];
let gone: string[];

eachWithApi();
beforeEach(async () => {
  [stop, timer, looks, gone] = [new AbortController(), handTimer(), [], []];
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  const made = await makeMovie(desk, ['One']);
  [projectId, sceneId = ''] = [made.projectId, ...made.sceneIds];
  await desk.settle(projectId);
  await phone.settle(projectId);
});
afterEach(() => stop.abort());

function openOnDesk(): void {
  const bring = async (id: string): Promise<boolean> => {
    const found = await bringNews(desk, { projectId: id, userId: user.id }, async (one) => void gone.push(one));
    looks.push(found);
    return found;
  };
  const clock = { now: desk.device.now, timer, dice: () => 0 };
  followNews({ db: desk.db, ...clock, page, openProjects: () => [projectId], bring, onCrash: crash }, stop.signal);
}

/** The only wait that is set is over; resolves when the next one is. */
async function ring(): Promise<void> {
  await timer.ring();
  await expect.poll(timer.armed).toHaveLength(1);
}
const changeSight = (state: DocumentVisibilityState): void => {
  page.visibilityState = state;
  page.dispatchEvent(new Event('visibilitychange'));
};
const untold = () => desk.db.pulledHistory.filter(({ isTold }) => !isTold).count();

test('the device that lost a conflict hears of it at the next look, with the row itself', async () => {
  await phone.actions.editScene(sceneId, { description: 'The lamp burns.' });
  await desk.actions.editScene(sceneId, { description: 'The lamp glows.' });
  await desk.settle(projectId);
  await phone.settle(projectId);
  expect(await untold()).toBe(0);
  openOnDesk();
  await ring();
  expect(await untold()).toBe(1);
  expect((await desk.db.scenes.get(sceneId))?.description).toBe('The lamp burns.');
});

test('where nothing happens it asks less often, and is told so without a word; where something did, as often as before', async () => {
  desk.statuses.length = 0;
  openOnDesk();
  for (let n = 0; n < 3; n += 1) await ring();
  expect([timer.waits, desk.statuses]).toEqual([
    [30_000, 60_000, 60_000, 60_000],
    [304, 304, 304],
  ]);
  await phone.actions.editScene(sceneId, { title: 'Uno' });
  await phone.settle(projectId);
  await ring();
  expect([looks.at(-1), timer.armed()]).toEqual([true, [30_000]]);
});

test('a page that is hidden asks nothing, and at once when it is looked at again', async () => {
  openOnDesk();
  changeSight('hidden');
  expect(timer.armed()).toEqual([]);
  await phone.actions.editScene(sceneId, { title: 'Uno' });
  await phone.settle(projectId);
  desk.setNow(desk.device.now() + 5_000);
  changeSight('visible');
  await expect.poll(() => looks).toEqual([true]);
  await expect.poll(timer.armed).toHaveLength(1);
  // To and fro: that was a moment ago.
  changeSight('hidden');
  changeSight('visible');
  expect([looks, timer.armed()]).toEqual([[true], [30_000]]);
});

test('while the server can’t be reached nothing is asked here', async () => {
  await writeReach(desk.db, 'offline');
  openOnDesk();
  await ring();
  expect(looks).toEqual([]);
});

test('a project that another device has deleted is found to be gone', async () => {
  await phone.actions.deleteProject(projectId);
  await phone.settle(projectId).catch(() => undefined);
  openOnDesk();
  await ring();
  expect(gone).toEqual([projectId]);
});
