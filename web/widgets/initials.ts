/** What stands in an avatar without a picture. */
import type { User } from '#shared/entities/user.ts';

type Named = Pick<User, 'firstName' | 'lastName'> & { email?: string | null };

/** The initials of both names, else the first two letters of the e-mail, else "U". */
export function initials(person: Named | null): string {
  const first = firstLetter(person?.firstName);
  const last = firstLetter(person?.lastName);
  if (first && last) return first + last;
  const mail = Array.from(person?.email ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase();
  return mail || 'U';
}

/** The full name, or the e-mail where there is none. */
export function displayName(person: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return [person.firstName, person.lastName].filter(Boolean).join(' ') || person.email;
}

function firstLetter(name: string | null | undefined): string {
  return Array.from(name?.trim() ?? '')[0]?.toUpperCase() ?? '';
}
