import { Copy, SquareSplitHorizontal, Trash2 } from 'lucide-react';
import type { AudioPatch, MovieAudio } from '#shared/entities/movie-audio.ts';
import { limits } from '#shared/limits.ts';
import { audioSpan } from '#shared/movie/audio-span.ts';
import { secondsFromUs } from '#shared/movie/time.ts';
import { endTakes, roomBefore, trimTakes } from '#shared/rules/audio-takes.ts';
import { decibels } from '#shared/words/format.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import styles from '../inspector/inspector.module.css';
import { NumberField } from '../inspector/number-field.tsx';
import { ReleasedRange } from '../inspector/released-range.tsx';
import { Toggle } from '../inspector/toggle.tsx';
import { TakeChoice } from '../recording/take-choice.tsx';
import { useScope } from '../timeline-scope.ts';
import { deleteAudio, duplicateAudio, patchAudio, splitAudio, type AudioTarget } from './audio-acts.ts';
import { audioInspectorWords as words } from './audio-words.ts';
import { boundsOf, useShape } from './use-audio.ts';
import { asKind } from './usual-sound.ts';

const SECONDS = { unit: 's', step: 0.1, decimals: 1 };

/** How a piece of music or a voice-over is heard. Each change is saved at once. */
export function AudioInspector({ piece }: { piece: MovieAudio }) {
  const { view, player } = useScope();
  const bounds = boundsOf(view, useShape(piece.mediaId));
  const span = audioSpan(piece, bounds);
  const target: AudioTarget = { projectId: view.plan.projectId, piece, bounds };
  const set = (patch: AudioPatch): void => patchAudio(target, patch);
  const isMusic = piece.kind === 'music';
  return (
    <section className={styles['panel']} aria-label={words.heading[piece.kind]}>
      <header className={styles['head']}>
        <h2>{words.heading[piece.kind]}</h2>
        <span className={`${styles['about']} one-line`}>{piece.name}</span>
      </header>
      <div className={styles['body']}>
        <div className={styles['group']}>
          <ReleasedRange
            label={words.volume}
            value={piece.gainDb}
            range={{ min: limits.gainMinDb, max: limits.gainMaxDb, step: 1 }}
            isDisabled={piece.muted}
            textOf={(db) => (db <= limits.gainMinDb ? words.silent : decibels(db))}
            onValue={(gainDb) => set({ gainDb })}
          />
          <Toggle name={words.mute} isOn={piece.muted} onChange={(muted) => set({ muted })} />
          <Toggle name={words.loop} isOn={piece.loop} onChange={(loop) => set({ loop, lengthSeconds: null })} />
          <Toggle
            name={words.kind}
            isOn={!isMusic}
            onChange={(isVoice) => set(asKind(piece, isVoice ? 'voice' : 'music'))}
          />
          {span === null ? <p className={styles['hint']}>{words.notPlayed}</p> : null}
        </div>
        {isMusic ? (
          <div className={styles['group']}>
            <ReleasedRange
              label={words.ducking}
              value={piece.duckDb}
              range={{ min: 0, max: limits.duckMaxDb, step: 1 }}
              textOf={(db) => (db === 0 ? words.duckOff : words.duckDepth({ db }))}
              onValue={(duckDb) => set({ duckDb })}
            />
            <NumberField
              label={words.duckSpeed}
              value={piece.duckSeconds}
              format={SECONDS}
              onValue={(seconds) => set({ duckSeconds: clamp(seconds, limits.duckMinSeconds, limits.duckMaxSeconds) })}
            />
          </div>
        ) : (
          <>
            <TakeChoice projectId={view.plan.projectId} piece={piece} />
            <p className={styles['hint']}>{words.voiceHint}</p>
          </>
        )}
        <Times piece={piece} fileSeconds={bounds.fileSeconds} onPatch={set} />
        <div className={styles['points']}>
          <QuietButton
            size="1"
            title={words.splitHint}
            onClick={() => splitAudio(target, secondsFromUs(player?.now() ?? 0))}
          >
            <SquareSplitHorizontal size={14} aria-hidden="true" /> {words.split}
          </QuietButton>
          <QuietButton size="1" onClick={() => duplicateAudio(target)}>
            <Copy size={14} aria-hidden="true" /> {words.duplicate}
          </QuietButton>
          <QuietButton size="1" onClick={() => deleteAudio(target)}>
            <Trash2 size={14} aria-hidden="true" /> {words.delete}
          </QuietButton>
        </div>
        <p className={styles['hint']}>{words.cost}</p>
      </div>
    </section>
  );
}

type TimesProps = { piece: MovieAudio; fileSeconds: number | null; onPatch: (patch: AudioPatch) => void };

/** Where it stands in the movie, what it plays of its file, and its fades. */
function Times({ piece, fileSeconds, onPatch }: TimesProps) {
  const { startSeconds, inSeconds, outSeconds, fadeInSeconds, fadeOutSeconds } = piece;
  const end = Math.min(outSeconds, fileSeconds ?? outSeconds);
  const fade = (seconds: number): number => clamp(seconds, 0, limits.soundFadeMaxSeconds);
  const hasTakes = piece.takes.length > 0;
  const playFrom = (seconds: number): void => {
    const from = clamp(seconds, inSeconds - roomBefore(piece), end - limits.audioMinSeconds);
    onPatch({ inSeconds: from, ...(hasTakes && { takes: trimTakes(piece, from - inSeconds) }) });
  };
  const playTo = (seconds: number): void => {
    const to = clamp(seconds, inSeconds + limits.audioMinSeconds, fileSeconds ?? limits.audioFileSeconds);
    onPatch({ outSeconds: to, ...(hasTakes && { takes: endTakes(piece, end - inSeconds, to - inSeconds) }) });
  };
  return (
    <div className={styles['points']}>
      <NumberField
        label={words.start}
        value={startSeconds}
        format={SECONDS}
        onValue={(seconds) => onPatch({ startSeconds: clamp(seconds, 0, limits.audioMovieSeconds) })}
      />
      <NumberField label={words.from} value={inSeconds} format={SECONDS} onValue={playFrom} />
      <NumberField label={words.to} value={end} format={SECONDS} onValue={playTo} />
      <NumberField
        label={words.fadeIn}
        value={fadeInSeconds}
        format={SECONDS}
        onValue={(seconds) => onPatch({ fadeInSeconds: fade(seconds) })}
      />
      <NumberField
        label={words.fadeOut}
        value={fadeOutSeconds}
        format={SECONDS}
        onValue={(seconds) => onPatch({ fadeOutSeconds: fade(seconds) })}
      />
    </div>
  );
}

function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.max(least, Math.min(most, value)) * 1_000) / 1_000;
}
