import { Maximize, Pause, Play, SkipBack, SkipForward, Type, Volume2, VolumeX } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatDuration } from '#shared/words/format.ts';
import styles from './editor-frame.module.css';
import { HeroMovie, playMovie, usePlayWhenLoaded } from './hero-movie.tsx';
import { demoMovie, SCENE_SECONDS, storyScenes } from './pictures.ts';
import { editorFrameWords as words } from './words.ts';

const lengthSeconds = storyScenes.length * SCENE_SECONDS;

/** The editor with a demo studio movie. Whatever looks like a control is one. */
export function EditorFrame() {
  const [seconds, setSeconds] = useState(demoMovie.posterSeconds);
  const [isPlaying, setIsPlaying] = useState(false);
  const [isMuted, setIsMuted] = useState(true);
  const movie = useRef<HTMLVideoElement>(null);
  const screen = useRef<HTMLDivElement>(null);
  usePlayWhenLoaded(movie);
  const scene = sceneAt(seconds);
  const goTo = (sceneNumber: number): void => {
    const startSeconds = (sceneNumber - 1) * SCENE_SECONDS;
    setSeconds(startSeconds);
    if (movie.current) movie.current.currentTime = startSeconds;
    void playMovie(movie.current);
  };
  const toggleSound = (): void => {
    if (movie.current) movie.current.muted = !isMuted;
    setIsMuted(!isMuted);
  };
  return (
    <figure className={styles['frame']} aria-label={words.label}>
      <div className={styles['bar']}>
        <strong>{demoMovie.title}</strong>
        <span className="quiet numbers">
          {words.facts({ scenes: storyScenes.length, length: formatDuration(lengthSeconds) })}
        </span>
        <Link to="/showcase/sample" className={styles['open']}>
          {words.open}
        </Link>
      </div>
      <div ref={screen} className={styles['screen']}>
        <HeroMovie movie={movie} onTime={setSeconds} onPlaying={setIsPlaying} />
      </div>
      <div className={styles['transport']}>
        <span className="numbers" aria-hidden="true">
          {formatDuration(Math.floor(seconds))} <span className="quiet">/ {formatDuration(lengthSeconds)}</span>
        </span>
        <span className={styles['buttons']}>
          <Control label={words.previous} onPress={() => goTo(Math.max(1, scene - 1))}>
            <SkipBack size={16} />
          </Control>
          <Control
            isMain
            label={isPlaying ? words.pause : words.play}
            onPress={() => (isPlaying ? movie.current?.pause() : void playMovie(movie.current))}
          >
            {isPlaying ? <Pause size={16} /> : <Play size={16} />}
          </Control>
          <Control label={words.next} onPress={() => goTo((scene % storyScenes.length) + 1)}>
            <SkipForward size={16} />
          </Control>
        </span>
        <span className={styles['right']}>
          <Control label={isMuted ? words.unmute : words.mute} onPress={toggleSound}>
            {isMuted ? <VolumeX size={16} /> : <Volume2 size={16} />}
          </Control>
          <Control label={words.fullscreen} onPress={() => void showWhole(screen.current)}>
            <Maximize size={16} />
          </Control>
        </span>
      </div>
      <Lanes seconds={seconds} onScene={goTo} />
    </figure>
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
async function showWhole(screen: HTMLElement | null): Promise<void> {
  try {
    await screen?.requestFullscreen();
  } catch (error) {
    console.warn('The demo movie can’t be shown in fullscreen here.', error);
  }
}

function Lanes({ seconds, onScene }: { seconds: number; onScene: (sceneNumber: number) => void }) {
  const current = sceneAt(seconds);
  return (
    <div className={styles['lanes']}>
      <div className={`${styles['ruler']} numbers`} aria-hidden="true">
        {storyScenes.map((scene) => (
          <span key={scene.number}>{formatDuration((scene.number - 1) * SCENE_SECONDS)}</span>
        ))}
      </div>
      <div className={styles['strip']}>
        {storyScenes.map((scene) => (
          <button
            key={scene.number}
            type="button"
            aria-label={words.scene(scene)}
            data-current={scene.number === current}
            onClick={() => onScene(scene.number)}
          >
            <b className="numbers">{scene.number}</b>
            {scene.film.map((frame) => (
              <img key={frame} src={frame} alt="" width={224} height={126} />
            ))}
          </button>
        ))}
      </div>
      <div className={styles['texts']} aria-hidden="true">
        <span style={{ left: share(demoMovie.text.from), width: share(demoMovie.text.to - demoMovie.text.from) }}>
          <Type size={12} />
          {demoMovie.text.words}
        </span>
      </div>
      <div className={styles['place']} aria-hidden="true">
        <i className={styles['playhead']} style={{ left: share(seconds) }} />
      </div>
    </div>
  );
}

function sceneAt(seconds: number): number {
  return Math.min(storyScenes.length, Math.floor(seconds / SCENE_SECONDS) + 1);
}

/** A time as a share of the movie. */
function share(seconds: number): string {
  return `${(seconds / lengthSeconds) * 100}%`;
}
