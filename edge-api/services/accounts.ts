/** People: from a provider's word for who they are to an account, and what they are told about it. */
import { uuidv7 } from '#shared/entities/id.ts';
import type { User } from '#shared/entities/user.ts';
import { AppError } from '#shared/errors.ts';
import type { Deps } from '../deps.ts';
import type { Identity } from '#edge-api/providers/sign-in/port.ts';
import { findUser, findUserIdBySignIn, insertUser, updateUser } from '#edge-api/repos/users.ts';
import { keyMask } from './key-vault.ts';
import { accountWords } from './words.ts';

/**
 * The account of an identity, made when it is seen for the first time. Answers its id. An account is what a provider
 * calls by one name: an e-mail address joins nobody to anybody's account, verified or not.
 */
export async function accountFor(deps: Pick<Deps, 'db' | 'now' | 'randomBytes'>, identity: Identity): Promise<string> {
  const { provider, subject, ...person } = identity;
  const known = await findUserIdBySignIn(deps.db, provider, subject);
  const now = deps.now();
  if (known !== null) {
    await updateUser(deps.db, { ...person, id: known }, now);
    return known;
  }
  const id = uuidv7(now, deps.randomBytes(10));
  try {
    await insertUser(deps.db, { ...person, id }, { provider, subject }, now);
    return id;
  } catch (error) {
    // The same person signed in twice at once: the other one was first.
    const first = await findUserIdBySignIn(deps.db, provider, subject);
    if (first === null) throw error;
    return first;
  }
}

/**
 * What a person is told about themselves.
 * @throws AppError `unauthenticated` when the account is gone
 */
export async function ownProfile(deps: Pick<Deps, 'db' | 'keySecrets' | 'config'>, userId: string): Promise<User> {
  const user = await findUser(deps.db, userId);
  if (user === null) throw new AppError('unauthenticated', accountWords.signIn);
  return {
    ...user,
    // The browser asks nobody but this server, which hands the provider's picture on.
    profileImageUrl: user.profileImageUrl === null ? null : '/api/user/avatar',
    geminiApiKey: await keyMask(deps, userId),
  };
}
