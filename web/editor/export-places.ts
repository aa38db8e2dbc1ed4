/** Where a movie can be written, in this browser or on the server, and which of the two is taken. Pure. */
import type { Reach } from '#data/tables/reach.ts';
import type { CheckFfmpegReply } from '#shared/api/export.ts';
import type { ExportFormat } from '#shared/entities/export-job.ts';
import type { PlanSummary } from '#media/worker/client.ts';
import type { ExportPreview } from './export-preview.ts';
import type { ExportPlace } from './export-target.ts';
import { projectUploadWords as uploadWords } from './upload-words.ts';
import { placeWords as words } from './words.ts';

export type PlaceAnswer = {
  /** Null while that isn't known. */
  can: boolean | null;
  /** A sentence for the person: why it can, or what is missing. Null while that isn't known. */
  reason: string | null;
};

export type ExportPlaces = {
  browser: PlaceAnswer;
  server: PlaceAnswer;
  /** The place that the person picked if it can; else the browser if it can; else the server. Null when neither can. */
  chosen: ExportPlace | null;
};

export type PlacesAsked = {
  /** What this browser answered for the choice; undefined while it is asked. */
  preview: ExportPreview | undefined;
  /** What the movie is to be; the server may be able to write one kind and not the other. */
  format: ExportFormat;
  /** What the server answered; undefined while it is asked, and when it could not be. */
  ffmpeg: CheckFfmpegReply | undefined;
  /** Whether the server can be reached. */
  reach: Reach;
  /** What of the project the server doesn't have. */
  unsent: UnsentEdits;
  /** What the person picked; null for whatever is best. */
  picked: ExportPlace | null;
  /** The movie is an opened file's, of which the server knows nothing. */
  isOpenedFile?: boolean;
};

export type UnsentEdits = {
  /** Changes on their way: an export on the server waits for them. */
  waiting: number;
  /** What a change is called that the server refused; null when there is none. Its movie would not have it. */
  refused: string | null;
  /** Own files that are uploaded first; null when the server has all that the movie plays. */
  uploads: { count: number; leftBytes: number } | null;
  /** Why it will never have one of them; null where nothing speaks against it. */
  refusedFile: string | null;
};

/** The browser comes first, because it also works offline and needs no queue. */
export function exportPlaces(asked: PlacesAsked): ExportPlaces {
  const browser = browserAnswer(asked.preview);
  const server = serverAnswer(asked);
  const answers = { browser, server };
  const { picked } = asked;
  if (picked !== null && answers[picked].can === true) return { ...answers, chosen: picked };
  // A movie that has all of its sound is better than one that is made here.
  if (server.can === true && leftOut(asked.preview).length > 0) return { ...answers, chosen: 'server' };
  // While this browser is being asked, nothing is taken: it would change under the person's hand.
  if (browser.can !== false) return { ...answers, chosen: browser.can === true ? 'browser' : null };
  return { ...answers, chosen: server.can === true ? 'server' : null };
}

function browserAnswer(preview: ExportPreview | undefined): PlaceAnswer {
  if (preview === undefined) return { can: null, reason: null };
  if (!preview.can) return { can: false, reason: preview.reason };
  const silent = leftOut(preview).map(({ sceneNumber }) => sceneNumber);
  if (silent.length > 0) return { can: true, reason: words.silentHere({ numbers: silent }) };
  return { can: true, reason: isJoined(preview) ? words.joinedHere : words.encodedHere };
}

/** Scenes whose sound this browser can't decode: written here, they would be silent. */
function leftOut(preview: ExportPreview | undefined): PlanSummary['leftOutSound'] {
  return preview?.can === true ? (preview.summary?.leftOutSound ?? []) : [];
}

function serverAnswer({ preview, format, ffmpeg, reach, unsent, isOpenedFile = false }: PlacesAsked): PlaceAnswer {
  if (isOpenedFile) return { can: false, reason: words.openedFile };
  if (reach === 'offline') return { can: false, reason: words.offline };
  if (reach === 'signed-out') return { can: false, reason: words.signedOut };
  if (unsent.refused !== null) return { can: false, reason: words.refused({ label: unsent.refused }) };
  if (unsent.refusedFile !== null) return { can: false, reason: unsent.refusedFile };
  // The server encodes a WebM in any case.
  const joins = format !== 'webm' && isJoined(preview);
  if (ffmpeg === undefined && !joins) return { can: null, reason: null };
  if (ffmpeg?.available !== true && !joins) return { can: false, reason: ffmpeg?.error ?? words.noServer };
  // What is missing although it is there, is missing for WebM.
  if (format === 'webm' && ffmpeg?.available === true && ffmpeg.error !== null)
    return { can: false, reason: ffmpeg.error };
  const how = joins ? words.joinedThere : words.encodedThere;
  return { can: true, reason: [how, ...sentFirst(unsent)].join(' ') };
}

/** A file on its way has edits that wait for it, and is what takes long. */
function sentFirst({ waiting, uploads }: UnsentEdits): string[] {
  if (uploads !== null) return [uploadWords.first(uploads)];
  return waiting === 0 ? [] : [words.waits({ waiting })];
}

/** Whether every packet of picture and sound is copied: that needs neither an encoder here nor ffmpeg there. */
function isJoined(preview: ExportPreview | undefined): boolean {
  if (preview?.can !== true || preview.summary === null) return false;
  const { stretches, sound, leftOutSound } = preview.summary;
  if (leftOutSound.length > 0) return false;
  return stretches.every(({ kind }) => kind === 'copy') && sound.encodedSeconds + sound.silentSeconds === 0;
}
