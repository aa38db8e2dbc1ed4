import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { editorSession } from '#editor/session-store.ts';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { spokenChange, type SpokenScene } from './spoken-change.ts';
import { spokenSound } from './spoken-sound.ts';

/** What has changed last, as a sentence; empty until something has. */
export function useSpokenChange(scenes: readonly SpokenScene[], audio: readonly MovieAudio[]): string {
  const [said, setSaid] = useState('');
  const known = useRef({ scenes, audio });
  const compare = useEffectEvent((): void => {
    const { current: before } = known;
    const ofScenes = spokenChange(before.scenes, scenes, editorSession.getState().selectedSceneId);
    const sentence = ofScenes ?? spokenSound(before.audio, audio);
    known.current = { scenes, audio };
    if (sentence !== null) setSaid(sentence);
  });
  useEffect(() => compare(), [scenes, audio]);
  return said;
}
