/** Headers that the page's calls carry. What they say is known elsewhere: it is installed at the start. */
type ReadHeaders = (method: string) => Promise<Record<string, string>>;

let read: ReadHeaders = async () => ({});

/** Call it once, before the first call that a person's page makes. */
export function installCallHeaders(installed: ReadHeaders): void {
  read = installed;
}

export async function callHeaders(method: string): Promise<Record<string, string>> {
  return read(method);
}
