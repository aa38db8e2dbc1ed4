/** Accounts: from a provider's identity to an account, and what its owner sees of it. */
import { uuidv7 } from '#shared/entities/id.ts';
import type { User } from '#shared/entities/user.ts';
import { AppError } from '#shared/errors.ts';
import type { Deps } from '../deps.ts';
import type { Identity } from '#edge-api/providers/sign-in/port.ts';
import { findUser, findUserIdBySignIn, insertUser, updateUser } from '#edge-api/repos/users.ts';
import { keyMask } from './key-vault.ts';
import { accountWords } from './words.ts';

/**
 * Finds or creates the account of an identity. Returns its id. An account is one identity at one provider: a shared
 * e-mail address, verified or not, never links two.
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
    // The same person signed in twice at once, and the other request won.
    const first = await findUserIdBySignIn(deps.db, provider, subject);
    if (first === null) throw error;
    return first;
  }
}

/**
 * A person's own profile.
 * @throws AppError `unauthenticated` when the account is gone
 */
export async function ownProfile(deps: Pick<Deps, 'db' | 'keySecrets' | 'config'>, userId: string): Promise<User> {
  const user = await findUser(deps.db, userId);
  if (user === null) throw new AppError('unauthenticated', accountWords.signIn);
  return {
    ...user,
    // Browsers contact only this server, which relays the provider's picture.
    profileImageUrl: user.profileImageUrl === null ? null : '/api/user/avatar',
    geminiApiKey: await keyMask(deps, userId),
  };
}
