/** Where clips, portraits and frames are: the server writes these addresses into its rows. */

/** @param sha256 of the file */
export function mediaUrl(sha256: string): `/api/media/${string}` {
  return `/api/media/${sha256}`;
}

export function frameUrl(sha256: string, place: 'first' | 'last'): `/api/media/${string}/frames/${string}` {
  return `/api/media/${sha256}/frames/${place}`;
}
