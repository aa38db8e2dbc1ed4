/** Who looks after this server. */
import { lowerAddress } from '#shared/rules/lower-address.ts';
import type { Deps } from '../deps.ts';
import { LOCAL_PROVIDER } from '#edge-api/providers/sign-in/port.ts';
import { findVouchedAddress } from '#edge-api/repos/users.ts';

/**
 * Whether a person looks after this server: one of OPERATOR_EMAILS is theirs, and a provider has verified it. Where people
 * sign in on the server's own computer, their word is enough.
 */
export async function isOperator({ db, config }: Pick<Deps, 'db' | 'config'>, userId: string): Promise<boolean> {
  if (config.operatorEmails.length === 0) return false;
  const provider = config.localSignIn ? LOCAL_PROVIDER : '';
  const email = await findVouchedAddress(db, userId, provider);
  return email !== null && config.operatorEmails.includes(lowerAddress(email));
}
