/** Opens the microphone, counts down, records, and puts the recording into the voice lane. */
import { db } from '#data/db.ts';
import { browserDevice } from '#data/device.ts';
import { readRecordingChoice } from '#data/tables/recording-choice.ts';
import { readCurrentUserId } from '#data/tables/users.ts';
import { audioActions } from '#editor/audio-actions.ts';
import { takeInFiles } from '#editor/own-files.ts';
import { MicrophoneFailure, openMicrophone, type Microphone } from '#player/recording/microphone.ts';
import type { MoviePlayer } from '#player/movie-player.ts';
import { recordTake } from '#player/recording/record-take.ts';
import { microphoneWords, takeEndWords } from '#player/recording/record-words.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { limits } from '#shared/limits.ts';
import { secondsFromUs } from '#shared/movie/time.ts';
import { addTake, hasRoomForTake, takesOf } from '#shared/rules/audio-takes.ts';
import { saveFile } from '#ui/save-file.ts';
import { selectAudio } from '../audio/audio-store.ts';
import { followLevel } from './follow-level.ts';
import { inputLevel, recordSession, withoutSilenced, type UnsavedTake } from './record-store.ts';
import { recordWords as words } from './record-words.ts';

const { getState, setState } = recordSession;

const COUNT_SECONDS = 3;

let microphone: Microphone | null = null;
let stopLevel: () => void = () => {};
/** Ends what counts or records. */
let running: AbortController | null = null;
/** Nobody sees the panel any more. */
let isLeft = false;

/** Answers whether it is open; why not is said. */
export async function turnOn(deviceId: string | null): Promise<boolean> {
  closeMicrophone();
  setState({ phase: 'opening', sentence: null });
  try {
    const opened = await openMicrophone(deviceId);
    // The panel was closed while the browser asked.
    if (getState().phase !== 'opening') {
      opened.close();
      return false;
    }
    microphone = opened;
    stopLevel = followLevel(opened, inputLevel.setState);
    opened.onLost(lost);
    setState({ phase: 'ready', deviceId: opened.deviceId, latencySeconds: opened.latencySeconds });
    return true;
  } catch (error) {
    const text = error instanceof MicrophoneFailure ? microphoneWords[error.code] : words.failedToRecord;
    if (!(error instanceof MicrophoneFailure)) console.error('The microphone can’t be opened.', error);
    setState({ phase: 'idle', latencySeconds: null, sentence: { text, isBad: true } });
    return false;
  }
}

/** While it records, the recording ends and tells. */
function lost(): void {
  if (getState().phase !== 'ready' && getState().phase !== 'counting') return;
  running?.abort();
  closeMicrophone();
  setState({ phase: 'idle', latencySeconds: null, sentence: { text: microphoneWords.missing, isBad: true } });
}

function closeMicrophone(): void {
  stopLevel();
  microphone?.close();
  [microphone, stopLevel] = [null, () => {}];
  inputLevel.setState({ level: 0, isSilent: false });
}

type Recording = {
  /** As it is played. */
  plan: MoviePlan;
  player: MoviePlayer;
  /** The piece that it is another take of; null for a new one at the playhead. */
  piece: MovieAudio | null;
};

export async function record({ plan, player, piece }: Recording): Promise<void> {
  if (running !== null || getState().unsaved !== null) return;
  if (piece !== null && !hasRoomForTake(piece)) return setState({ sentence: { text: words.full, isBad: true } });
  const control = new AbortController();
  running = control;
  try {
    const choice = await readRecordingChoice(db);
    const isOpen = microphone?.isLive() === true || (await turnOn(choice.deviceId));
    const opened = microphone;
    if (!isOpen || opened === null) return;
    const startSeconds = startOf(player, piece);
    player.pause();
    if (!(await countDown(control.signal))) {
      if (getState().phase === 'counting')
        setState({ phase: 'ready', sentence: { text: words.cancelled, isBad: false } });
      return;
    }
    setState({ phase: 'recording' });
    const options = { startSeconds, shiftSeconds: choice.shiftMs / 1_000, stop: control.signal };
    // The page gives the player every later plan without it, too, and the whole one once this is over.
    const silencedId = piece?.id ?? null;
    setState({ silencedId });
    player.setPlan(withoutSilenced(plan, silencedId));
    const take = await recordTake(player, opened, options).finally(() => setState({ silencedId: null }));
    await settle(take && { projectId: plan.projectId, take, startSeconds, pieceId: piece?.id ?? null });
  } catch (error) {
    console.error('A recording failed.', error);
    setState({ phase: restingPhase(), sentence: { text: words.failedToRecord, isBad: true } });
  } finally {
    running = null;
    if (isLeft) turnOff();
  }
}

/** From the movie's end nothing plays. */
function startOf(player: MoviePlayer, piece: MovieAudio | null): number {
  if (piece !== null) return piece.startSeconds;
  const now = player.now();
  return player.getState().durationUs - now < 100_000 ? 0 : secondsFromUs(now);
}

async function countDown(signal: AbortSignal): Promise<boolean> {
  for (let count = COUNT_SECONDS; count > 0; count -= 1) {
    setState({ phase: 'counting', count, sentence: null });
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 1_000);
      signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    });
    if (signal.aborted) return false;
  }
  return true;
}

/** Ends the countdown, or the recording, which is kept. */
export function stopRecording(): void {
  running?.abort();
}

/** The panel is there. */
export function enterRecording(): void {
  isLeft = false;
}

/** The panel is gone: what is recorded is kept, and the microphone is let go of. */
export function leaveRecording(): void {
  isLeft = true;
  stopRecording();
  if (running === null) turnOff();
}

function turnOff(): void {
  closeMicrophone();
  setState({ phase: 'idle', latencySeconds: null, sentence: null });
}

function restingPhase(): 'ready' | 'idle' {
  if (microphone?.isLive() === true) return 'ready';
  closeMicrophone();
  return 'idle';
}

async function settle(made: UnsavedTake | null): Promise<void> {
  const ended = made === null ? null : takeEndWords[made.take.end];
  if (made === null || made.take.outSeconds - made.take.inSeconds < limits.audioMinSeconds) {
    setState({ phase: restingPhase(), sentence: { text: ended ?? words.nothing, isBad: true } });
    return;
  }
  setState({ phase: 'saving', unsaved: made });
  await saveTake();
  const { sentence, unsaved } = getState();
  if (unsaved === null && ended !== null) setState({ sentence: { text: ended, isBad: true } });
  else setState({ sentence });
}

/** Puts the recording that waits into the movie. What hinders that is said, and the recording is kept. */
export async function saveTake(): Promise<void> {
  const { unsaved } = getState();
  if (unsaved === null) return;
  setState({ phase: 'saving' });
  try {
    const userId = await readCurrentUserId(db);
    const name = await nameOf(unsaved);
    const file = new File([unsaved.take.file], fileNameOf(name), { type: 'audio/wav' });
    const taken = await takeInFiles({ db, device: browserDevice, userId: userId ?? '' }, [file], { kinds: ['sound'] });
    const [own] = taken.files;
    if (userId === null || own === undefined)
      return setState({ phase: restingPhase(), sentence: { text: taken.sentences.join(' '), isBad: true } });
    const { inSeconds, outSeconds } = unsaved.take;
    const recorded = { mediaId: own.sha256, name, inSeconds, outSeconds };
    const pieceId = await putIn(unsaved, recorded);
    selectAudio(pieceId);
    setState({
      ...{ phase: restingPhase(), unsaved: null, pieceId },
      sentence: { text: words.saved({ name }), isBad: false },
    });
  } catch (error) {
    console.error('A recording can’t be saved.', error);
    const detail = error instanceof Error ? error.message : '';
    setState({ phase: restingPhase(), sentence: { text: `${words.failed}. ${detail}`, isBad: true } });
  }
}

type Recorded = Pick<MovieAudio, 'mediaId' | 'name' | 'inSeconds' | 'outSeconds'>;

async function putIn({ projectId, pieceId, startSeconds }: UnsavedTake, recorded: Recorded): Promise<string> {
  const piece = await pieceNow(projectId, pieceId);
  if (piece !== null) {
    await audioActions.patch(projectId, piece.id, addTake(piece, recorded));
    return piece.id;
  }
  return audioActions.add(projectId, {
    kind: 'voice',
    ...recorded,
    startSeconds: Math.round(startSeconds * 1e4) / 1e4,
  });
}

/** It may have been deleted meanwhile. */
async function pieceNow(projectId: string, pieceId: string | null): Promise<MovieAudio | null> {
  const project = await db.projects.get(projectId);
  return project?.audio.find(({ id }) => id === pieceId) ?? null;
}

/** One more than the highest so far, so that no two takes have one name. */
async function nameOf({ projectId, pieceId }: UnsavedTake): Promise<string> {
  const piece = await pieceNow(projectId, pieceId);
  const numbers = piece === null ? [] : takesOf(piece).map(({ name }) => Number(/\d+$/.exec(name)?.[0] ?? 0));
  return words.take({ number: Math.max(0, ...numbers) + 1 });
}

/** To the second: files are told apart in lists. */
function fileNameOf(name: string): string {
  const time = new Date(browserDevice.now()).toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.');
  return words.fileName({ name, time });
}

export function downloadUnsaved(): void {
  const { unsaved } = getState();
  if (unsaved !== null) saveFile(unsaved.take.file, fileNameOf(words.title));
}
