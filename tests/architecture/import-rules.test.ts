/** The import table is enforced: each forbidden import, written into a tree of its own, is reported by the real lint configuration. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What is refused to each file, and what it may import. */
const table: [file: string, refused: string, allowed: string][] = [
  ['shared/rules/canary.ts', 'react #edge-api/app.ts node:fs ../../web/data/db.ts', '#shared/limits.ts zod'],
  ['web/media/export/canary.ts', 'react dexie zustand #data/db.ts', '#shared/movie/time.ts mediabunny #opfs/files.ts'],
  ['web/opfs/canary.ts', '#shared/limits.ts #data/db.ts ../media/failures.ts dexie', './files.ts'],
  ['web/data/canary.ts', 'react #media/worker/client.ts ../api/client.ts', '#opfs/files.ts'],
  ['web/data/use-live-query.ts', '#api/client.ts', 'react'],
  ['web/data/live-uploads.ts', 'react', ''],
  [
    'web/api/canary.ts',
    '#data/db.ts #features/landing/landing.tsx #edge-api/services/projects.ts ../opfs/files.ts',
    '#edge-api/app.ts',
  ],
  [
    'web/sync/canary.ts',
    '#opfs/files.ts react #media/worker/client.ts #editor/commit.ts #features/landing/landing.tsx',
    '',
  ],
  ['web/editor/canary.ts', 'react #api/client.ts #sync/drain.ts #features/landing/landing.tsx', ''],
  ['web/player/canary.ts', 'react #sync/drain.ts', ''],
  ['web/widgets/canary.tsx', '#features/landing/landing.tsx #sync/drain.ts', ''],
  ['web/ui/canary.tsx', '#shared/limits.ts #data/live.ts', '#shared/words/format.ts @radix-ui/themes'],
  [
    'web/features/landing/canary.tsx',
    '#features/dashboard/dashboard.tsx ../dashboard/dashboard.tsx #sync/drain.ts #media/export/encode.ts #tests/helpers/ffprobe.ts',
    '#media/worker/client.ts #sync/status.ts',
  ],
  [
    'web/features/landing/part/canary.tsx',
    '../../dashboard/dashboard.tsx #features/dashboard/dashboard.tsx',
    '../words.ts',
  ],
  [
    'web/app/canary.tsx',
    '#media/export/export-movie.ts mediabunny',
    '#media/worker/client.ts #features/landing/landing.tsx',
  ],
  [
    'edge-api/routes/canary.ts',
    '#edge-api/repos/projects.ts #edge-api/providers/media-store/port.ts ../db/client.ts',
    '#edge-api/services/projects.ts',
  ],
  ['edge-api/middleware/canary.ts', '#edge-api/db/client.ts', ''],
  [
    'edge-api/services/canary.ts',
    'hono #edge-api/providers/media-store/disk.ts',
    '#edge-api/providers/media-store/port.ts',
  ],
  ['edge-api/jobs/canary.ts', 'hono #edge-api/routes/projects.ts', ''],
  ['edge-api/repos/canary.ts', '#edge-api/services/projects.ts', ''],
  ['edge-api/providers/canary.ts', '#edge-api/services/projects.ts', ''],
  ['edge-api/db/canary.ts', '#edge-api/routes/projects.ts', ''],
  ['edge-api/worker.ts', 'node:fs #edge-api/providers/media-store/disk.ts', ''],
  ['edge-api/app.ts', '#web/main.tsx', ''],
];

const cases = table.flatMap(([file, refused, allowed]) => [
  ...refused.split(' ').map((specifier) => [file, specifier, false] as const),
  ...(allowed.match(/\S+/g) ?? []).map((specifier) => [file, specifier, true] as const),
]);

type Report = { diagnostics: { filename: string; code?: string; labels: { span: { line: number } }[] }[] };

describe('the import table', () => {
  let tree: string;
  /** "file:line" of every import that the lint refuses. */
  let refused: Set<string>;

  /** The imports of one file stand in it line by line, in the order of the table above. */
  const lineOf = (index: number) => cases.slice(0, index + 1).filter(([file]) => file === cases[index]?.[0]).length;

  beforeAll(async () => {
    tree = await mkdtemp(join(tmpdir(), 'import-rules-'));
    await cp(join(root, '.oxlintrc.json'), join(tree, '.oxlintrc.json'));
    await symlink(join(root, 'node_modules'), join(tree, 'node_modules'));
    for (const file of new Set(cases.map(([name]) => name))) {
      const rows = cases.filter(([name]) => name === file);
      await mkdir(dirname(join(tree, file)), { recursive: true });
      await writeFile(join(tree, file), rows.map(([, specifier]) => `import ${JSON.stringify(specifier)};\n`).join(''));
    }
    const report = await lint(tree);
    refused = new Set(
      report.diagnostics
        .filter((row) => row.code?.includes('no-restricted-imports'))
        .map((row) => `${row.filename}:${row.labels[0]?.span.line}`),
    );
  });

  afterAll(() => rm(tree, { recursive: true, force: true }));

  it.each(cases.map((row, index) => [...row, index] as const))(
    '%s importing %s is allowed: %s',
    (file, _specifier, allowed, index) => {
      expect(refused.has(`${file}:${lineOf(index)}`)).toBe(!allowed);
    },
  );
});

async function lint(folder: string): Promise<Report> {
  const binary = join(root, 'node_modules/.bin/oxlint');
  const run = promisify(execFile)(binary, ['--format', 'json', '-c', '.oxlintrc.json', '.'], { cwd: folder });
  // The lint ends with 1, because it finds what is planted; its report is on stdout all the same.
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  return JSON.parse(stdout) as Report;
}
