/**
 * Jobs: rows with leases. Whoever claims a row may work on it until the lease ends; every write of a runner is fenced, so
 * that one which was paused past its lease changes nothing.
 */
import { z } from 'zod';
import type { Db, ResultSet, Statement } from '#edge-api/db/client.ts';
import { flagColumn, parseFirst, parseRows } from '#edge-api/db/rows.ts';
import {
  headsOf,
  LEASE_MS,
  WATCHED_JOB,
  WATCHED_OF_PERSON,
  watchedDue,
  workSchema,
  type Breadth,
  type LinedWork,
} from './job-lines.ts';

export const jobStates = [
  'queued',
  'backing_off',
  'submitting',
  'running',
  'saving',
  'waiting_for_frame',
  'blocked_no_key',
  'done',
  'failed',
  'unknown',
  'cancelled',
] as const;
export type JobState = (typeof jobStates)[number];

const jobSchema = z.object({
  id: z.string(),
  kind: z.enum(['clip', 'breakdown']),
  userId: z.string(),
  projectId: z.string(),
  sceneId: z.string().nullable(),
  state: z.enum(jobStates),
  params: z.string().nullable(),
  upstreamId: z.string().nullable(),
  fileId: z.string().nullable(),
  cancelDue: flagColumn,
  /** It is over here, and upstream is still asked what became of it. */
  askDue: flagColumn,
  /** Whose allowance of clips at once it counts against; null for a breakdown. */
  quotaMark: z.string().nullable(),
  /** Times the request was sent. */
  attempt: z.number().int(),
  /** Times the present state was tried and nothing was learnt. */
  tries: z.number().int(),
  stateSinceMs: z.number().int(),
  createdAtMs: z.number().int(),
});
export type Job = z.infer<typeof jobSchema>;

const claimedSchema = jobSchema.extend({ work: workSchema, line: z.string() });
/** A job that this runner has just taken the lease of, with what is to be done. */
export type ClaimedJob = z.infer<typeof claimedSchema>;

/** A job that this runner holds the lease of. */
export type Lease = { jobId: string; state: JobState; leaseBy: string };

export const RENEW_LEASE_EVERY_MS = 15_000;

const COLUMNS = `id, kind, user_id as userId, project_id as projectId, scene_id as sceneId, state, params, upstream_id as upstreamId,
  file_id as fileId, cancel_due as cancelDue, ask_due as askDue, quota_mark as quotaMark, attempt, tries, state_since_ms as stateSinceMs,
  created_at_ms as createdAtMs, work, line`;

/** Condition of a row of `jobs`: somebody works, or will work, on it. */
export const LIVE_JOB = `state in ('queued', 'backing_off', 'submitting', 'running', 'saving', 'waiting_for_frame', 'blocked_no_key')`;

export type NewJob = {
  id: string;
  kind: 'clip' | 'breakdown';
  userId: string;
  projectId: string;
  sceneId: string | null;
  quotaMark: string | null;
  nowMs: number;
};

/** Writes a queued job. Fails on the unique indexes when the scene or the project has a live one. */
export function insertJob(job: NewJob): Statement {
  return {
    sql: `insert into jobs (id, kind, user_id, project_id, scene_id, quota_mark, state, state_since_ms, next_at_ms, created_at_ms, updated_at_ms)
      values (:id, :kind, :userId, :projectId, :sceneId, :quotaMark, 'queued', :nowMs, :nowMs, :nowMs, :nowMs)`,
    args: { ...job },
  };
}

export type Claim = { leaseBy: string; nowMs: number; limit: number };

/** Lines of one kind of work, and how many jobs of each may be worked on at once. */
export type LinesToServe = { work: LinedWork; lines: readonly string[]; atOnce: number };

/** Takes the lease of up to `limit` heads of some lines that are due. */
export function claimHeads({ work, lines, atOnce }: LinesToServe, claim: Claim): Statement {
  return { sql: claimWhere(headsOf(work, atOnce)), args: { ...claim, lines: JSON.stringify(lines) } };
}

/** Takes the lease of up to `limit` jobs that are to be asked about. */
export function claimWatched(breadth: Breadth, claim: Claim): Statement {
  return { sql: claimWhere(watchedDue(breadth)), args: claim };
}

/** The same of one job. */
export function claimWatchedJob(jobId: string, { leaseBy, nowMs }: Omit<Claim, 'limit'>): Statement {
  return { sql: claimWhere(WATCHED_JOB), args: { jobId, leaseBy, nowMs } };
}

/** The same of one job of a person. */
export function claimWatchedOf(userId: string, { leaseBy, nowMs }: Omit<Claim, 'limit'>): Statement {
  return { sql: claimWhere(WATCHED_OF_PERSON), args: { userId, leaseBy, nowMs } };
}

function claimWhere(condition: string): string {
  return `update jobs set lease_by = :leaseBy, lease_until_ms = :nowMs + case
      when state in ('running', 'saving') then ${LEASE_MS.short}
      when kind = 'breakdown' then ${LEASE_MS.breakdown} else ${LEASE_MS.clip} end
    where ${condition}
    returning ${COLUMNS}`;
}

export function parseClaimed(result: ResultSet): ClaimedJob[] {
  return parseRows(claimedSchema, result);
}

/**
 * Runs statements as one batch if the lease is still held and the job is in the state it was read in.
 * @returns false when the lease was lost; nothing was written then
 */
export async function writeFenced(db: Db, lease: Lease, statements: readonly Statement[]): Promise<boolean> {
  const fence: Statement = {
    sql: `insert into expectation (holds)
      select count(*) = 1 from jobs where id = :jobId and state = :state and lease_by = :leaseBy and lease_until_ms > 0`,
    args: { jobId: lease.jobId, state: lease.state, leaseBy: lease.leaseBy },
  };
  try {
    await db.batch([fence, ...statements], 'write');
    return true;
  } catch (error) {
    if (error instanceof Error && /expectation failed/.test(error.message)) return false;
    throw error;
  }
}

export type JobChange = {
  state: JobState;
  nowMs: number;
  /** When it falls due next; left out for states that are over. */
  nextAtMs?: number;
  params?: string;
  upstreamId?: string;
  fileId?: string;
  /** The file that it brought. */
  clipSha256?: string;
  quotaMark?: string;
  attempt?: number;
  tries?: number;
  errorCode?: string;
  /** Whether upstream is to be asked what became of it, though it is over here. */
  askDue?: boolean;
  /** Keeps the lease for so long: work under it goes on. */
  keepLeaseMs?: number;
};

/** Moves a job to a state. Part of a fenced batch. */
export function changeJob(job: Job, change: JobChange): Statement {
  const isSameState = change.state === job.state;
  return {
    sql: `update jobs set state = :state, params = coalesce(:params, params), upstream_id = coalesce(:upstreamId, upstream_id),
        file_id = coalesce(:fileId, file_id), quota_mark = coalesce(:quotaMark, quota_mark),
        clip_sha256 = coalesce(:clipSha256, clip_sha256), attempt = :attempt, tries = :tries, error_code = :errorCode, ask_due = :askDue,
        state_since_ms = :stateSinceMs, next_at_ms = :nextAtMs, updated_at_ms = :nowMs,
        lease_until_ms = case when :keepLeaseMs > 0 then :nowMs + :keepLeaseMs else 0 end,
        lease_by = case when :keepLeaseMs > 0 then lease_by else null end
      where id = :id`,
    args: {
      id: job.id,
      state: change.state,
      params: change.params ?? null,
      upstreamId: change.upstreamId ?? null,
      fileId: change.fileId ?? null,
      quotaMark: change.quotaMark ?? null,
      clipSha256: change.clipSha256 ?? null,
      attempt: change.attempt ?? job.attempt,
      tries: change.tries ?? (isSameState ? job.tries : 0),
      errorCode: change.errorCode ?? null,
      askDue: change.askDue === true ? 1 : 0,
      stateSinceMs: isSameState ? job.stateSinceMs : change.nowMs,
      nextAtMs: change.nextAtMs ?? change.nowMs,
      nowMs: change.nowMs,
      keepLeaseMs: change.keepLeaseMs ?? 0,
    },
  };
}

export type Submit = {
  nowMs: number;
  params: string;
  keepLeaseMs: number;
  /** How many clips upstream may be at work on for one quota mark, and for one person, who may have changed the key. */
  clipsAtOnce: number;
};

/**
 * Moves a claimed clip on to `submitting` if its quota and its person have room for one more at work; decided by the
 * database, not by who asks.
 */
export function beginSubmit(job: Job, { clipsAtOnce, ...submit }: Submit): Statement[] {
  const hasRoom = (whose: string): Statement => ({
    sql: `insert into expectation (holds) select count(*) < :clipsAtOnce from jobs
      where ${whose} and kind = 'clip' and state in ('submitting', 'running')`,
    args: { quotaMark: job.quotaMark, userId: job.userId, clipsAtOnce },
  });
  return [
    hasRoom('quota_mark = :quotaMark'),
    hasRoom('user_id = :userId and work is not null'),
    changeJob(job, { state: 'submitting', ...submit, attempt: job.attempt + 1 }),
  ];
}

/** Lengthens a held lease. @returns false when it was lost */
export async function renewLease(db: Db, lease: Lease, nowMs: number): Promise<boolean> {
  const result = await db.execute({
    sql: 'update jobs set lease_until_ms = :untilMs where id = :jobId and state = :state and lease_by = :leaseBy',
    args: { ...lease, untilMs: nowMs + LEASE_MS.short },
  });
  return result.rowsAffected === 1;
}

/** Gives a lease back with nothing changed, so that anybody may go on from `nextAtMs`. */
export async function releaseLease(db: Db, lease: Lease, at: { nowMs: number; nextAtMs: number }): Promise<void> {
  await db.execute({
    sql: `update jobs set lease_by = null, lease_until_ms = 0, next_at_ms = :nextAtMs, updated_at_ms = :nowMs
      where id = :jobId and state = :state and lease_by = :leaseBy`,
    args: { ...lease, ...at },
  });
}

/**
 * Keeps the name of work that was accepted when the job was no longer its sender's, or its sender could not write it down:
 * the job goes on, upstream is told that it was cancelled, or it is asked about it where its answer was given up.
 * @returns false when there is no such job any more, so that nobody will
 */
export async function noteLateWork(db: Db, jobId: string, upstreamId: string, nowMs: number): Promise<boolean> {
  await db.execute({
    sql: `update jobs set upstream_id = :upstreamId, cancel_due = state = 'cancelled', ask_due = state = 'unknown',
        state_since_ms = case when state = 'submitting' then :nowMs else state_since_ms end,
        state = case when state = 'submitting' then 'running' else state end,
        next_at_ms = :nowMs, updated_at_ms = :nowMs, lease_by = null, lease_until_ms = 0
      where id = :jobId and state in ('submitting', 'cancelled', 'unknown') and upstream_id is null`,
    args: { jobId, upstreamId, nowMs },
  });
  return (await db.execute({ sql: 'select 1 from jobs where id = :jobId', args: { jobId } })).rows.length > 0;
}

/** Upstream was told (or can't be), and will be asked what it came to: what was made until then may be charged. */
export async function cancelTold(db: Db, jobId: string, at: { nowMs: number; askAtMs: number }): Promise<void> {
  await db.execute({
    sql: `update jobs set cancel_due = 0, ask_due = upstream_id is not null, next_at_ms = :askAtMs, updated_at_ms = :nowMs,
        lease_by = null, lease_until_ms = 0
      where id = :jobId`,
    args: { jobId, ...at },
  });
}

/** Holds while no later job was written for the scene of this one, whatever the clock said, and the scene is there. */
export function expectLatestOfScene(job: Job): Statement {
  return {
    sql: `insert into expectation (holds)
      select exists (select 1 from scenes where id = :sceneId and deleted_at_ms is null)
        and not exists (select 1 from jobs where scene_id = :sceneId and rowid > (select rowid from jobs where id = :id))`,
    args: { id: job.id, sceneId: job.sceneId },
  };
}

export type CancelScope = { sceneId: string } | { projectId: string };

/**
 * Ends the live jobs of a scene (with the segments that hang on it) or of a project. Upstream is told by the runner. For
 * batches in which the scenes are changed too.
 * @param options.keepMade leaves clips alone that are made, paid for and only have to be fetched
 */
export function cancelJobs(scope: CancelScope, nowMs: number, options: { keepMade?: boolean } = {}): Statement[] {
  const where =
    'sceneId' in scope
      ? '(scene_id = :id or scene_id in (select id from scenes where parent_scene_id = :id))'
      : 'project_id = :id';
  const args = { id: 'sceneId' in scope ? scope.sceneId : scope.projectId, nowMs };
  return [
    {
      sql: `update jobs set cancel_due = case when upstream_id is not null and state = 'running' then 1 else 0 end,
          state = 'cancelled', state_since_ms = :nowMs, next_at_ms = :nowMs, updated_at_ms = :nowMs, lease_by = null, lease_until_ms = 0
        where ${where} and ${LIVE_JOB}${options.keepMade === true ? ` and state <> 'saving'` : ''}`,
      args,
    },
  ];
}

export type LiveJob = { id: string; kind: 'clip' | 'breakdown'; sceneId: string | null; state: JobState };

/** The live jobs of a project. */
export async function liveJobsOfProject(db: Db, projectId: string): Promise<LiveJob[]> {
  const result = await db.execute({
    sql: `select id, kind, scene_id as sceneId, state from jobs where project_id = :projectId and ${LIVE_JOB}`,
    args: { projectId },
  });
  const schema = z.object({
    id: z.string(),
    kind: z.enum(['clip', 'breakdown']),
    sceneId: z.string().nullable(),
    state: z.enum(jobStates),
  });
  return parseRows(schema, result);
}

const standingSchema = z.object({
  userId: z.string(),
  quotaMark: z.string().nullable(),
  /** Null when it is over. */
  work: workSchema.nullable(),
  /** When it is to be worked on next. */
  atMs: z.number().int(),
});

/** Whose a job is, and what comes next; null when it is gone. */
export async function readStanding(db: Db, jobId: string): Promise<z.infer<typeof standingSchema> | null> {
  const sql = `select user_id as userId, quota_mark as quotaMark, work, next_at_ms as atMs from jobs where id = :jobId`;
  return parseFirst(standingSchema, await db.execute({ sql, args: { jobId } })) ?? null;
}

/** Jobs of all people that wait or are worked on. */
export async function countLiveJobs(db: Db): Promise<number> {
  const result = await db.execute('select count(*) as count from jobs where work is not null');
  return parseFirst(z.object({ count: z.number() }), result)?.count ?? 0;
}

/** Looks at once for the key of jobs that wait for one. */
export function resumeBlocked(sceneId: string, nowMs: number): Statement {
  return {
    sql: `update jobs set next_at_ms = :nowMs where scene_id = :sceneId and state = 'blocked_no_key'`,
    args: { sceneId, nowMs },
  };
}

/** Looks at once at the clips of a project that wait for what goes before them; in the order in which they were asked for. */
export function wakeWaiting(projectId: string): Statement {
  return {
    sql: `update jobs set next_at_ms = min(next_at_ms, created_at_ms) where project_id = :projectId and state = 'waiting_for_frame'`,
    args: { projectId },
  };
}

/** As `wakeWaiting`, for every project of a person in which a file is some scene's clip. */
export function wakeWaitingForClip(userId: string, sha256: string): Statement {
  return {
    sql: `update jobs set next_at_ms = min(next_at_ms, created_at_ms) where state = 'waiting_for_frame' and project_id in
      (select project_id from media_refs where sha256 = :sha256 and user_id = :userId)`,
    args: { userId, sha256 },
  };
}
