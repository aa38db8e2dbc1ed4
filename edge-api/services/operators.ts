/** Who looks after this server, and whom they still let in. */
import { lowerAddress } from '#shared/rules/lower-address.ts';
import type { Deps } from '../deps.ts';
import { LOCAL_PROVIDER } from '#edge-api/providers/sign-in/port.ts';
import { findVouchedAddress } from '#edge-api/repos/users.ts';
import { isListed } from '#edge-api/sign-in-rule.ts';

type ListDeps = Pick<Deps, 'db' | 'config'>;

/** Whether a person looks after this server: one of OPERATOR_EMAILS is theirs. */
export async function isOperator(deps: ListDeps, userId: string): Promise<boolean> {
  const { operatorEmails } = deps.config;
  if (operatorEmails.length === 0) return false;
  const email = await provenAddress(deps, userId);
  return email !== null && operatorEmails.includes(lowerAddress(email));
}

/** Whether a person who is signed in would still be let in. */
export async function isStillLetIn(deps: ListDeps, userId: string): Promise<boolean> {
  const { signInRule } = deps.config;
  if (signInRule.kind !== 'listed') return true;
  const email = await provenAddress(deps, userId);
  return email !== null && isListed(signInRule, email);
}

/** A provider has verified it. Where people sign in on the server's own computer, their word is enough. */
function provenAddress({ db, config }: ListDeps, userId: string): Promise<string | null> {
  return findVouchedAddress(db, userId, config.localSignIn ? LOCAL_PROVIDER : '');
}
