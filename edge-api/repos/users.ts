/** People, and who vouches for them. */
import { z } from 'zod';
import type { Db } from '#edge-api/db/client.ts';
import { parseFirst } from '#edge-api/db/rows.ts';

const userRow = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
});
export type UserRecord = z.output<typeof userRow>;

export async function findUser(db: Db, id: string): Promise<UserRecord | null> {
  const sql = `select id, email, first_name as firstName, last_name as lastName, profile_image_url as profileImageUrl from users where id = :id`;
  return parseFirst(userRow, await db.execute({ sql, args: { id } }));
}

/**
 * A person's address if it counts as theirs; null otherwise.
 * @param trustedProvider one whose people need no verification; '' for none
 */
export async function findVouchedAddress(db: Db, id: string, trustedProvider: string): Promise<string | null> {
  const sql = `select email from users u where id = :id and email <> '' and (email_verified = 1
    or exists (select 1 from sign_ins where user_id = u.id and provider = :trustedProvider))`;
  const result = await db.execute({ sql, args: { id, trustedProvider } });
  return parseFirst(z.object({ email: z.string() }), result)?.email ?? null;
}

/** The person for whom a provider vouches under this name. */
export async function findUserIdBySignIn(db: Db, provider: string, subject: string): Promise<string | null> {
  const sql = 'select user_id as id from sign_ins where provider = :provider and subject = :subject';
  return parseFirst(z.object({ id: z.string() }), await db.execute({ sql, args: { provider, subject } }))?.id ?? null;
}

/** What a sign-in says about a person. */
export type PersonRecord = UserRecord & { isEmailVerified: boolean };

/**
 * Writes a person together with their first sign-in. Fails as a whole when the sign-in is somebody's already, or when the
 * person was to be the first and isn't.
 */
export async function insertUser(
  db: Db,
  person: PersonRecord,
  signIn: { provider: string; subject: string },
  { nowMs, isFirst }: { nowMs: number; isFirst: boolean },
): Promise<void> {
  const first = 'insert into expectation (holds) select max(id) is null from users';
  await db.batch(
    [
      ...(isFirst ? [first] : []),
      {
        sql: `insert into users (id, email, email_verified, first_name, last_name, profile_image_url, created_at_ms, updated_at_ms)
          values (:id, :email, :isEmailVerified, :firstName, :lastName, :profileImageUrl, :nowMs, :nowMs)`,
        args: { ...person, nowMs },
      },
      {
        sql: 'insert into sign_ins (provider, subject, user_id, created_at_ms) values (:provider, :subject, :userId, :nowMs)',
        args: { ...signIn, userId: person.id, nowMs },
      },
    ],
    'write',
  );
}

/** Takes over what a sign-in says about a person. What it doesn't say stays; an address and the word on it go together. */
export async function updateUser(db: Db, person: PersonRecord, nowMs: number): Promise<void> {
  await db.execute({
    sql: `update users set email = iif(:email = '', email, :email),
        email_verified = iif(:email = '', email_verified, :isEmailVerified), first_name = coalesce(:firstName, first_name), last_name = coalesce(:lastName, last_name),
        profile_image_url = coalesce(:profileImageUrl, profile_image_url), updated_at_ms = :nowMs
      where id = :id`,
    args: { ...person, nowMs },
  });
}
