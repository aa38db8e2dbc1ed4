/** Headers that every changing call carries. What they say is known elsewhere: it is installed at the start. */
type ReadHeaders = () => Promise<Record<string, string>>;

let read: ReadHeaders = async () => ({});

/** Call it once, before the first changing call. */
export function installChangeHeaders(installed: ReadHeaders): void {
  read = installed;
}

/** None for a question. */
export async function changeHeaders(method: string): Promise<Record<string, string>> {
  return method === 'GET' ? {} : read();
}
