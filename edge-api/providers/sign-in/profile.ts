/** What providers say about a person, in the form that an account keeps. */
import { z } from 'zod';
import { limits } from '#shared/limits.ts';
import { lowerAddress } from '#shared/rules/lower-address.ts';
import type { Identity } from './port.ts';

const LONGEST_PICTURE_URL = 2_048;

/** The standard claims that are asked for (OpenID Connect Core, section 5.1). A provider may leave out any of them. */
export const profileClaims = z.object({
  email: z.string().nullish(),
  // Some providers send the word.
  email_verified: z.union([z.boolean(), z.string()]).nullish(),
  given_name: z.string().nullish(),
  family_name: z.string().nullish(),
  name: z.string().nullish(),
  picture: z.string().nullish(),
});
export type ProfileClaims = z.output<typeof profileClaims>;

/** The person of a set of claims, without who vouches for them. */
export function personOf(claims: ProfileClaims): Omit<Identity, 'provider' | 'subject'> {
  const email = emailOf(claims.email);
  const [first, last] = splitName(claims.name);
  return {
    email,
    isEmailVerified: email !== '' && (claims.email_verified === true || claims.email_verified === 'true'),
    firstName: nameOf(claims.given_name) ?? first,
    lastName: nameOf(claims.family_name) ?? (claims.given_name == null ? last : null),
    profileImageUrl: pictureOf(claims.picture),
  };
}

function emailOf(text: string | null | undefined): string {
  const email = lowerAddress(text?.trim() ?? '');
  return email.length <= limits.emailLength && /^[^\s@]+@[^\s@]+$/.test(email) ? email : '';
}

function nameOf(text: string | null | undefined): string | null {
  const name = text?.replace(/\p{C}/gu, '').trim() ?? '';
  return name === '' ? null : Array.from(name).slice(0, limits.nameLength).join('');
}

/** "Ada Lovelace King" is Ada, Lovelace King. */
function splitName(text: string | null | undefined): [string | null, string | null] {
  const [first, ...others] = nameOf(text)?.split(/\s+/) ?? [];
  return [nameOf(first), nameOf(others.join(' '))];
}

function pictureOf(text: string | null | undefined): string | null {
  if (text == null || text.length > LONGEST_PICTURE_URL || !URL.canParse(text)) return null;
  return new URL(text).protocol === 'https:' ? text : null;
}
