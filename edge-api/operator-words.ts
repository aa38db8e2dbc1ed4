/** What whoever runs the server reads: at the start, in backups, and about the environment. */
import { listed, plural } from '#shared/words/format.ts';
import { replyWords } from './words.ts';

export const configWords = {
  sentence: ({ name, problem }: { name: string; problem: string }) => `${name} ${problem}.`,
  invalid: 'is not valid',
  wholeNumber: ({ min, max }: { min: number; max: number }) => `must be a whole number from ${min} to ${max}`,
  onOff: 'must be on or off',
  httpUrl: 'must be an address that starts with http:// or https://',
  origin: 'must be an origin such as https://reel.example, without a path',
  databaseUrl: 'must be an address that starts with libsql://, https://, http:// or file:',
  secret: 'must be 32 bytes in base64 (for example from: openssl rand -base64 32)',
  host: 'must be a host name or an IP address',
  httpsUnlessLocal: 'must start with https:// unless it is an address of this machine',
  publicUrlHttps: 'PUBLIC_URL must start with https:// unless it is an address of this machine.',
  publicUrlForHost: 'PUBLIC_URL must be an https:// address when HOST is not an address of this machine.',
  localSignIn:
    'LOCAL_SIGN_IN can be on only when HOST and PUBLIC_URL are addresses of this machine, because it needs no password.',
  backupInData: 'BACKUP_DIR must be outside DATA_DIR, and DATA_DIR outside BACKUP_DIR.',
  backupRemote: 'BACKUP_DIR can’t be used with a DATABASE_URL on another machine. Back that database up there.',
  signInAllowed: 'must be a list of addresses and @domains, separated by commas, or first-only',
  token: 'must be at least 16 letters, digits, - or _',
  addresses: 'must be a list of e-mail addresses, separated by commas',
  neededOnEdge: ({ name }: { name: string }) => `${name} must be set on a host without a disk.`,
  noFileOnEdge: 'DATABASE_URL can’t be a file on a host without a disk.',
  noDemoOnEdge: 'DEMO_STUDIO can’t be on at a host without a disk, because it reads its clips from there.',
  neededBy: ({ name, other }: { name: string; other: string }) => `${name} must be set because ${other} is.`,
  neededWith: ({ name, others }: { name: string; others: string }) => `${name} must be set together with ${others}.`,
  serviceNeeds:
    'Set PUBLIC_URL to the address of the server whose movies are to be written, and EXPORT_SERVICE_TOKEN to the same token as there.',
  databaseAndSecret: 'DATABASE_URL and KEY_ENCRYPTION_SECRET must be set.',
  mediaBucket: 'MEDIA must be bound to an R2 bucket.',
  jobsQueue: 'JOBS must be bound to a queue.',
  notAProgram: ({ variable, path }: { variable: string; path: string }) =>
    `${variable} doesn’t name a program that can be run: ${path}.`,
} as const;

export const startWords = {
  ready: ({ address }: { address: string }) => `Storyreel is ready at ${address}`,
  portTaken: ({ port, host }: { port: number; host: string }) => `PORT ${port} on ${host} is already in use.`,
  portForbidden: ({ port }: { port: number }) => `PORT ${port} is not allowed for this user.`,
  badHost: ({ host, code }: { host: string; code: string }) =>
    `HOST ${host} is not an address this machine can listen on (${code}).`,
  folderNotWritable: ({ path, code }: { path: string; code: string }) =>
    `DATA_DIR can’t be written to: ${path} (${code}).`,
  badDatabase: ({ variable, url, reason }: { variable: string; url: string; reason: string }) =>
    `${variable} has no database that can be opened: ${url} (${reason}).`,
  newerDatabase: ({ found, known }: { found: number; known: number }) =>
    `A newer version of Storyreel wrote this database (version ${found}; this one reads up to ${known}).`,
  unfinishedMove:
    'Data is still being moved into this database. Run npm run migrate-data again until it says that everything was moved.',
  damagedSecret: ({ path }: { path: string }) =>
    `DATA_DIR has a damaged secret.key: ${path} must be 32 bytes in base64.`,
  missingSecret: ({ path, count }: { path: string; count: number }) =>
    `DATA_DIR has no secret.key, and ${plural(count, {
      one: '# saved API key is encrypted with it',
      other: '# saved API keys are encrypted with it',
    })}. Restore ${path} from your backup, or set KEY_ENCRYPTION_SECRET to what it contained. If it is lost, delete the unreadable keys with npm run forget-keys; people then enter theirs again.`,
  notSetUp: 'This server isn’t set up yet.',
  failed: replyWords.internal,
} as const;

export const backupWords = {
  usage: 'Say where to write the backup: npm run backup -- <file>',
  noFolder: 'BACKUP_DIR must be set.',
  made: ({ folder, count }: { folder: string; count: number }) =>
    `${folder}: ${plural(count, { one: '# file', other: '# files' })}\n`,
  remote: 'DATABASE_URL is a database on another machine. Back it up there.',
  fileExists: ({ file }: { file: string }) => `This file already exists: ${file}`,
  noDatabase: ({ folder }: { folder: string }) => `DATA_DIR has no database: ${folder}`,
  failed: ({ reason }: { reason: string }) => `Couldn’t write the backup: ${reason}`,
  done: ({ file, mediaList, count }: { file: string; mediaList: string; count: number }) =>
    `${file}\n${mediaList}: ${plural(count, { one: '# file', other: '# files' })}\n`,
  missing: ({ count }: { count: number }) =>
    plural(count, {
      one: '# of them is missing from the media folder or has the wrong size.',
      other: '# of them are missing from the media folder or have the wrong size.',
    }),
} as const;

export const migrateWords = {
  usage:
    'Say which way to move the data: npm run migrate-data -- to-edge, or npm run migrate-data -- from-edge. Add --backup when the folder is a backup.',
  needs:
    'Set DATABASE_URL and DATABASE_AUTH_TOKEN to the database on the edge, and BUCKET_URL, BUCKET_KEY_ID, and BUCKET_SECRET to its bucket.',
  noDatabase: backupWords.noDatabase,
  inUse: 'DATA_DIR is in use. Stop the server and its export workers first.',
  otherRelease: ({ found, known }: { found: number; known: number }) =>
    `The database to move has version ${found}, and this version of Storyreel moves version ${known}. Start the server once, then stop it and try again.`,
  notEmpty: 'The database to move to isn’t empty. Nothing was changed.',
  otherMove: 'The database to move to has an unfinished move of other data. Nothing was changed.',
  changed: ({ table }: { table: string }) =>
    `The table ${table} changed during the move. Stop everything that uses either database, then run this again.`,
  damagedFile: ({ sha256 }: { sha256: string }) => `The file ${sha256} isn’t what it was. Restore it from a backup.`,
  done: ({ rows, tables, files, missing, direction }: MoveOutcome) =>
    [
      `Moved and compared ${plural(rows, { one: '# row', other: '# rows' })} of ${plural(tables, { one: '# table', other: '# tables' })} and ${plural(files - missing, { one: '# file', other: '# files' })}.`,
      ...(missing === 0
        ? []
        : [plural(missing, { one: '# file was already missing.', other: '# files were already missing.' })]),
      direction === 'to-edge'
        ? 'Set KEY_ENCRYPTION_SECRET of the Worker to what secret.key in DATA_DIR contains. Saved API keys can’t be read with another secret.'
        : 'Write KEY_ENCRYPTION_SECRET of the Worker into secret.key in DATA_DIR, or set it for the server. Saved API keys can’t be read with another secret.',
      '',
    ].join('\n'),
} as const;

type MoveOutcome = {
  rows: number;
  tables: number;
  files: number;
  missing: number;
  direction: 'to-edge' | 'from-edge';
};

export const restoreWords = {
  usage: 'Say which backup to restore: npm run restore -- <folder>',
  ownDatabase: 'DATABASE_URL must not be set: a restore replaces the database in DATA_DIR.',
  noBackup: ({ folder, reason }: { folder: string; reason: string }) =>
    `This isn’t a whole backup: ${folder} (${reason})`,
  inUse: 'DATA_DIR is in use. Stop the server and its export workers first.',
  damagedFile: ({ sha256 }: { sha256: string }) =>
    `This backup is damaged, so nothing was replaced: the file ${sha256} is missing or isn’t what it was.`,
  damagedDatabase: ({ reason }: { reason: string }) =>
    `This backup is damaged, so nothing was replaced: its database can’t be read (${reason}).`,
  brokenReferences: 'rows are missing',
  unfinished: ({ path }: { path: string }) =>
    `DATA_DIR has a restore that didn’t finish. Run it again: npm run restore -- <folder>. What was there before is named in ${path}.`,
  done: ({ replaced, files, missing, unreadableKeys }: RestoreOutcome) =>
    [
      `Restored the database and ${plural(files, { one: '# file', other: '# files' })}. Everyone has to sign in again.`,
      ...(replaced === null ? [] : [`The data that was there before is in ${replaced}.`]),
      ...(missing === 0
        ? []
        : [plural(missing, { one: '# file was already missing.', other: '# files were already missing.' })]),
      ...(unreadableKeys === 0
        ? []
        : [
            `The secret here can’t decrypt ${plural(unreadableKeys, { one: '# API key', other: '# API keys' })}. Put back the secret.key that belongs to the backup.`,
          ]),
      '',
    ].join('\n'),
} as const;

type RestoreOutcome = { replaced: string | null; files: number; missing: number; unreadableKeys: number };

export const rotateKeyWords = {
  needsPrevious: 'Set KEY_ENCRYPTION_SECRET_PREVIOUS to the secret that the keys are encrypted with now.',
  moved: ({ count }: { count: number }) =>
    `${plural(count, { one: 'Moved # API key', other: 'Moved # API keys' })} to the current secret.\n`,
  unreadable: ({ count }: { count: number }) =>
    plural(count, {
      one: '# API key can’t be decrypted and was left as it is. Its owner will be asked for a key again.',
      other: '# API keys can’t be decrypted and were left as they are. Their owners will be asked for a key again.',
    }),
} as const;

export const forgetKeysWords = {
  allReadable: ({ count }: { count: number }) =>
    plural(count, {
      one: 'The # saved API key can be read. Nothing was deleted.\n',
      other: 'All # saved API keys can be read. Nothing was deleted.\n',
    }),
  found: ({ unreadable, all }: { unreadable: number; all: number }) =>
    `${unreadable} of ${plural(all, { one: '# saved API key', other: '# saved API keys' })} can’t be read, because the secret that encrypted them is missing.\n`,
  question: 'Delete them? Their owners will have to enter their keys again. Type yes: ',
  agreed: 'yes',
  notConfirmed: 'Nothing was deleted. To delete the keys without being asked, run: npm run forget-keys -- --yes',
  forgotten: ({ count }: { count: number }) =>
    `${plural(count, { one: 'Deleted # API key', other: 'Deleted # API keys' })} that couldn’t be read.\n`,
} as const;

export const exportWorkerWords = {
  ready: ({ count }: { count: number }) =>
    plural(count, {
      one: 'The export worker is ready and writes # movie at a time.',
      other: 'The export worker is ready and writes up to # movies at once.',
    }),
  serviceReady: ({ count, port, server }: { count: number; port: number; server: string }) =>
    `The export service listens on port ${port} and writes ${plural(count, {
      one: '# movie at a time',
      other: 'up to # movies at once',
    })} for ${server}`,
} as const;

export const deployCheckWords = {
  configuration: 'Variables and secrets',
  binding: ({ name }: { name: string }) => `${name} in wrangler.toml`,
  wranglerToml: 'wrangler.toml',
  secrets: 'Secrets of the deployed Worker',
  webApp: 'Web app',
  database: 'Database',
  fine: ({ what, note }: { what: string; note?: string | undefined }) =>
    `✓ ${what}${note === undefined ? '' : `: ${note}`}`,
  wrong: ({ what, problem }: { what: string; problem: string }) => `✗ ${what}: ${problem}`,
  ownComputer: ({ address }: { address: string }) => `PUBLIC_URL is an address of this computer: ${address}.`,
  noProvider: 'Nobody could sign in. Set the id and secret of Google, GitHub, or an OpenID Connect provider.',
  notBound: 'It’s missing. Restore it from the repository.',
  badToml: ({ reason }: { reason: string }) => `It can’t be read: ${reason}. Restore it from the repository.`,
  consumed: ({ queue }: { queue: string }) => `Export services pull from ${queue}, so no Worker may consume it.`,
  noConsumer: ({ queue }: { queue: string }) => `Nothing consumes ${queue}, so its messages would pile up.`,
  noDeadLetters: ({ queue }: { queue: string }) =>
    `${queue} has no dead_letter_queue: what fails too often would be lost without a trace.`,
  deadName: ({ queue }: { queue: string }) => `${queue} must end with “-dead”: the Worker knows it by that.`,
  notSet: ({ names }: { names: readonly string[] }) =>
    `${listed([...names])} ${names.length === 1 ? 'is' : 'are'} set here and not there. Set ${names.length === 1 ? 'it' : 'them'} with wrangler secret put.`,
  noSecretList: 'Pipe the output of “wrangler secret list” into this command.',
  readOnly: ({ reason }: { reason: string }) =>
    `Nothing can be written to it. Make a token that may write (${reason}).`,
  notForward: ({ reason }: { reason: string }) => `It can’t be brought forward: ${reason}.`,
  pending: ({ isNew, names }: { isNew: boolean; names: readonly string[] }) =>
    isNew
      ? 'empty; the first request makes its tables'
      : `the first request takes ${plural(names.length, { one: '# step', other: '# steps' })} (${names.join(', ')})`,
  notBuilt: 'Build it first: npm run build',
  unknownDatabase: 'It can’t be checked until the variables are right.',
  unreachable: ({ reason }: { reason: string }) =>
    `It doesn’t answer. Check DATABASE_URL and DATABASE_AUTH_TOKEN (${reason}).`,
  newer: startWords.newerDatabase,
  otherSecret: ({ count }: { count: number }) =>
    `KEY_ENCRYPTION_SECRET isn’t the one that ${plural(count, {
      one: '# saved API key is encrypted with',
      other: '# saved API keys are encrypted with',
    })}.`,
} as const;

export const metricsWords = {
  noToken: 'METRICS_TOKEN isn’t set.',
  sendToken: 'Send METRICS_TOKEN as a bearer token.',
  jobs: 'Unfinished breakdowns and clips, by state.',
  due: 'Jobs that could be worked on now: the first of each line, and up to 100 that are asked about.',
  waited: 'Longest time that a job has been due and nobody came; those behind their owner’s own jobs don’t count.',
  deadTurns: 'Turns of jobs that the queue gave up delivering in the last day.',
  exports: 'Exports that wait or are being written on the server.',
  spent: 'Spending of all users in the last hour, in US dollars.',
  requests: 'Requests answered, by method and class of status: by this process, or by all of the edge.',
  calls: 'Calls to models, by model, call, and how they ended: by this process, or by all of the edge.',
} as const;
