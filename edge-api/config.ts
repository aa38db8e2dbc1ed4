/** The only reader of the environment. A bad value is refused with one sentence that names its variable. */
import { z } from 'zod';
import { bytesOfBase64 } from '#shared/bytes.ts';
import { configWords as words } from './operator-words.ts';
import { listed } from '#shared/words/format.ts';
import { addressList, signInRuleText, type SignInRule } from './sign-in-rule.ts';

export type ClientCredentials = { clientId: string; clientSecret: string };

export type Config = {
  host: string;
  /** 0 lets the system choose. */
  port: number;
  dataDir: string;
  /** The origin under which people open the product, without a slash at the end. */
  publicUrl: string;
  /** null: a file in `dataDir`. */
  database: { url: string; authToken: string | null } | null;
  /** 32 bytes each. null: made and kept in `dataDir`. */
  keySecret: Uint8Array<ArrayBuffer> | null;
  previousKeySecret: Uint8Array<ArrayBuffer> | null;
  google: ClientCredentials | null;
  github: ClientCredentials | null;
  oidc: (ClientCredentials & { issuer: string }) | null;
  localSignIn: boolean;
  signInRule: SignInRule;
  /** Addresses in lower case of those who look after the server. */
  operatorEmails: readonly string[];
  /** With it, /api/metrics answers; null: it doesn’t. */
  metricsToken: string | null;
  /** With it, export services may write the movies; null: none may. */
  exportServiceToken: string | null;
  /** Where an export service is called when there is work; null: services look by themselves, or pull from a queue. */
  exportServiceUrl: string | null;
  /** Of an export service: the queue that it pulls from. */
  exportQueue: { url: string; token: string } | null;
  /** Of a bucket that speaks S3: where `npm run migrate-data` takes media from, or brings it. */
  bucket: { url: string; keyId: string; secret: string; region: string } | null;
  /** null: the provider's own address. */
  geminiBaseUrl: string | null;
  generationPollMs: number;
  /** null: looked for in `programFolders`. */
  ffmpegPath: string | null;
  ffprobePath: string | null;
  /** Where this machine keeps its programs. */
  programFolders: readonly string[];
  /** Movies that a process writes at once; 0 for none. null: as many as there are cores. */
  exportConcurrency: number | null;
  demoStudio: boolean;
  /** null: no scheduled backups. */
  backupDir: string | null;
  /** Backups that are kept. */
  backupKeep: number;
  /** Calls to a model of one person. */
  aiCallsPerMinute: number;
  /** Calls to a model of one person that are on their way at once. */
  aiCallsAtOnce: number;
  /** Clips that are generated at once for one person, or one API key. */
  clipsAtOnce: number;
  /** Calls of one person that change something. */
  writesPerMinute: number;
  /** Calls of one person, of any kind. */
  requestsPerMinute: number;
  /** Requests of one person that are worked on at once. */
  requestsAtOnce: number;
  /** Clips and pictures of one person, in millions of bytes. */
  storageLimitMb: number;
};

/** Where the API runs: as a process of its own with a disk, or on workers without one. */
export type ConfigHost = 'embedded' | 'edge';

export type Environment = Readonly<Record<string, unknown>>;

/** A variable that can't be used. The message is one sentence for the person who started the server. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, words.wholeNumber({ min, max }))
    .transform(Number)
    .pipe(z.number().min(min, words.wholeNumber({ min, max })).max(max, words.wholeNumber({ min, max })));

const onOff = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['on', 'off', 'true', 'false', '1', '0'], words.onOff))
  .transform((word) => word === 'on' || word === 'true' || word === '1');

const httpUrl = z.string().refine((text) => isUrl(text, ['http:', 'https:']), {
  error: words.httpUrl,
  abort: true,
});

const origin = httpUrl
  .refine((text) => new URL(text).origin === text.replace(/\/$/, '').toLowerCase(), words.origin)
  .transform((text) => new URL(text).origin);

const databaseUrl = z
  .string()
  .refine((text) => isUrl(text, ['file:', 'http:', 'https:', 'libsql:']), words.databaseUrl);

const secret32 = z.string().transform((text, context) => {
  const bytes = decodeSecret(text);
  if (bytes !== null) return bytes;
  context.addIssue({
    code: 'custom',
    message: words.secret,
  });
  return z.NEVER;
});

const variables = z.object({
  PORT: wholeNumber(0, 65_535).default(8787),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$|^\[[\da-fA-F:]+\]$/, words.host)
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_AUTH_TOKEN: z.string().optional(),
  KEY_ENCRYPTION_SECRET: secret32.optional(),
  KEY_ENCRYPTION_SECRET_PREVIOUS: secret32.optional(),
  PUBLIC_URL: origin.optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  OIDC_ISSUER: httpUrl
    .refine((text) => text.startsWith('https://') || isLoopbackName(new URL(text).hostname), words.httpsUnlessLocal)
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  LOCAL_SIGN_IN: onOff.optional(),
  SIGN_IN_ALLOWED: signInRuleText.optional(),
  OPERATOR_EMAILS: addressList.optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w-]{16,}$/, words.token)
    .optional(),
  EXPORT_SERVICE_TOKEN: z
    .string()
    .regex(/^[\w-]{16,}$/, words.token)
    .optional(),
  EXPORT_SERVICE_URL: httpUrl.optional(),
  EXPORT_QUEUE_URL: httpUrl.optional(),
  EXPORT_QUEUE_TOKEN: z.string().optional(),
  BUCKET_URL: httpUrl.optional(),
  BUCKET_KEY_ID: z.string().optional(),
  BUCKET_SECRET: z.string().optional(),
  BUCKET_REGION: z.string().default('auto'),
  GOOGLE_GEMINI_BASE_URL: httpUrl.optional(),
  GENERATION_POLL_MS: wholeNumber(10, 600_000).default(5_000),
  FFMPEG_PATH: z.string().optional(),
  FFPROBE_PATH: z.string().optional(),
  PATH: z.string().default(''),
  EXPORT_CONCURRENCY: wholeNumber(0, 64).optional(),
  DEMO_STUDIO: onOff.optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP: wholeNumber(1, 1_000).default(7),
  AI_CALLS_PER_MINUTE: wholeNumber(1, 10_000).default(20),
  AI_CALLS_AT_ONCE: wholeNumber(1, 100).default(4),
  CLIPS_AT_ONCE: wholeNumber(1, 50).default(2),
  WRITES_PER_MINUTE: wholeNumber(60, 1_000_000).default(600),
  REQUESTS_PER_MINUTE: wholeNumber(600, 1_000_000).default(6_000),
  REQUESTS_AT_ONCE: wholeNumber(1, 10_000).default(1),
  STORAGE_LIMIT_MB: wholeNumber(1, 100_000_000).default(5_000),
});
type Variables = z.infer<typeof variables>;

/** Of a process with a disk, or of another one: a Worker reads none of them. */
const notOnEdge: readonly string[] = [
  ...['PORT', 'HOST', 'PATH', 'DATA_DIR', 'BACKUP_DIR', 'BACKUP_KEEP', 'FFMPEG_PATH', 'FFPROBE_PATH', 'DEMO_STUDIO'],
  ...['EXPORT_CONCURRENCY', 'REQUESTS_AT_ONCE', 'EXPORT_QUEUE_URL', 'EXPORT_QUEUE_TOKEN'],
  ...['BUCKET_URL', 'BUCKET_KEY_ID', 'BUCKET_SECRET', 'BUCKET_REGION'],
];

/** The variables that a Worker reads. */
export const edgeVariables: readonly string[] = Object.keys(variables.shape).filter(
  (name) => !notOnEdge.includes(name),
);

/**
 * The configuration of a host from its environment. An empty variable counts as one that is not set.
 * @throws ConfigError
 */
export function readConfig(environment: Environment, where: ConfigHost): Config {
  const given = Object.fromEntries(
    Object.keys(variables.shape).flatMap((name) =>
      typeof environment[name] === 'string' && environment[name] !== '' ? [[name, environment[name]]] : [],
    ),
  );
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(words.sentence({ name: String(issue?.path[0]), problem: issue?.message ?? words.invalid }));
  }
  return fromVariables(parsed.data, where);
}

function fromVariables(env: Variables, where: ConfigHost): Config {
  if (where === 'edge') requireOnEdge(env);
  const publicUrl = env.PUBLIC_URL ?? new URL(`http://${hostInUrl(env.HOST)}:${env.PORT}`).origin;
  const isLoopback = isLoopbackName(new URL(publicUrl).hostname) && (where === 'edge' || isLoopbackName(env.HOST));
  if (!isLoopback && !publicUrl.startsWith('https://')) {
    throw new ConfigError(isLoopbackName(env.HOST) ? words.publicUrlHttps : words.publicUrlForHost);
  }
  const google = pair(env, 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET');
  const github = pair(env, 'GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET');
  const oidc = openIdConnect(env);
  if (env.LOCAL_SIGN_IN === true && !isLoopback) {
    throw new ConfigError(words.localSignIn);
  }
  return {
    host: env.HOST,
    port: env.PORT,
    dataDir: env.DATA_DIR,
    publicUrl,
    database:
      env.DATABASE_URL === undefined ? null : { url: env.DATABASE_URL, authToken: env.DATABASE_AUTH_TOKEN ?? null },
    keySecret: env.KEY_ENCRYPTION_SECRET ?? null,
    previousKeySecret: env.KEY_ENCRYPTION_SECRET_PREVIOUS ?? null,
    google,
    github,
    oidc,
    localSignIn: env.LOCAL_SIGN_IN ?? (isLoopback && !google && !github && !oidc),
    operatorEmails: env.OPERATOR_EMAILS ?? [],
    metricsToken: env.METRICS_TOKEN ?? null,
    exportServiceToken: env.EXPORT_SERVICE_TOKEN ?? null,
    exportServiceUrl: exportServiceUrl(env),
    exportQueue: exportQueue(env),
    bucket: bucketOf(env),
    signInRule: env.SIGN_IN_ALLOWED ?? { kind: 'everybody' },
    geminiBaseUrl: env.GOOGLE_GEMINI_BASE_URL?.replace(/\/+$/, '') ?? null,
    generationPollMs: env.GENERATION_POLL_MS,
    ffmpegPath: env.FFMPEG_PATH ?? null,
    ffprobePath: env.FFPROBE_PATH ?? null,
    programFolders: env.PATH.split(where === 'embedded' && env.PATH.includes(';') ? ';' : ':').filter(
      (folder) => folder !== '',
    ),
    exportConcurrency: env.EXPORT_CONCURRENCY ?? null,
    backupDir: where === 'embedded' ? (env.BACKUP_DIR ?? null) : null,
    backupKeep: env.BACKUP_KEEP,
    demoStudio: where === 'embedded' && (env.DEMO_STUDIO ?? true),
    aiCallsPerMinute: env.AI_CALLS_PER_MINUTE,
    aiCallsAtOnce: env.AI_CALLS_AT_ONCE,
    clipsAtOnce: env.CLIPS_AT_ONCE,
    writesPerMinute: env.WRITES_PER_MINUTE,
    requestsPerMinute: env.REQUESTS_PER_MINUTE,
    requestsAtOnce: env.REQUESTS_AT_ONCE,
    storageLimitMb: env.STORAGE_LIMIT_MB,
  };
}

function requireOnEdge(env: Variables): void {
  for (const name of ['DATABASE_URL', 'KEY_ENCRYPTION_SECRET', 'PUBLIC_URL'] as const) {
    if (env[name] === undefined) throw new ConfigError(words.neededOnEdge({ name }));
  }
  if (env.DATABASE_URL?.startsWith('file:')) throw new ConfigError(words.noFileOnEdge);
  if (env.DEMO_STUDIO === true) throw new ConfigError(words.noDemoOnEdge);
}

function pair(
  env: Variables,
  idName: 'GOOGLE_CLIENT_ID' | 'GITHUB_CLIENT_ID',
  secretName: 'GOOGLE_CLIENT_SECRET' | 'GITHUB_CLIENT_SECRET',
): ClientCredentials | null {
  const [clientId, clientSecret] = [env[idName], env[secretName]];
  if (clientId === undefined && clientSecret === undefined) return null;
  if (clientId === undefined) throw new ConfigError(words.neededBy({ name: idName, other: secretName }));
  if (clientSecret === undefined) throw new ConfigError(words.neededBy({ name: secretName, other: idName }));
  return { clientId, clientSecret };
}

function openIdConnect(env: Variables): Config['oidc'] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return null;
  if (issuer === undefined)
    throw new ConfigError(
      words.neededWith({ name: 'OIDC_ISSUER', others: listed(['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']) }),
    );
  if (clientId === undefined)
    throw new ConfigError(
      words.neededWith({ name: 'OIDC_CLIENT_ID', others: listed(['OIDC_ISSUER', 'OIDC_CLIENT_SECRET']) }),
    );
  if (clientSecret === undefined)
    throw new ConfigError(
      words.neededWith({ name: 'OIDC_CLIENT_SECRET', others: listed(['OIDC_ISSUER', 'OIDC_CLIENT_ID']) }),
    );
  return { issuer, clientId, clientSecret };
}

/** Whether a host name means this machine and no other. Takes IPv6 with and without brackets. */
export function isLoopbackName(name: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(name);
}

function exportServiceUrl({ EXPORT_SERVICE_URL: url, EXPORT_SERVICE_TOKEN: token }: Variables): string | null {
  if (url === undefined) return null;
  if (token === undefined)
    throw new ConfigError(words.neededBy({ name: 'EXPORT_SERVICE_TOKEN', other: 'EXPORT_SERVICE_URL' }));
  return url.replace(/\/+$/, '');
}

function bucketOf({
  BUCKET_URL: url,
  BUCKET_KEY_ID: keyId,
  BUCKET_SECRET: secret,
  BUCKET_REGION: region,
}: Variables): Config['bucket'] {
  if (url === undefined) return null;
  if (keyId === undefined || secret === undefined)
    throw new ConfigError(words.neededWith({ name: 'BUCKET_URL', others: listed(['BUCKET_KEY_ID', 'BUCKET_SECRET']) }));
  return { url: url.replace(/\/+$/, ''), keyId, secret, region };
}

function exportQueue({ EXPORT_QUEUE_URL: url, EXPORT_QUEUE_TOKEN: token }: Variables): Config['exportQueue'] {
  if (url === undefined && token === undefined) return null;
  if (url === undefined)
    throw new ConfigError(words.neededBy({ name: 'EXPORT_QUEUE_URL', other: 'EXPORT_QUEUE_TOKEN' }));
  if (token === undefined)
    throw new ConfigError(words.neededBy({ name: 'EXPORT_QUEUE_TOKEN', other: 'EXPORT_QUEUE_URL' }));
  return { url: url.replace(/\/+$/, ''), token };
}

function hostInUrl(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

function isUrl(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}

/** 32 bytes from base64, null when the text is something else. */
export function decodeSecret(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) return null;
  return bytesOfBase64(text);
}
