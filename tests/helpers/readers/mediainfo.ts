/** What mediainfo says of a file: a reader that shares no code with ffmpeg or the browsers. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';

const number = z.coerce.number();

/** Colour fields and the library come with the track that has them; absent ones are undefined. */
const trackSchema = z.object({
  '@type': z.string(),
  Format: z.string().optional(),
  Format_Profile: z.string().optional(),
  Format_Level: z.string().optional(),
  CodecID: z.string().optional(),
  /** Seconds. */
  Duration: number.optional(),
  FrameRate: number.optional(),
  FrameRate_Mode: z.string().optional(),
  FrameCount: number.optional(),
  Width: number.optional(),
  Height: number.optional(),
  /** Hertz. */
  SamplingRate: number.optional(),
  Channels: number.optional(),
  Delay: number.optional(),
  colour_range: z.string().optional(),
  colour_primaries: z.string().optional(),
  transfer_characteristics: z.string().optional(),
  matrix_coefficients: z.string().optional(),
  Encoded_Library: z.string().optional(),
  Encoded_Application: z.string().optional(),
  Title: z.string().optional(),
  Performer: z.string().optional(),
  Comment: z.string().optional(),
  IsStreamable: z.string().optional(),
  /** What mediainfo has no name of its own for. */
  extra: z.record(z.string(), z.unknown()).optional(),
});

/** One track, in mediainfo's own names. */
export type MediainfoTrack = z.infer<typeof trackSchema>;

export type MediainfoReport = {
  /** The file as a whole: container, title, performer. */
  general: MediainfoTrack;
  video: MediainfoTrack | null;
  audio: MediainfoTrack | null;
};

const reportSchema = z.object({ media: z.object({ track: z.array(trackSchema) }) });

/** @throws Error where mediainfo is missing or finds no media in the file */
export async function readMediainfo(path: string): Promise<MediainfoReport> {
  const { stdout } = await promisify(execFile)('mediainfo', ['--Output=JSON', path]);
  const { track } = reportSchema.parse(JSON.parse(stdout)).media;
  const of = (type: string): MediainfoTrack | null => track.find((candidate) => candidate['@type'] === type) ?? null;
  const general = of('General');
  if (general?.Format === undefined) throw new Error(`mediainfo finds no media in ${path}`);
  return { general, video: of('Video'), audio: of('Audio') };
}
