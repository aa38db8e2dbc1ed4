/** Every limit that a person or a client can run into, in one place. Lengths are in UTF-16 code units. */
export const limits = {
  titleLength: 120,
  descriptionLength: 5_000,
  promptLength: 8_000,
  negativePromptLength: 1_000,
  overlayTextLength: 300,
  overlaysPerScene: 30,
  scenesPerProject: 150,
  /** Of one person on one server. */
  projectsPerPerson: 500,
  scenesPerPerson: 20_000,
  nameLength: 80,
  emailLength: 254,
  apiKeyLength: 512,
  genresPerProject: 5,
  targetLengthMinSeconds: 30,
  targetLengthMaxSeconds: 600,
  targetLengthStepSeconds: 30,
  targetLengthDefaultSeconds: 120,
  jsonBodyBytes: 256 * 1024,
  /** Changes made in one call: each is about ten questions to the database. */
  changesInCall: 24,
  /** After so long, or so many bytes of answers, the rest is left to another call: a page waits twenty seconds. */
  changesCallMs: 5_000,
  changesReplyBytes: 500_000,
  /** Characters of a request’s whole address; ours have a few hundred. */
  addressLength: 4_096,
  frameBytes: 400_000,
  /** Pixels of a side of an uploaded frame. */
  frameSide: 2_048,
  charactersPerProject: 3,
  characterDescriptionLength: 1_000,
  /** A portrait as image models make them is 1 to 2 MB. */
  portraitBytes: 8_000_000,
  /**
   * Own pictures of a scene; bytes of one, and of a portrait that a person brings; bytes of all in one request, which may have
   * 20 MB where models take them, and there four letters stand for three bytes; and pixels of the longer side.
   */
  referencePictures: 3,
  referencesPerClip: 3,
  referencePictureBytes: 4_500_000,
  requestPicturesBytes: 14_000_000,
  referencePictureSide: 2_048,
  referenceWordsLength: 100,
  /** A picture of one's own: bytes, and pixels of a side. */
  ownPictureBytes: 20_000_000,
  ownPictureSide: 8_192,
  /** Other material of one's own: bytes. */
  ownClipBytes: 2_000_000_000,
  /** Of a scene's own clip; trims and texts reach as far. */
  ownClipSeconds: 3_600,
  ownSoundBytes: 200_000_000,
  ownFileNameLength: 200,
  /** Of one person: files, and uploads that aren't complete. */
  ownFilesPerPerson: 5_000,
  openUploadsPerPerson: 200,
  /** Bytes of each part of an upload but for the last. */
  uploadPartBytes: 8 * 1024 * 1024,
  /** An upload that nothing was sent of for so long is given up. */
  uploadKeptHours: 72,
  avatarBytes: 1_000_000,
  /** Projects on one page of a person's list. */
  projectsPage: 100,
  /** What somebody writes who reports a project, and reports that operators see at once. */
  reportLength: 1_000,
  reportsPage: 200,
  /** Projects on one page of the showcase. */
  showcasePage: 60,
  /** Entries of a project's history: this many are kept, for this long, and one page holds so many. */
  historyEntries: 500,
  historyDays: 30,
  historyPage: 50,
  deviceNameLength: 60,
  /**
   * Versions of a project: named ones; those of editing, and as many of risky steps, which get fewer with age
   * (rules/surplus-versions.ts); and bytes of one that is sent.
   */
  versionsNamed: 60,
  versionsAutomatic: 120,
  versionBytes: 2_000_000,
  /** Versions of a project on the server, compressed: all of one of these three kinds. */
  versionsStoredBytes: 4_000_000,
  monthlyCapMaxUsd: 100_000,
  /** Days of spending that can be asked for at once, and attempts on one page of the ledger. */
  spendingDays: 366,
  ledgerPage: 100,
  /** Exports of one person that the server has not finished. */
  exportsWaiting: 10,
  /** Finished exports that the server keeps for one person: with more than this it begins no other. */
  exportsKeptBytes: 10_000_000_000,
  /** The newest, of one person or project. */
  exportsListed: 100,
  /** Pictures of texts that a page sends for one export: number, bytes, and pixels of a side. */
  exportPictures: 500,
  exportPictureBytes: 3_000_000,
  exportPictureSide: 4_096,
  /** All pictures that the server keeps for one person. */
  exportPicturesBytes: 300_000_000,
  /** How long the server keeps a movie that it wrote, and pictures of texts that were sent for one. */
  exportHours: 24,
  /** A clip from a model is a few MB; more than this is not what was asked for. */
  clipBytes: 100 * 1024 * 1024,
  genreDetectionMinCharacters: 50,
  genreDetectionDelayMs: 2_000,
  fontSizeMin: 16,
  fontSizeMax: 72,
  fontSizeStep: 2,
  fontSizeDefault: 32,
  /** Of a text, coming or going. */
  textFadeMaxSeconds: 10,
  /** Of the clip that a text lies on. */
  textTimeMaxSeconds: 3_600,
  /** Of a scene's sound, in decibels. The lowest is silence. */
  gainMinDb: -60,
  gainMaxDb: 12,
  soundFadeMaxSeconds: 60,
  transitionMinSeconds: 0.1,
  transitionMaxSeconds: 4,
  /** Pieces of music and voice-overs under one movie, and recordings of one voice-over. */
  audioPerProject: 100,
  takesPerAudio: 10,
  audioNameLength: 120,
  /** Where in a movie a piece may begin, and how long it may be there. */
  audioMovieSeconds: 3_600,
  /** Where in its file it may. */
  audioFileSeconds: 36_000,
  audioMinSeconds: 0.1,
  duckMaxDb: 40,
  duckMinSeconds: 0.05,
  duckMaxSeconds: 3,
  duckDefaultSeconds: 0.4,
} as const;
