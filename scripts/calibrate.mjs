/** How fast this machine is now: a fixed piece of what tests do, beside what it takes a quiet machine. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { createHash } from 'node:crypto';
import { once } from 'node:events';

const root = fileURLToPath(new URL('..', import.meta.url));

const pieces = { javascript, sqlite, page };

/**
 * Takes about five seconds on a quiet machine of two cores.
 * @returns {Promise<{ slowness: number, seconds: Record<string, number> }>} `slowness`: 1 on a quiet machine, 2 where all
 * takes twice as long
 */
export async function calibrate() {
  const { quietSeconds } = JSON.parse(await readFile(`${root}tests/budget.json`, 'utf8'));
  const seconds = {};
  for (const [name, work] of Object.entries(pieces)) {
    const startedAt = performance.now();
    await work();
    seconds[name] = (performance.now() - startedAt) / 1000;
  }
  const ratios = Object.keys(pieces).map((name) => seconds[name] / quietSeconds[name]);
  return { slowness: ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length, seconds };
}

/** On both cores at once, as two workers of the tests are. */
async function javascript() {
  await Promise.all([1, 2].map(() => once(new Worker(fileURLToPath(import.meta.url)), 'message')));
}

/** Parses, sorts, and hashes. */
function workHard() {
  let text = JSON.stringify(
    Array.from({ length: 2_000 }, (_, index) => ({ id: `scene-${index}`, startUs: index * 7 })),
  );
  for (let round = 0; round < 1_500; round++) {
    const rows = JSON.parse(text).toSorted((one, other) => one.id.localeCompare(other.id));
    text = JSON.stringify(rows.map((row) => ({ ...row, startUs: row.startUs + 1 })));
    createHash('sha256').update(text).digest('hex');
  }
}

/** Writes and reads rows of a database in a file. */
async function sqlite() {
  const { createClient } = await import('@libsql/client');
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-calibrate-'));
  const client = createClient({ url: `file:${join(folder, 'rows.sqlite')}` });
  try {
    await client.execute('CREATE TABLE rows (id INTEGER PRIMARY KEY, name TEXT NOT NULL, body TEXT NOT NULL)');
    for (let round = 0; round < 170; round++) {
      const rows = Array.from({ length: 100 }, (_, index) => [`scene ${index}`, 'x'.repeat(500)]);
      await client.batch(
        rows.map((args) => ({ sql: 'INSERT INTO rows (name, body) VALUES (?, ?)', args })),
        'write',
      );
      await client.execute('SELECT name, count(*), sum(length(body)) FROM rows GROUP BY name ORDER BY name');
    }
  } finally {
    client.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts Chromium, and lays a page out over and over. */
async function page() {
  const { chromium } = await import('playwright');
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] }).catch(() =>
    // Playwright's own.
    chromium.launch(),
  );
  try {
    const opened = await browser.newPage();
    await opened.evaluate(() => {
      for (let round = 0; round < 60; round++) {
        document.body.replaceChildren(
          ...Array.from({ length: 400 }, (_, index) => {
            const row = document.createElement('p');
            row.textContent = `Scene ${index} of round ${round}`;
            row.style.width = `${100 + ((index + round) % 300)}px`;
            return row;
          }),
        );
        document.body.getBoundingClientRect();
      }
    });
    await opened.screenshot();
  } finally {
    await browser.close();
  }
}

if (!isMainThread) {
  workHard();
  parentPort?.postMessage('done');
}
