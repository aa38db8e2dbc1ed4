import { Maximize, Pause, Play, SkipBack, SkipForward, Type, Volume2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatDuration } from '#shared/words/format.ts';
import styles from './editor-frame.module.css';
import { HeroMovie, playMovie, usePlayWhenLoaded } from './hero-movie.tsx';
import { demoMovie, SCENE_SECONDS, storyScenes } from './pictures.ts';
import { editorFrameWords as words } from './words.ts';

const lengthSeconds = storyScenes.length * SCENE_SECONDS;

/** The editor with a demo studio movie. Only Play and Pause work. */
export function EditorFrame() {
  const [seconds, setSeconds] = useState(demoMovie.posterSeconds);
  const [isPlaying, setIsPlaying] = useState(false);
  const movie = useRef<HTMLVideoElement>(null);
  usePlayWhenLoaded(movie);
  return (
    <figure className={styles['frame']} aria-label={words.label}>
      <div className={styles['bar']} aria-hidden="true">
        <strong>{demoMovie.title}</strong>
        <span className="quiet numbers">
          {words.facts({ scenes: storyScenes.length, length: formatDuration(lengthSeconds) })}
        </span>
        <span className={styles['export']}>{words.exportMovie}</span>
      </div>
      <div className={styles['screen']}>
        <HeroMovie movie={movie} onTime={setSeconds} onPlaying={setIsPlaying} />
      </div>
      <div className={styles['transport']}>
        <span className="numbers" aria-hidden="true">
          {formatDuration(Math.floor(seconds))} <span className="quiet">/ {formatDuration(lengthSeconds)}</span>
        </span>
        <span className={styles['buttons']}>
          <SkipBack size={16} aria-hidden="true" />
          <button
            type="button"
            aria-label={isPlaying ? words.pause : words.play}
            onClick={() => (isPlaying ? movie.current?.pause() : void playMovie(movie.current))}
          >
            {isPlaying ? <Pause size={16} /> : <Play size={16} />}
          </button>
          <SkipForward size={16} aria-hidden="true" />
        </span>
        <span className={styles['right']} aria-hidden="true">
          <Volume2 size={16} />
          <Maximize size={16} />
        </span>
      </div>
      <Lanes seconds={seconds} />
    </figure>
  );
}

function Lanes({ seconds }: { seconds: number }) {
  const current = Math.min(storyScenes.length, Math.floor(seconds / SCENE_SECONDS) + 1);
  return (
    <div className={styles['lanes']} aria-hidden="true">
      <div className={`${styles['ruler']} numbers`}>
        {storyScenes.map((scene) => (
          <span key={scene.number}>{formatDuration((scene.number - 1) * SCENE_SECONDS)}</span>
        ))}
      </div>
      <div className={styles['strip']}>
        {storyScenes.map((scene) => (
          <span key={scene.number} data-current={scene.number === current}>
            <b className="numbers">{scene.number}</b>
            {scene.film.map((frame) => (
              <img key={frame} src={frame} alt="" width={224} height={126} />
            ))}
          </span>
        ))}
      </div>
      <div className={styles['texts']}>
        <span style={{ left: share(demoMovie.text.from), width: share(demoMovie.text.to - demoMovie.text.from) }}>
          <Type size={12} />
          {demoMovie.text.words}
        </span>
      </div>
      <div className={styles['place']}>
        <i className={styles['playhead']} style={{ left: share(seconds) }} />
      </div>
    </div>
  );
}

/** A time as a share of the movie. */
function share(seconds: number): string {
  return `${(seconds / lengthSeconds) * 100}%`;
}
