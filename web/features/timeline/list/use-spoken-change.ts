import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { editorSession } from '#editor/session-store.ts';
import { spokenChange, type SpokenScene } from './spoken-change.ts';

/** What has changed last, as a sentence; empty until something has. */
export function useSpokenChange(scenes: readonly SpokenScene[]): string {
  const [said, setSaid] = useState('');
  const known = useRef(scenes);
  const compare = useEffectEvent((): void => {
    const sentence = spokenChange(known.current, scenes, editorSession.getState().selectedSceneId);
    known.current = scenes;
    if (sentence !== null) setSaid(sentence);
  });
  useEffect(() => compare(), [scenes]);
  return said;
}
