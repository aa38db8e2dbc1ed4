/** Whether what is to be deployed on the edge would run there: configuration, bindings, web app, and database. */
import { ConfigError, edgeVariables, isLoopbackName, readConfig, type Config, type Environment } from '../config.ts';
import { migrations } from '#edge-api/db/migrations.ts';
import { remoteDatabase } from '#edge-api/db/open-remote.ts';
import { hasUnfinishedMove } from '#edge-api/db/unfinished-move.ts';
import { countKeys } from '#edge-api/repos/api-keys.ts';
import { kekIdsOf } from './data-folder.ts';
import { deployCheckWords as words, startWords } from '../operator-words.ts';
import { pendingMigrations, trialMigration, versionOf, writeRefusal } from './trial-migration.ts';
import { findingsOf, readWranglerFile, type WranglerFile } from './wrangler-file.ts';

/** What was looked at, and what is wrong with it; null where nothing is. `note` is worth knowing all the same. */
export type Finding = { what: string; problem: string | null; note?: string };

export type Deployment = {
  /** The variables and secrets that the Worker will have. */
  environment: Environment;
  /** wrangler.toml. */
  wranglerToml: string;
  /** Whether the web app was built. */
  isBuilt: boolean;
  /** Names of the secrets that the deployed Worker has; null: they aren't compared. */
  secretNames: readonly string[] | null;
};

/** Looks at everything, also past a problem. Writes nothing. */
export async function checkDeployment(deployment: Deployment): Promise<Finding[]> {
  const { environment, isBuilt, secretNames } = deployment;
  const config = configOf(environment);
  const file = readWranglerFile(deployment.wranglerToml);
  const isFile = typeof file !== 'string';
  return [
    { what: words.configuration, problem: typeof config === 'string' ? config : signInProblem(config) },
    ...(isFile ? findingsOf(file) : [{ what: words.wranglerToml, problem: file }]),
    ...(secretNames !== null && isFile ? [secretsFinding(environment, file, secretNames)] : []),
    { what: words.webApp, problem: isBuilt ? null : words.notBuilt },
    typeof config === 'string'
      ? { what: words.database, problem: words.unknownDatabase }
      : await databaseFinding(config),
  ];
}

/** What this shell has and the deployed Worker hasn't: the check of the variables is of the shell's. */
function secretsFinding(environment: Environment, { vars }: WranglerFile, secretNames: readonly string[]): Finding {
  const missing = edgeVariables.filter((name) => {
    const given = environment[name];
    return typeof given === 'string' && given !== '' && !secretNames.includes(name) && !(name in vars);
  });
  return { what: words.secrets, problem: missing.length === 0 ? null : words.notSet({ names: missing }) };
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

async function databaseFinding({ database, keySecret, previousKeySecret }: Config): Promise<Finding> {
  const finding = (problem: string | null, note?: string): Finding =>
    note === undefined ? { what: words.database, problem } : { what: words.database, problem, note };
  if (database === null) return finding(words.unknownDatabase);
  const db = remoteDatabase(database);
  try {
    await db.execute('select 1');
  } catch (error) {
    return finding(words.unreachable({ reason: error instanceof Error ? error.message : String(error) }));
  }
  if (await hasUnfinishedMove(db)) return finding(startWords.unfinishedMove);
  const [found, known] = [await versionOf(db), migrations.at(-1)?.version ?? 0];
  if (found > known) return finding(words.newer({ found, known }));
  const refusal = await writeRefusal(db);
  if (refusal !== null) return finding(words.readOnly({ reason: refusal }));
  if (found > 0) {
    const { unreadable } = await countKeys(db, await kekIdsOf([keySecret, previousKeySecret]));
    if (unreadable > 0) return finding(words.otherSecret({ count: unreadable }));
  }
  const failed = await trialMigration(db);
  if (failed !== null) return finding(words.notForward({ reason: failed }));
  const pending = await pendingMigrations(db);
  const names = pending.map(({ name }) => name);
  return finding(null, pending.length === 0 ? undefined : words.pending({ isNew: found === 0, names }));
}
