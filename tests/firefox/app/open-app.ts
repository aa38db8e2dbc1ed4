/** The built product in a real Firefox, used as a person would use it: by the names of its controls. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import type { Browser, ElementHandle, Page } from 'puppeteer-core';
import { testSlowness } from '#scripts/test-values.mjs';
import { plantData, plantedOwner, startPlantedServer } from '#tests/e2e/planted.ts';
import { startServer, type RunningServer } from '#tests/e2e/server.ts';
import { launchFirefox } from '../launch-firefox.ts';

export type FirefoxApp = {
  page: Page;
  server: RunningServer;
  /** Presses a control once it is there and can be pressed. */
  press(role: string, name: string | RegExp): Promise<void>;
  /** Types into a field, in the place of what it has. */
  fill(label: string, text: string): Promise<void>;
  /** Resolves when a text stands on the page. @throws with the page's text */
  see(text: string | RegExp, timeoutMs?: number): Promise<void>;
  /** The text of the page, or of the part that a selector names. */
  text(selector?: string): Promise<string>;
  /** The file that a press brings, once all of it is there. */
  downloaded(press: () => Promise<void>): Promise<string>;
  /** What pages wrote to the console as an error. */
  errors: string[];
  close(): Promise<void>;
};

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Names a folder for pictures of what was seen; none are taken without it. */
const PICTURES = process.env['FIREFOX_PICTURES'];
const PATIENCE_MS = 60_000 * testSlowness();
/** Firefox tells of everything that a page was still loading when it was left. */
export const UNTIL_QUIET = { waitUntil: 'networkidle0' } as const;
/** Says which element was found. */
const MARK = 'data-found-by-test';

type Settings = {
  hasWebCodecs: boolean;
  env?: Record<string, string>;
  /** Of the window; a desktop's if left out. */
  size?: { width: number; height: number };
  /** In a private window, which has no file system of the page's own. */
  isPrivate?: boolean;
  /**
   * For going offline. Firefox tells of every load by way of the worker that was given up because its page was left, however long
   * afterward: whoever looks for errors does without.
   */
  hasServiceWorker?: boolean;
};

const DESKTOP = { width: 1280, height: 860 };

/** Builds the product if its sources have changed, starts it, and opens it. `closeApps` ends browser and server. */
export function openApp(settings: Settings): Promise<FirefoxApp> {
  return openOn(() => startServer({ GENERATION_POLL_MS: '100', ...settings.env }), settings);
}

/** The same with the project of a planted person open, whose four scenes have clips. */
export async function openPlantedApp(settings: Settings): Promise<FirefoxApp> {
  const open = await openOn(async () => {
    await plantData();
    return startPlantedServer(settings.env);
  }, settings);
  const { page, server } = open;
  const { person, projectId } = await plantedOwner(0);
  // In the page: a private window has cookies of its own.
  await page.goto(`${server.url}/landing`, UNTIL_QUIET);
  const status = await page.evaluate(
    async (form) => (await fetch('/api/login', { method: 'POST', body: new URLSearchParams(form) })).status,
    person,
  );
  if (status !== 200) throw new Error(`Signing in was answered with ${status}.`);
  await page.goto(`${server.url}/project/${projectId}`);
  await open.see('Complete');
  return open;
}

async function openOn(
  start: () => Promise<RunningServer>,
  { hasWebCodecs, size = DESKTOP, isPrivate = false, hasServiceWorker = false }: Settings,
): Promise<FirefoxApp> {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', '--if-changed'], { cwd: root });
  const downloads = await mkdtemp(join(tmpdir(), 'storyreel-firefox-'));
  const server = await start();
  let browser: Browser | null = null;
  try {
    browser = await launchFirefox({
      'dom.media.webcodecs.enabled': hasWebCodecs,
      'browser.privatebrowsing.autostart': isPrivate,
      'dom.serviceWorkers.enabled': hasServiceWorker,
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      'browser.download.useDownloadDir': true,
      'browser.download.alwaysOpenPanel': false,
    });
    const page = await browser.newPage();
    await page.evaluateOnNewDocument(errorsAsText);
    await page.setViewport(size);
    page.setDefaultTimeout(PATIENCE_MS);
    const app = appOf(page, server, downloads, browser);
    running.push(app);
    return app;
  } catch (error) {
    await browser?.close();
    await server.remove();
    throw error;
  }
}

const running: FirefoxApp[] = [];

/** Ends what the tests of a file have opened. */
export async function closeApps(): Promise<void> {
  for (const app of running.splice(0)) await app.close();
}

/** Takes a picture, for whoever asked for pictures. */
export async function lookAt({ page }: FirefoxApp, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

function appOf(page: Page, server: RunningServer, downloads: string, browser: Browser): FirefoxApp {
  const errors: string[] = [];
  const note = (text: string): void => {
    // zod asks once whether it may compile its schemas; the policy says no, as it should, and Firefox tells of it.
    if (!text.includes('blocked a JavaScript eval')) errors.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') note(message.text());
  });
  page.on('pageerror', (error) => note(String(error)));
  const text = (selector = 'body'): Promise<string> =>
    page.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.innerText ?? '', selector);
  const see: FirefoxApp['see'] = async (wanted, timeoutMs = PATIENCE_MS) => {
    const [source, flags] = wanted instanceof RegExp ? [wanted.source, wanted.flags] : [escaped(wanted), ''];
    try {
      await page.waitForFunction(
        (pattern, how) => new RegExp(pattern, how).test(document.body.innerText),
        { timeout: timeoutMs, polling: 100 },
        source,
        flags,
      );
    } catch (error) {
      throw new Error(`“${String(wanted)}” did not come. The page says:\n${await text()}`, { cause: error });
    }
  };
  return {
    page,
    server,
    errors,
    text,
    see,
    async press(role, name) {
      await withControl(page, role, name, async (control) => {
        await control.evaluate((element) => element.scrollIntoView({ block: 'center' }));
        if (role === 'button') await page.waitForFunction(isOnTop, { polling: 100 }, control);
        await control.click();
      });
    },
    async fill(label, wanted) {
      await withControl(page, 'field', label, async (field) => {
        await field.click({ count: 3 });
        await field.type(wanted);
      });
    },
    async downloaded(press) {
      const before = new Set(await readdir(downloads));
      return join(downloads, await newFile(downloads, before, press()));
    },
    async close() {
      await browser.close();
      await server.remove();
      await rm(downloads, { recursive: true, force: true });
    },
  };
}

/** Runs in the page. A toast on its way out may lie over a control, and would get the click. */
function isOnTop(control: Element): boolean {
  const { x, y, width, height } = control.getBoundingClientRect();
  return control.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

/** A control that is drawn anew between finding and using it is looked for again. */
async function withControl(
  page: Page,
  role: string,
  name: string | RegExp,
  use: (control: ElementHandle) => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await use(await controlOf(page, role, name));
      return;
    } catch (error) {
      if (tries === 5 || !/detached|no such (element|node)|went away/.test(`${String(error)} ${causeOf(error)}`))
        throw error;
    }
  }
}

function causeOf(error: unknown): string {
  return error instanceof Error ? String(error.cause) : '';
}

/** The first visible control of a role whose name fits, once it can be pressed. */
async function controlOf(page: Page, role: string, name: string | RegExp): Promise<ElementHandle> {
  const [source, flags] = name instanceof RegExp ? [name.source, name.flags] : [`^${escaped(name)}$`, ''];
  const find = (wantedRole: string, pattern: string, how: string, mark: string): boolean => {
    const roles: Record<string, string> = {
      button: 'button, [role=button]',
      link: 'a[href]',
      radio: 'input[type=radio], [role=radio]',
      tab: '[role=tab]',
      field: 'input, textarea',
      switch: '[role=switch]',
      menuitem: '[role=menuitem]',
      slider: '[role=slider], input[type=range]',
    };
    const namesOf = (element: Element): (string | null | undefined)[] => [
      element.getAttribute('aria-label'),
      ...(element.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .map((id) => (id === '' ? null : document.getElementById(id)?.textContent)),
      ...(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? [...(element.labels ?? [])].map(({ textContent }) => textContent)
        : [element instanceof HTMLElement ? element.innerText : element.textContent]),
    ];
    const isFit = (one: string | null | undefined): boolean =>
      one != null && new RegExp(pattern, how).test(one.trim().replaceAll(/\s+/g, ' '));
    const isReady = (element: Element): boolean =>
      element.getClientRects().length > 0 && !element.matches(':disabled, [aria-disabled=true]');
    const all = [...document.querySelectorAll(roles[wantedRole] ?? `[role=${wantedRole}]`)];
    const found = all.find((element) => isReady(element) && namesOf(element).some(isFit));
    for (const before of document.querySelectorAll(`[${mark}]`)) before.removeAttribute(mark);
    found?.setAttribute(mark, '');
    return found !== undefined;
  };
  try {
    await page.waitForFunction(find, { polling: 100 }, role, source, flags, MARK);
    const element = await page.$(`[${MARK}]`);
    if (element === null) throw new Error('It went away again.');
    return element;
  } catch (error) {
    const said = await page.evaluate(() => document.body.innerText);
    throw new Error(`No ${role} “${String(name)}” came. The page says:\n${said}`, { cause: error });
  }
}

/** Resolves to the name of the file that has come, once Firefox has written all of it. */
async function newFile(folder: string, before: ReadonlySet<string>, pressed: Promise<void>): Promise<string> {
  await pressed;
  const find = async (): Promise<string> => {
    const names = await readdir(folder);
    const finished = names.find((name) => !before.has(name) && !name.endsWith('.part') && !AT_FIRST.test(name));
    if (finished === undefined || names.some((name) => name.endsWith('.part'))) throw new Error('No file has come.');
    return finished;
  };
  return await vi.waitFor(find, { timeout: PATIENCE_MS, interval: 100 });
}

/** What Firefox calls a file until it has asked where that goes. */
const AT_FIRST = /^[\w+-]{8}\.\w+$/;

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** On the page: an error that is written to the console would come here as a handle, which a page that is left no longer explains. */
function errorsAsText(): void {
  const { error } = console;
  console.error = (...said: unknown[]) => error(...said.map(String));
}
