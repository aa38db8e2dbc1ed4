/** Everything that is kept in the origin private file system, by kind: what it is, where it lies, and whether it can be made again. */

export const storedKinds = {
  clips: { directory: 'clips', isRemade: false },
  movies: { directory: 'exports', isRemade: false },
  /** On their way to a person's downloads (`saved-projects.ts`). */
  savedProjects: { directory: 'saved-projects', isRemade: true },
  /** Named by the clip's hash and a version. */
  scrubCopies: { directory: 'scrub-copies', isRemade: true },
  /** Encoded pieces of movies, and what was measured of clips for exports. */
  segments: { directory: 'segments', isRemade: true },
  /** From another app, until they are added to a project or discarded (public/sw.js). */
  shared: { directory: 'shared', isRemade: false },
  /** Left to the document when an edit has no room (`spare-room.ts`). */
  spareRoom: { directory: 'spare-room', isRemade: false },
  soundShapes: { directory: 'sound-shapes', isRemade: true },
} as const satisfies Record<string, { directory: string; isRemade: boolean }>;
export type StoredKind = keyof typeof storedKinds;
