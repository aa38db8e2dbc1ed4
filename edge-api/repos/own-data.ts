/** What a person's data download reads beyond what their screens do. */
import { z } from 'zod';
import type { Db } from '#edge-api/db/client.ts';
import { parseFirst, parseRows } from '#edge-api/db/rows.ts';

const accountRow = z.object({
  email: z.string(),
  isEmailVerified: z.number().transform((value) => value === 1),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  createdAt: z.number(),
});
const signInRow = z.object({ provider: z.string(), subject: z.string(), createdAt: z.number() });

/** A person's account and the sign-ins that lead to it; null when they have gone. */
export async function findAccount(db: Db, userId: string) {
  const args = { userId };
  const [account, signIns] = await db.batch(
    [
      {
        sql: `select email, email_verified as isEmailVerified, first_name as firstName, last_name as lastName,
          profile_image_url as profileImageUrl, created_at_ms as createdAt from users where id = :userId`,
        args,
      },
      { sql: 'select provider, subject, created_at_ms as createdAt from sign_ins where user_id = :userId', args },
    ],
    'read',
  );
  const found = account === undefined ? null : parseFirst(accountRow, account);
  return found === null ? null : { ...found, signIns: signIns === undefined ? [] : parseRows(signInRow, signIns) };
}

const fileRow = z.object({ sha256: z.string(), contentType: z.string() });
export type OwnFile = z.output<typeof fileRow>;

/** The files that a project holds: its clips, earlier ones too, and the portraits of its characters. */
export async function listOwnFiles(db: Db, userId: string, projectId: string): Promise<OwnFile[]> {
  const args = { userId, projectId };
  const results = await db.batch(
    [
      {
        sql: `select distinct m.sha256, m.content_type as contentType from media_refs r join media m on m.sha256 = r.sha256
          where r.project_id = :projectId and r.user_id = :userId order by 1`,
        args,
      },
      {
        sql: `select p.sha256, p.content_type as contentType from picture_refs r join pictures p on p.sha256 = r.sha256
          where r.project_id = :projectId and r.user_id = :userId order by 1`,
        args,
      },
    ],
    'read',
  );
  return results.flatMap((set) => parseRows(fileRow, set));
}

const exportRow = z.object({ id: z.string(), fileName: z.string(), sha256: z.string() });

/** Finished movies of a person that the server still keeps. */
export async function listKeptMovies(db: Db, userId: string): Promise<z.output<typeof exportRow>[]> {
  const sql = `select id, file_name as fileName, file_sha256 as sha256 from export_jobs
    where user_id = :userId and status = 'complete' and file_sha256 is not null order by created_at_ms`;
  return parseRows(exportRow, await db.execute({ sql, args: { userId } }));
}
