/** What pages keep of a person outside the database. */

/** Removes what the page itself keeps of a person: open drafts, and how far generation was. What others left stays. */
export function forgetDrafts(
  storages: readonly Storage[],
  person: { userId: string; projectIds: readonly string[] },
): void {
  for (const storage of storages)
    for (const name of Object.keys(storage))
      if (name.startsWith('storyreel.') && isDraftOf(person, name, storage.getItem(name))) storage.removeItem(name);
}

/** A draft says by its name of which project it is, or in its text of which person. */
function isDraftOf(
  { userId, projectIds }: { userId: string; projectIds: readonly string[] },
  name: string,
  text: string | null,
): boolean {
  return projectIds.some((id) => name.endsWith(`.${id}`)) || text?.includes(JSON.stringify(userId)) === true;
}
