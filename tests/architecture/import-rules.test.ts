/** The import table is enforced: each forbidden import, written into a tree of its own, is reported by the real lint configuration. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** File, what it imports, and whether the table allows it. */
const cases: [file: string, specifier: string, allowed: boolean][] = [
  ['shared/rules/canary.ts', 'react', false],
  ['shared/rules/canary.ts', '#edge-api/app.ts', false],
  ['shared/rules/canary.ts', 'node:fs', false],
  ['shared/rules/canary.ts', '../../web/data/db.ts', false],
  ['shared/rules/canary.ts', '#shared/limits.ts', true],
  ['shared/rules/canary.ts', 'zod', true],
  ['web/media/export/canary.ts', 'react', false],
  ['web/media/export/canary.ts', 'dexie', false],
  ['web/media/export/canary.ts', 'zustand', false],
  ['web/media/export/canary.ts', '#data/db.ts', false],
  ['web/media/export/canary.ts', '#shared/movie/time.ts', true],
  ['web/media/export/canary.ts', 'mediabunny', true],
  ['web/media/export/canary.ts', '#opfs/files.ts', true],
  ['web/opfs/canary.ts', '#shared/limits.ts', false],
  ['web/opfs/canary.ts', '#data/db.ts', false],
  ['web/opfs/canary.ts', '../media/failures.ts', false],
  ['web/opfs/canary.ts', 'dexie', false],
  ['web/opfs/canary.ts', './files.ts', true],
  ['web/data/canary.ts', '#opfs/files.ts', true],
  ['web/data/canary.ts', 'react', false],
  ['web/data/canary.ts', '#media/worker/client.ts', false],
  ['web/data/canary.ts', '../api/client.ts', false],
  ['web/data/use-live-query.ts', 'react', true],
  ['web/data/use-live-query.ts', '#api/client.ts', false],
  ['web/data/live-uploads.ts', 'react', false],
  ['web/api/canary.ts', '#data/db.ts', false],
  ['web/api/canary.ts', '#features/landing/landing.tsx', false],
  ['web/api/canary.ts', '#edge-api/services/projects.ts', false],
  ['web/api/canary.ts', '#edge-api/app.ts', true],
  ['web/api/canary.ts', '../opfs/files.ts', false],
  ['web/sync/canary.ts', '#opfs/files.ts', false],
  ['web/sync/canary.ts', 'react', false],
  ['web/sync/canary.ts', '#media/worker/client.ts', false],
  ['web/sync/canary.ts', '#editor/commit.ts', false],
  ['web/sync/canary.ts', '#features/landing/landing.tsx', false],
  ['web/editor/canary.ts', 'react', false],
  ['web/editor/canary.ts', '#api/client.ts', false],
  ['web/editor/canary.ts', '#sync/drain.ts', false],
  ['web/editor/canary.ts', '#features/landing/landing.tsx', false],
  ['web/player/canary.ts', 'react', false],
  ['web/player/canary.ts', '#sync/drain.ts', false],
  ['web/widgets/canary.tsx', '#features/landing/landing.tsx', false],
  ['web/widgets/canary.tsx', '#sync/drain.ts', false],
  ['web/ui/canary.tsx', '#shared/limits.ts', false],
  ['web/ui/canary.tsx', '#shared/words/format.ts', true],
  ['web/ui/canary.tsx', '#data/live.ts', false],
  ['web/ui/canary.tsx', '@radix-ui/themes', true],
  ['web/features/landing/canary.tsx', '#features/dashboard/dashboard.tsx', false],
  ['web/features/landing/canary.tsx', '../dashboard/dashboard.tsx', false],
  ['web/features/landing/part/canary.tsx', '../../dashboard/dashboard.tsx', false],
  ['web/features/landing/part/canary.tsx', '#features/dashboard/dashboard.tsx', false],
  ['web/features/landing/part/canary.tsx', '../words.ts', true],
  ['web/features/landing/canary.tsx', '#sync/drain.ts', false],
  ['web/features/landing/canary.tsx', '#media/export/encode.ts', false],
  ['web/features/landing/canary.tsx', '#media/worker/client.ts', true],
  ['web/features/landing/canary.tsx', '#sync/status.ts', true],
  ['web/app/canary.tsx', '#media/worker/client.ts', true],
  ['web/app/canary.tsx', '#media/export/export-movie.ts', false],
  ['web/app/canary.tsx', 'mediabunny', false],
  ['web/app/canary.tsx', '#features/landing/landing.tsx', true],
  ['edge-api/routes/canary.ts', '#edge-api/repos/projects.ts', false],
  ['edge-api/routes/canary.ts', '#edge-api/providers/media-store/port.ts', false],
  ['edge-api/routes/canary.ts', '../db/client.ts', false],
  ['edge-api/routes/canary.ts', '#edge-api/services/projects.ts', true],
  ['edge-api/middleware/canary.ts', '#edge-api/db/client.ts', false],
  ['edge-api/services/canary.ts', 'hono', false],
  ['edge-api/services/canary.ts', '#edge-api/providers/media-store/disk.ts', false],
  ['edge-api/services/canary.ts', '#edge-api/providers/media-store/port.ts', true],
  ['edge-api/jobs/canary.ts', 'hono', false],
  ['edge-api/jobs/canary.ts', '#edge-api/routes/projects.ts', false],
  ['edge-api/repos/canary.ts', '#edge-api/services/projects.ts', false],
  ['edge-api/providers/canary.ts', '#edge-api/services/projects.ts', false],
  ['edge-api/db/canary.ts', '#edge-api/routes/projects.ts', false],
  ['edge-api/worker.ts', 'node:fs', false],
  ['edge-api/worker.ts', '#edge-api/providers/media-store/disk.ts', false],
  ['edge-api/app.ts', '#web/main.tsx', false],
  ['web/features/landing/canary.tsx', '#tests/helpers/ffprobe.ts', false],
];

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
