/** Accounts: from a provider's identity to an account, and what its owner sees of it. */
import { uuidv7 } from '#shared/entities/id.ts';
import type { User } from '#shared/entities/user.ts';
import { AppError } from '#shared/errors.ts';
import type { Deps } from '../deps.ts';
import { LOCAL_PROVIDER, type Identity } from '#edge-api/providers/sign-in/port.ts';
import { isConflict } from '#edge-api/repos/conflict.ts';
import { findUser, findUserIdBySignIn, insertUser, updateUser } from '#edge-api/repos/users.ts';
import { isListed } from '#edge-api/sign-in-rule.ts';
import { keyMask } from './key-vault.ts';
import { isOperator } from './operators.ts';
import { accountWords } from './words.ts';

type AccountDeps = Pick<Deps, 'db' | 'now' | 'randomBytes' | 'config'>;

/**
 * Finds or creates the account of an identity. Returns its id. An account is one identity at one provider: a shared
 * e-mail address, verified or not, never links two.
 * @throws AppError `sign_in_closed` for somebody whom the server isn't open to
 */
export async function accountFor(deps: AccountDeps, identity: Identity): Promise<string> {
  const { provider, subject, ...person } = identity;
  const { signInRule } = deps.config;
  // A list is asked at every sign-in, and now and then of those who are in (sessions.ts), so that who is taken off it stays out.
  if (signInRule.kind === 'listed' && !(hasProvenAddress(identity) && isListed(signInRule, identity.email)))
    throw new AppError('sign_in_closed', accountWords.notListed);
  const known = await findUserIdBySignIn(deps.db, provider, subject);
  const now = deps.now();
  if (known !== null) {
    await updateUser(deps.db, { ...person, id: known }, now);
    return known;
  }
  const id = uuidv7(now, deps.randomBytes(10));
  try {
    const isFirst = signInRule.kind === 'first-only';
    await insertUser(deps.db, { ...person, id }, { provider, subject }, { nowMs: now, isFirst });
    return id;
  } catch (error) {
    // The same person signed in twice at once, and the other request won.
    const first = await findUserIdBySignIn(deps.db, provider, subject);
    if (first !== null) return first;
    if (signInRule.kind === 'first-only' && isConflict(error))
      throw new AppError('sign_in_closed', accountWords.closedToNew, { cause: error });
    throw error;
  }
}

/** Whoever signs in on the server's own computer could be anybody there anyway, so their word is enough. */
function hasProvenAddress({ provider, isEmailVerified }: Identity): boolean {
  return isEmailVerified || provider === LOCAL_PROVIDER;
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
    ...((await isOperator(deps, userId)) ? { isOperator: true } : {}),
    ...(deps.config.demoStudio ? {} : { lacksDemoStudio: true }),
  };
}
