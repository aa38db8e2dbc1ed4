/** A file's bytes on this device, for what draws few of them: the store's code comes with the first. */
export async function readFileHere(sha256: string): Promise<Blob | null> {
  return (await import('./page-clip-store.ts')).clipStore.read(sha256);
}
