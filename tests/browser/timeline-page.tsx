/** The editor's page on the timeline, over rows that are planted in this browser. There is no server: the page works as it does offline. */
import '@fontsource-variable/inter/wght.css';
import '#ui/radix.css';
import '#ui/tokens.css';
import '#ui/base.css';
import { Theme } from '@radix-ui/themes';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { cdp, commands, page, type Locator } from 'vitest/browser';
import { keys } from '#api/keys.ts';
import { queryClient } from '#api/query-client.ts';
import { EditorPage } from '#app/pages/editor-page.tsx';
import { db } from '#data/db.ts';
import { clipStore } from '#data/page-clip-store.ts';
import { pagePerson } from '#data/people/page-person.ts';
import { installSources } from '#data/sources.ts';
import { addOwnFile } from '#data/tables/own-files.ts';
import { writeReach } from '#data/tables/reach.ts';
import { rememberUser } from '#data/tables/users.ts';
import type { Take } from '#data/tables/rows.ts';
import { editorSession } from '#editor/session-store.ts';
import { KeyboardHelp } from '#features/keyboard-help/keyboard-help.tsx';
import { audioSession } from '#features/timeline/audio/audio-store.ts';
import { chosenScenes } from '#features/timeline/strip/chosen-scenes.ts';
import { sideSession } from '#features/timeline/side-store.ts';
import type { OwnFile } from '#shared/entities/own-file.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import { completeScene, projectRow, testId } from '#tests/helpers/rows.ts';
import { dismissToast, listToasts } from '#ui/toasts.ts';
import { themeDials } from '#ui/theme-dials.ts';
import { Toaster } from '#ui/toaster.tsx';
import type { HandStep } from './commands/hands.ts';
import { clip, hashOf } from './media-movie.ts';

const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 780 };
export const TITLES = ['Harbor', 'Logbook', 'Tower', 'Dawn'];

const USER = { id: testId(2), firstName: 'Ada', lastName: null, email: 'ada@example.org', profileImageUrl: null };

type Planted = {
  project?: Partial<Project>;
  /** Of each scene what sets it apart: four of 8 s, if none are named. */
  scenes?: readonly Partial<Scene>[];
  takes?: (scenes: readonly Scene[]) => Take[];
  size?: { width: number; height: number };
  /** Whether the clips lie on this device. */
  isHere?: boolean;
};

let root: Root | null = null;
let projectId = '';
let projectCount = 0;

/** To be called once in a file, outside of tests. */
export function timelineOfTests(): void {
  beforeEach(async () => {
    const { fetch } = globalThis;
    vi.spyOn(globalThis, 'fetch').mockImplementation((to, init) =>
      isOfServer(to) ? Promise.reject(new TypeError('There is no server.')) : fetch(to, init),
    );
    const refuse = (): Promise<never> => Promise.reject(new TypeError('There is no server.'));
    const loadOverlayFonts = async () => (await import('#sync/overlay-fonts.ts')).loadOverlayFonts();
    installSources({ fetchClip: refuse, readClipRange: refuse, loadClip: refuse, loadOverlayFonts });
    queryClient.setQueryDefaults(keys.pulls, { queryFn: () => ({ pulledAt: 0 }), retry: false });
    pagePerson.settle(USER.id);
    await document.fonts.load('16px "Inter Variable"');
    document.documentElement.classList.add('dark');
    const features = [{ name: 'prefers-reduced-motion', value: 'reduce' }];
    await cdp().send('Emulation.setEmulatedMedia', { features });
    await rememberUser(db, { ...USER, geminiApiKey: null }, 0);
  });
  afterEach(async () => {
    closePage();
    for (const { id } of listToasts()) dismissToast(id);
    forgetSession();
    localStorage.clear();
    queryClient.clear();
    vi.restoreAllMocks();
    const kept = ['users', 'clips', 'meta'];
    await Promise.all(db.tables.filter(({ name }) => !kept.includes(name)).map((one) => one.clear()));
    await db.meta.filter(({ key }) => key === 'reach' || key.startsWith('preferences')).delete();
  });
}

function isOfServer(to: string | URL | Request): boolean {
  return new URL(to instanceof Request ? to.url : to, location.origin).pathname.startsWith('/api/');
}

/** Plants a project and opens its timeline. */
export async function openTimeline({
  project,
  scenes = TITLES.map(() => ({})),
  takes,
  size = DESKTOP,
  isHere = true,
}: Planted = {}): Promise<void> {
  closePage();
  const { sha256, file } = await theClip();
  projectCount += 1;
  projectId = testId(10_000 + projectCount);
  if (isHere) await keepFile(file, sha256);
  else await db.clips.clear();
  const rows = scenes.map((fields, index) =>
    completeScene(index + 1, {
      ...{ id: testId(20_000 + projectCount * 100 + index), projectId, title: TITLES[index] ?? `Scene ${index + 1}` },
      ...{ ...(isHere && { sha256 }), width: 640, height: 360, mediaBytes: file.size },
      ...fields,
    }),
  );
  const row = projectRow({ id: projectId, userId: USER.id, sceneCount: rows.length, status: 'complete', ...project });
  await db.bases.put({
    ...{ projectId, userId: USER.id, project: row, scenes: rows, tombstones: [], hasScenes: true, orphanIds: [] },
    ...{ pulledAt: 0, ...(takes && { takes: takes(rows) }) },
  });
  await db.projects.put({ ...row, rev: 1 });
  await db.scenes.bulkPut(rows.map((scene) => ({ ...scene, rev: 1 })));
  await resize(size.width, size.height);
  if (!isHere) await writeReach(db, 'offline');
  await showPage(`/project/${projectId}?tab=timeline`);
}

/** As a person does with the window. */
export async function resize(width: number, height: number): Promise<void> {
  await commands.hands([{ window: { width, height } }]);
  await page.viewport(width, height);
}

let made: Promise<{ sha256: string; file: Blob }> | null = null;

/** Eight seconds, which all planted scenes show. */
function theClip(): Promise<{ sha256: string; file: Blob }> {
  made ??= clip({ seconds: 8, size: '360p', sceneNumber: 1 }).then(async (file) => ({
    file,
    sha256: await hashOf(file),
  }));
  return made;
}

/** Opens the page that has this address, in place of the one that is open. */
async function showPage(address: string): Promise<void> {
  history.replaceState(null, '', address);
  const place = document.body.appendChild(document.createElement('div'));
  place.id = 'root';
  root = createRoot(place);
  root.render(
    <Theme {...themeDials}>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <Routes>
            <Route path="/project/:id" element={<EditorPage user={{ ...USER, geminiApiKey: null }} />} />
            <Route path="*" element={<Link to={address}>Another page</Link>} />
          </Routes>
        </BrowserRouter>
        <KeyboardHelp />
        <Toaster />
      </QueryClientProvider>
    </Theme>,
  );
  await expect.element(page.getByRole('tab', { name: 'Timeline Editor' })).toBeVisible();
}

function closePage(): void {
  root?.unmount();
  root = null;
  document.body.replaceChildren();
}

/** Opens the page anew, as a reload does: of what it had in memory nothing is left. */
export async function reopen(tab: 'timeline' | 'scenes' = 'timeline'): Promise<void> {
  const address = location.pathname + (tab === 'timeline' ? location.search : '');
  dispatchEvent(new PageTransitionEvent('pagehide'));
  forgetSession();
  closePage();
  await showPage(address);
}

function forgetSession(): void {
  editorSession.setState(editorSession.getInitialState(), true);
  audioSession.setState(audioSession.getInitialState(), true);
  chosenScenes.setState(chosenScenes.getInitialState(), true);
  sideSession.setState(sideSession.getInitialState(), true);
}

/** Changes a scene as another device does whose change has just come. */
export async function changeElsewhere(number: number, fields: Partial<Scene>): Promise<void> {
  const scene = await saved.scene(number);
  if (!scene) throw new Error('There is no such scene.');
  await db.transaction('rw', db.scenes, db.bases, async () => {
    await db.scenes.where({ id: scene.id }).modify((row) => void Object.assign(row, fields, { rev: row.rev + 1 }));
    await db.bases.where({ projectId }).modify(({ scenes }) => {
      for (const row of scenes) if (row.id === scene.id) Object.assign(row, fields, { version: row.version + 1 });
    });
  });
}

/** Keeps a file on this device. */
export async function keepFile(file: Blob, sha256: string): Promise<void> {
  if (!(await clipStore.has(sha256))) await clipStore.write(sha256, file.stream());
  await db.clips.put({ sha256, sizeBytes: file.size, storedAt: 0 });
}

/** Keeps a file as one of the person's own, which the server has. @returns its hash */
export async function keepOwnFile(
  file: Blob,
  about: (common: { sha256: string; sizeBytes: number; createdAt: number }) => OwnFile,
): Promise<string> {
  const sha256 = await hashOf(file);
  await keepFile(file, sha256);
  await addOwnFile(db, USER.id, about({ sha256, sizeBytes: file.size, createdAt: 0 }));
  await db.ownFiles.update([USER.id, sha256], { state: 'sent' });
  return sha256;
}

/** What is saved on this device; scenes in play order. */
export const saved = {
  project: () => db.projects.get(projectId),
  audio: async () => (await saved.project())?.audio ?? [],
  scenes: async (): Promise<Scene[]> => inPlayOrder(await db.scenes.where({ projectId }).toArray()),
  scene: async (number: number) => (await saved.scenes())[number - 1],
  titles: async () => (await saved.scenes()).map(({ title }) => title),
};

export const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
export const block = (number: number): Locator => page.getByRole('button', { name: new RegExp(`^Scene ${number}:`) });
/** Chooses a scene by its bar: handles of a trim stand over its pictures. */
export const choose = (number: number): Promise<void> => block(number).click({ position: { x: 60, y: 8 } });
export const playhead = (): Locator => page.getByRole('slider', { name: 'Playhead' });
export const clock = (): Locator => page.getByText(/^\d+:\d\d:\d\d \//);

/** Where files of a kind are chosen, in a part of the page. */
export function fileInput(kind: 'audio' | 'video', part: Element = document.body): Locator {
  const input = part.querySelector(`input[type="file"][accept*="${kind}"]`);
  if (!input) throw new Error('No such files can be chosen here.');
  return page.elementLocator(input);
}

export const toasts = (): Locator => page.getByRole('region', { name: 'Notifications (F8)' });

/** What is waited for. */
export const until = {
  async seen(of: Locator): Promise<void> {
    await expect.element(of).toBeVisible();
  },
  async gone(of: Locator): Promise<void> {
    await expect.poll(() => of.elements()).toEqual([]);
  },
  /** What edits scenes, and hears keys, wheel, and fingers, comes a moment after the lanes. */
  async editable(): Promise<void> {
    await until.seen(button('Play'));
    await expect.element(page.getByRole('slider', { name: 'End of scene 1', exact: true })).toBeInTheDocument();
  },
  /** A notice with this title, and this text under it if one is given, which then is put away. */
  async told(title: string, description?: string): Promise<void> {
    await until.seen(toasts().getByText(title, { exact: true }));
    if (description !== undefined) await until.seen(toasts().getByText(description, { exact: true }));
    for (const { id } of listToasts()) dismissToast(id);
  },
};

/** Sees the notice and takes back what it tells of. */
export async function undoBy(title: string): Promise<void> {
  await until.seen(toasts().getByText(title, { exact: true }));
  await toasts().getByRole('button', { name: 'Undo' }).click();
}

type Place = { x: number; y: number };

/** Where something is, once it is there. */
export async function boxOf(of: Locator): Promise<DOMRect> {
  await expect.element(of).toBeInTheDocument();
  return of.element().getBoundingClientRect();
}

export async function middleOf(of: Locator): Promise<Place> {
  const { x, y, width, height } = await boxOf(of);
  // A pointer is told of in whole pixels.
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
}

/** What a field or a slider says. */
export function valueOf(of: Locator): string {
  const element = of.element();
  return element instanceof HTMLInputElement ? element.value : '';
}

/** Where the page's frame is in its window. */
const frame = (): Place => window.frameElement?.getBoundingClientRect() ?? { x: 0, y: 0 };

/** Keys, mouse, and fingers of a person, at places of the page. */
export const hand = {
  /** Steps of keyboard and mouse, one after the other. */
  async do(steps: readonly HandStep[]): Promise<void> {
    window.focus();
    const { x, y } = frame();
    const inWindow = (step: HandStep): HandStep =>
      'move' in step ? { ...step, move: { x: x + step.move.x, y: y + step.move.y } } : step;
    await commands.hands(steps.map(inWindow));
  },
  press: (...keys: string[]): Promise<void> => hand.do(keys.map((press) => ({ press }))),
  focus(of: Locator): void {
    const element = of.element();
    if (element instanceof HTMLElement) element.focus();
  },
  /** Presses at one place and moves to others, without letting go. */
  hold: (from: Place, ...to: readonly Place[]): Promise<void> =>
    hand.do([{ move: from }, { down: 'left' }, ...to.map((move) => ({ move, steps: 6 }))]),
  letGo: (): Promise<void> => hand.do([{ up: 'left' }]),
  async drag(from: Place, ...to: readonly Place[]): Promise<void> {
    await hand.hold(from, ...to);
    await hand.letGo();
  },
  /** Fingers from one set of places to the next. */
  async swipe([first = [], ...others]: readonly (readonly Place[])[]): Promise<void> {
    const { x, y } = frame();
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', places: readonly Place[]): Promise<unknown> => {
      const touchPoints = places.map((place, id) => ({ x: x + place.x, y: y + place.y, id }));
      return cdp().send('Input.dispatchTouchEvent', { type, touchPoints });
    };
    await touch('touchStart', first);
    for (const places of others) await touch('touchMove', places);
    await touch('touchEnd', []);
  },
};
