/** Where clips, portraits and frames are: the server writes these addresses into its rows. */

/** @param sha256 of the file */
export function mediaUrl(sha256: string): `/api/media/${string}` {
  return `/api/media/${sha256}`;
}

/** The hash in such an address; null for any other. */
export function mediaHash(url: string): string | null {
  return /^\/api\/media\/([0-9a-f]{64})$/.exec(url)?.[1] ?? null;
}

export function frameUrl(sha256: string, place: 'first' | 'last'): `/api/media/${string}/frames/${string}` {
  return `/api/media/${sha256}/frames/${place}`;
}
