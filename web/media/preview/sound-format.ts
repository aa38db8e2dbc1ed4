/** The form in which movies are mixed unless copied packets bind the export to another. */
export const SOUND_FORMAT = { sampleRate: 48_000, channels: 2 } as const;
