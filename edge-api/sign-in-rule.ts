/** Who may sign in, and who looks after the server: lists of addresses that whoever runs it has written down. */
import { z } from 'zod';
import { lowerAddress } from '#shared/rules/lower-address.ts';
import { configWords as words } from './operator-words.ts';

export type SignInRule =
  | { kind: 'everybody' }
  /** Whoever has an account, and the first person while nobody has one. */
  | { kind: 'first-only' }
  /** `domains` are without their @. */
  | { kind: 'listed'; addresses: readonly string[]; domains: readonly string[] };

const FIRST_ONLY = 'first-only';
const address = /^[^\s@]+@[^\s@]+$/;
const domain = /^@[^\s@]+$/;

const entries = z.string().transform((text) =>
  lowerAddress(text)
    .split(/[\s,;]+/)
    .filter((entry) => entry !== ''),
);

/** `SIGN_IN_ALLOWED`: addresses and @domains, or `first-only`. */
export const signInRuleText = entries
  .refine(
    (list) =>
      list.length > 0 &&
      (list.every((entry) => address.test(entry) || domain.test(entry)) ||
        (list.length === 1 && list[0] === FIRST_ONLY)),
    words.signInAllowed,
  )
  .transform((list): SignInRule => {
    if (list[0] === FIRST_ONLY) return { kind: 'first-only' };
    const isDomain = (entry: string): boolean => entry.startsWith('@');
    return {
      kind: 'listed',
      addresses: list.filter((entry) => !isDomain(entry)),
      domains: list.filter(isDomain).map((entry) => entry.slice(1)),
    };
  });

/** `OPERATOR_EMAILS`. */
export const addressList = entries.refine(
  (list) => list.length > 0 && list.every((entry) => address.test(entry)),
  words.addresses,
);

/** Whether a rule's list names an address. A domain is its own only: `@reel.example` is not `@mail.reel.example`. */
export function isListed(rule: Extract<SignInRule, { kind: 'listed' }>, email: string): boolean {
  const lower = lowerAddress(email);
  return rule.addresses.includes(lower) || rule.domains.includes(lower.slice(lower.lastIndexOf('@') + 1));
}
