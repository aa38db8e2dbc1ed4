import { Select } from '@radix-ui/themes';
import { Circle, Square } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useLiveQuery } from '#data/use-live-query.ts';
import { db } from '#data/db.ts';
import { readRecordingChoice, writeRecordingChoice, type RecordingChoice } from '#data/tables/recording-choice.ts';
import { listMicrophones, onMicrophones, type MicrophoneInput } from '#player/recording/microphone.ts';
import type { MoviePlayer } from '#player/movie-player.ts';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { Fps } from '#shared/movie/time.ts';
import { keepClearMark } from '#ui/follow-toast-place.ts';
import { FormNote } from '#ui/form-note.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { SoundFilesButton } from '../audio/sound-files-button.tsx';
import { NumberField } from '../inspector/number-field.tsx';
import { SidePanel } from '../side-panel.tsx';
import { useTenth } from '../stage/use-player.ts';
import type { TimelineScope } from '../timeline-scope.ts';
import { timecode } from '../transport/timecode.ts';
import {
  downloadUnsaved,
  enterRecording,
  leaveRecording,
  record,
  saveTake,
  stopRecording,
  turnOn,
} from './record-acts.ts';
import { inputLevel, recordSession } from './record-store.ts';
import { recordWords as words } from './record-words.ts';
import styles from './record-panel.module.css';
import { TakeChoice } from './take-choice.tsx';

type RecordPanelProps = {
  scope: TimelineScope;
  player: MoviePlayer;
  /** Beside the picture, where there is room; else along the lower edge. */
  isBeside: boolean;
};

/** Records a voice-over while the movie plays. */
export function RecordPanel({ scope, player, isBeside }: RecordPanelProps) {
  const { phase, pieceId, unsaved } = useStore(recordSession);
  const { projectId } = scope.plan;
  const piece = scope.audio.find(({ id }) => id === pieceId) ?? null;
  useLeaving();
  const isBusy = phase === 'counting' || phase === 'recording';
  const panel = (
    <section
      className={styles['panel']}
      data-beside={isBeside}
      aria-label={words.title}
      data-sound-kind="voice"
      {...keepClearMark}
    >
      <SidePanel title={words.title} close={words.close}>
        {isBusy ? (
          <Running player={player} fps={scope.plan.fps} />
        ) : (
          <>
            <p className={styles['note']}>{words.headphones}</p>
            <Input />
            {unsaved === null ? (
              <Buttons
                {...{ player, piece }}
                plan={scope.view.played}
                isWaiting={phase === 'opening' || phase === 'saving'}
              />
            ) : (
              <Unsaved isWaiting={phase === 'saving'} />
            )}
          </>
        )}
        {phase === 'idle' || phase === 'opening' ? null : <Meter />}
        <Said />
        {piece === null || isBusy ? null : <TakeChoice projectId={projectId} piece={piece} />}
      </SidePanel>
    </section>
  );
  return isBeside ? (
    panel
  ) : (
    <>
      <div className={styles['under']} />
      {panel}
    </>
  );
}

/** Not where the panel only changes its place. */
function useLeaving(): void {
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    enterRecording();
    return () => {
      isThere.current = false;
      queueMicrotask(() => {
        if (!isThere.current) leaveRecording();
      });
    };
  }, []);
}

type ButtonsProps = { plan: MoviePlan; player: MoviePlayer; piece: MovieAudio | null; isWaiting: boolean };

function Buttons({ plan, player, piece, isWaiting }: ButtonsProps) {
  const phase = useStore(recordSession, (session) => session.phase);
  const begin = (of: MovieAudio | null): void => void record({ plan, player, piece: of });
  return (
    <div className={styles['buttons']}>
      <QuietButton size="2" loading={isWaiting} onClick={() => begin(piece)}>
        <Circle size={14} className={styles['dot'] ?? ''} aria-hidden="true" />
        {piece === null ? words.record : words.again}
      </QuietButton>
      {piece === null ? null : (
        <QuietButton size="2" disabled={isWaiting} onClick={() => begin(null)}>
          {words.anew}
        </QuietButton>
      )}
      {phase === 'idle' ? (
        <QuietButton size="2" onClick={() => void openChosen()}>
          {words.check}
        </QuietButton>
      ) : null}
      <SoundFilesButton kind="voice" name={words.chooseFile} isDisabled={isWaiting} />
    </div>
  );
}

async function openChosen(): Promise<void> {
  const { deviceId } = await readRecordingChoice(db);
  await turnOn(deviceId);
}

type RunningProps = { player: MoviePlayer; fps: Fps };

/** The countdown, then how long it has been recording. */
function Running({ player, fps }: RunningProps) {
  const { phase, count } = useStore(recordSession);
  const isCounting = phase === 'counting';
  return (
    <div className={styles['running']}>
      {isCounting ? (
        <p className={`${styles['count']} numbers`} aria-hidden="true">
          {count}
        </p>
      ) : (
        <Elapsed player={player} fps={fps} />
      )}
      <QuietButton size="3" onClick={stopRecording}>
        {isCounting ? null : <Square size={14} aria-hidden="true" />}
        {isCounting ? words.cancel : words.stop}
      </QuietButton>
    </div>
  );
}

function Elapsed({ player, fps }: RunningProps) {
  const timeUs = useTenth(player);
  return (
    <p className={`${styles['elapsed']} numbers`}>
      <i className={styles['lamp']} aria-hidden="true" /> {timecode(timeUs, fps)}
    </p>
  );
}

/** Which microphone, and by how much recordings are shifted. */
function Input() {
  const id = useId();
  const { phase, latencySeconds } = useStore(recordSession);
  const choice = useLiveQuery(() => readRecordingChoice(db), []);
  const inputs = useMicrophones(phase);
  if (choice === undefined) return null;
  const set = (change: Partial<RecordingChoice>): void => void writeRecordingChoice(db, { ...choice, ...change });
  const choose = (value: string): void => {
    const deviceId = value === DEFAULT ? null : value;
    set({ deviceId });
    if (phase === 'ready') void turnOn(deviceId);
  };
  const known = inputs.some(({ deviceId }) => deviceId === choice.deviceId) ? choice.deviceId : null;
  return (
    <>
      {phase === 'idle' && inputs.length === 0 ? <p className={styles['note']}>{words.asks}</p> : null}
      {inputs.length === 0 ? null : (
        <div className={styles['field']}>
          <label htmlFor={id}>{words.microphone}</label>
          <Select.Root size="2" value={known ?? DEFAULT} onValueChange={choose}>
            <Select.Trigger id={id} />
            <Select.Content>
              <Select.Item value={DEFAULT}>{words.byDefault}</Select.Item>
              {inputs
                .filter(({ deviceId }) => deviceId !== DEFAULT)
                .map(({ deviceId, name }) => (
                  <Select.Item key={deviceId} value={deviceId}>
                    {name}
                  </Select.Item>
                ))}
            </Select.Content>
          </Select.Root>
        </div>
      )}
      <div className={styles['shift']}>
        <NumberField
          label={words.shift}
          value={choice.shiftMs}
          format={{ unit: 'ms', step: 5, decimals: 0 }}
          onValue={(ms) => set({ shiftMs: Math.round(Math.max(-MOST_SHIFT_MS, Math.min(MOST_SHIFT_MS, ms))) })}
        />
        <p className={styles['note']}>
          {latencySeconds === null || latencySeconds === 0
            ? words.shiftUnknown
            : words.shiftHint({ latencyMs: Math.round(latencySeconds * 1_000) })}
        </p>
      </div>
    </>
  );
}

/** As browsers call it, too. */
const DEFAULT = 'default';
const MOST_SHIFT_MS = 400;

/** @param phase when it changes, the permission may have been given */
function useMicrophones(phase: string): MicrophoneInput[] {
  const [inputs, setInputs] = useState<MicrophoneInput[]>([]);
  useEffect(() => {
    let isOver = false;
    const look = (): void => {
      listMicrophones().then(
        (found) => (isOver ? undefined : setInputs(found)),
        (error: unknown) => console.error('Microphones can’t be listed.', error),
      );
    };
    look();
    const stop = onMicrophones(look);
    return () => {
      isOver = true;
      stop();
    };
  }, [phase]);
  return inputs;
}

function Meter() {
  const { level, isSilent } = useStore(inputLevel);
  const percent = Math.round(level * 100);
  return (
    <>
      <meter
        className={styles['meter']}
        aria-label={words.level}
        min={0}
        max={100}
        value={percent}
        aria-valuetext={words.levelValue({ percent })}
      />
      {isSilent ? <FormNote tone="bad">{words.silent}</FormNote> : null}
    </>
  );
}

function Unsaved({ isWaiting }: { isWaiting: boolean }) {
  return (
    <>
      {isWaiting ? null : <p className={styles['note']}>{words.notSaved}</p>}
      <div className={styles['buttons']}>
        <QuietButton size="3" loading={isWaiting} onClick={() => void saveTake()}>
          {words.retry}
        </QuietButton>
        <QuietButton size="3" disabled={isWaiting} onClick={downloadUnsaved}>
          {words.download}
        </QuietButton>
      </div>
    </>
  );
}

/** What happens, for those who listen as well. */
function Said() {
  const { phase, count, sentence } = useStore(recordSession);
  const step =
    phase === 'counting'
      ? words.countdown({ seconds: count })
      : phase === 'recording'
        ? words.recording
        : phase === 'opening'
          ? words.opening
          : phase === 'saving'
            ? words.saving
            : null;
  return (
    <output className={styles['said']} data-bad={step === null && sentence?.isBad === true}>
      {step ?? sentence?.text ?? ''}
    </output>
  );
}
