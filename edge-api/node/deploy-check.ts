/** Whether what is to be deployed on the edge would run there: configuration, bindings, web app, and database. */
import { ConfigError, isLoopbackName, readConfig, type Config, type Environment } from '../config.ts';
import { migrations } from '#edge-api/db/migrations.ts';
import { remoteDatabase } from '#edge-api/db/open-remote.ts';
import { hasUnfinishedMove } from '#edge-api/db/unfinished-move.ts';
import { countKeys } from '#edge-api/repos/api-keys.ts';
import { kekIdsOf } from './data-folder.ts';
import { deployCheckWords as words, startWords } from '../operator-words.ts';

/** What was looked at, and what is wrong with it; null where nothing is. */
export type Finding = { what: string; problem: string | null };

/** What the Worker is bound to, by what stands in wrangler.toml. */
const bindings: readonly [string, RegExp][] = [
  ['ASSETS', /^\[assets\][^[]*binding = "ASSETS"/m],
  ['MEDIA', /^\[\[r2_buckets\]\][^[]*binding = "MEDIA"/m],
  ['JOBS', /^\[\[queues\.producers\]\][^[]*binding = "JOBS"/m],
  ['EXPORTS', /^\[\[queues\.producers\]\][^[]*binding = "EXPORTS"/m],
  [
    'storyreel-jobs',
    /^\[\[queues\.consumers\]\][^[]*queue = "storyreel-jobs"[^[]*dead_letter_queue = "storyreel-jobs-dead"/m,
  ],
  ['storyreel-jobs-dead', /^\[\[queues\.consumers\]\]\s+queue = "storyreel-jobs-dead"/m],
  ['crons', /^crons = \["\* \* \* \* \*"\]/m],
];

export type Deployment = {
  /** The variables and secrets that the Worker will have. */
  environment: Environment;
  /** wrangler.toml. */
  wranglerToml: string;
  /** Whether the web app was built. */
  isBuilt: boolean;
};

/** Looks at everything, also past a problem. Writes nothing. */
export async function checkDeployment({ environment, wranglerToml, isBuilt }: Deployment): Promise<Finding[]> {
  const config = configOf(environment);
  return [
    { what: words.configuration, problem: typeof config === 'string' ? config : signInProblem(config) },
    ...bindings.map(([name, shape]) => ({
      what: words.binding({ name }),
      problem: shape.test(wranglerToml) ? null : words.notBound,
    })),
    { what: words.webApp, problem: isBuilt ? null : words.notBuilt },
    {
      what: words.database,
      problem: typeof config === 'string' ? words.unknownDatabase : await databaseProblem(config),
    },
  ];
}

function configOf(environment: Environment): Config | string {
  try {
    return readConfig(environment, 'edge');
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

/** Nobody can sign in where the only way is for one's own computer. */
function signInProblem({ publicUrl, google, github, oidc }: Config): string | null {
  if (isLoopbackName(new URL(publicUrl).hostname)) return words.ownComputer({ address: publicUrl });
  return (google ?? github ?? oidc) ? null : words.noProvider;
}

async function databaseProblem({ database, keySecret, previousKeySecret }: Config): Promise<string | null> {
  if (database === null) return words.unknownDatabase;
  const db = remoteDatabase(database);
  try {
    await db.execute('select 1');
  } catch (error) {
    return words.unreachable({ reason: error instanceof Error ? error.message : String(error) });
  }
  if (await hasUnfinishedMove(db)) return startWords.unfinishedMove;
  const known = migrations.at(-1)?.version ?? 0;
  const tables = await db.execute(`select 1 from sqlite_master where name = 'schema_version'`);
  // The first request makes the tables.
  if (tables.rows.length === 0) return null;
  const found = Number(
    (await db.execute('select max(version) as version from schema_version')).rows[0]?.['version'] ?? 0,
  );
  if (found > known) return words.newer({ found, known });
  const { unreadable } = await countKeys(db, await kekIdsOf([keySecret, previousKeySecret]));
  return unreadable > 0 ? words.otherSecret({ count: unreadable }) : null;
}
