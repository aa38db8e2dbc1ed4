/** `npm run edge-model`: works out what the edge costs and bears, and writes the tables into docs/costs-on-the-edge.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const load = async (name) =>
  (await runnerImport(`${root}scripts/edge-model/${name}.ts`, { configFile: false, logLevel: 'error' })).module;
const [{ withTables }, { costTable }, { loadTable }] = await Promise.all(['tables', 'costs', 'load'].map(load));
const doc = `${root}docs/costs-on-the-edge.md`;
await writeFile(doc, withTables(await readFile(doc, 'utf8'), { costs: costTable(), load: loadTable() }));
