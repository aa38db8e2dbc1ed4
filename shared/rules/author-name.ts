/** A person's name as movies state it. */

/** Null for somebody without a name. */
export function authorName(person: { firstName: string | null; lastName: string | null } | null): string | null {
  const name = [person?.firstName, person?.lastName].filter(Boolean).join(' ');
  return name === '' ? null : name;
}
