import { Maximize, Pause, Play, SkipBack, SkipForward, Type, Volume2, VolumeX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatDuration } from '#shared/words/format.ts';
import styles from './editor-frame.module.css';
import { demoMovie, storyScenes } from './pictures.ts';
import { useSamplePlayer, type LoadPlayer, type ShownMovie } from './use-sample-player.ts';
import { editorFrameWords as words } from './words.ts';

/** The editor with the sample project. Whatever looks like a control is one. */
export function EditorFrame({ load }: { load: LoadPlayer }) {
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const movie = useSamplePlayer(stage, load);
  return (
    <figure className={styles['frame']} aria-label={words.label}>
      <div className={styles['bar']}>
        <strong>{demoMovie.title}</strong>
        <span className="quiet numbers">
          {words.facts({ scenes: storyScenes.length, length: formatDuration(demoMovie.seconds) })}
        </span>
        <Link to="/showcase/sample" className={styles['open']}>
          {words.open}
        </Link>
      </div>
      <div className={styles['screen']}>
        <img src={demoMovie.poster} alt={words.poster} width={1248} height={702} fetchPriority="high" />
        <div ref={setStage} className={styles['stage']} />
        {movie.problem === null ? null : (
          <p className={styles['problem']} role="alert">
            {movie.problem}
          </p>
        )}
      </div>
      {movie.hasFailed ? (
        <p className={styles['failed']} role="alert">
          {words.notLoaded}
        </p>
      ) : (
        <Transport movie={movie} screen={stage?.parentElement} />
      )}
      <Lanes movie={movie} />
    </figure>
  );
}

function Transport({ movie, screen }: { movie: ShownMovie; screen: HTMLElement | null | undefined }) {
  const { seconds, isPlaying, isMuted } = movie;
  const index = indexAt(seconds);
  const goTo = (wanted: number): void =>
    movie.change({ seconds: storyScenes[wanted % storyScenes.length]?.fromSeconds ?? 0 });
  return (
    <div className={styles['transport']}>
      <span className="numbers" aria-hidden="true">
        {formatDuration(Math.floor(seconds))} <span className="quiet">/ {formatDuration(demoMovie.seconds)}</span>
      </span>
      <span className={styles['buttons']}>
        <Control label={words.previous} onPress={() => goTo(Math.max(0, index - 1))}>
          <SkipBack size={16} />
        </Control>
        <Control
          isMain
          label={isPlaying ? words.pause : words.play}
          onPress={() => movie.change({ isPlaying: !isPlaying })}
        >
          {isPlaying ? <Pause size={16} /> : <Play size={16} />}
        </Control>
        <Control label={words.next} onPress={() => goTo(index + 1)}>
          <SkipForward size={16} />
        </Control>
      </span>
      <span className={styles['right']}>
        <Control label={isMuted ? words.unmute : words.mute} onPress={() => movie.change({ isMuted: !isMuted })}>
          {isMuted ? <VolumeX size={16} /> : <Volume2 size={16} />}
        </Control>
        <Control
          label={words.fullscreen}
          onPress={() => {
            // Its player brings the controls that the whole screen has.
            movie.change({});
            void showWhole(screen);
          }}
        >
          <Maximize size={16} />
        </Control>
      </span>
    </div>
  );
}

type ControlProps = { label: string; isMain?: boolean; onPress: () => void; children: ReactNode };

function Control({ label, isMain = false, onPress, children }: ControlProps) {
  return (
    <button type="button" className={styles[isMain ? 'play' : 'control']} aria-label={label} onClick={onPress}>
      {children}
    </button>
  );
}

/** Where the browser has no fullscreen, the frame stays as it is. */
async function showWhole(screen: HTMLElement | null | undefined): Promise<void> {
  try {
    await screen?.requestFullscreen();
  } catch (error) {
    console.warn(error);
  }
}

/** As wide as the scenes are long. */
const columns = {
  gridTemplateColumns: storyScenes.map((one) => `minmax(0, ${one.toSeconds - one.fromSeconds}fr)`).join(' '),
};

function Lanes({ movie: { seconds, hasFailed, change } }: { movie: ShownMovie }) {
  const current = storyScenes[indexAt(seconds)];
  return (
    <div className={styles['lanes']}>
      <div className={`${styles['ruler']} numbers`} style={columns}>
        {storyScenes.map((scene) => (
          <span key={scene.number} aria-hidden="true">
            {formatDuration(scene.fromSeconds)}
          </span>
        ))}
        {hasFailed ? null : (
          <input
            type="range"
            aria-label={words.position}
            aria-valuetext={formatDuration(Math.floor(seconds))}
            min={0}
            max={demoMovie.seconds}
            step={0.25}
            value={seconds}
            onChange={(event) => change({ seconds: event.target.valueAsNumber })}
          />
        )}
      </div>
      <div className={styles['strip']} style={columns}>
        {storyScenes.map((scene) => (
          <button
            key={scene.number}
            type="button"
            aria-label={words.scene(scene)}
            data-current={scene === current}
            disabled={hasFailed}
            onClick={() => change({ seconds: scene.fromSeconds })}
          >
            <b className="numbers">{scene.number}</b>
            {scene.film.map((frame) => (
              <img key={frame} src={frame} alt="" width={224} height={126} />
            ))}
          </button>
        ))}
      </div>
      <div className={styles['texts']} aria-hidden="true">
        {demoMovie.texts.map((text) => (
          <span key={text.from} style={{ left: share(text.from), width: share(text.to - text.from) }}>
            <Type size={12} />
            {text.words}
          </span>
        ))}
      </div>
      <div className={styles['place']} aria-hidden="true">
        <i className={styles['playhead']} style={{ left: share(seconds) }} />
      </div>
    </div>
  );
}

function indexAt(seconds: number): number {
  return storyScenes.findLastIndex((scene) => scene.fromSeconds <= seconds);
}

/** A time as a share of the movie. */
function share(seconds: number): string {
  return `${(seconds / demoMovie.seconds) * 100}%`;
}
