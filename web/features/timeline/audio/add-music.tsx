import { Music } from 'lucide-react';
import { useRef } from 'react';
import { useStore } from 'zustand';
import { QuietButton } from '#ui/quiet-button.tsx';
import { useScopeNow } from '../timeline-scope.ts';
import { addAudioFiles, SOUND_TYPES } from './add-audio.ts';
import { audioSession } from './audio-store.ts';
import { audioWords as words } from './audio-words.ts';

/** Chooses files that are put in as music from the playhead on. */
export function AddMusic() {
  const now = useScopeNow();
  const input = useRef<HTMLInputElement>(null);
  const isAdding = useStore(audioSession, (session) => session.isAdding);
  return (
    <>
      <QuietButton size="2" loading={isAdding} onClick={() => input.current?.click()}>
        <Music size={16} aria-hidden="true" /> {words.add}
      </QuietButton>
      <input
        ref={input}
        type="file"
        accept={SOUND_TYPES}
        multiple
        hidden
        aria-label={words.add}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (now && files.length > 0) void addAudioFiles(now(), files, { kind: 'music', left: null });
        }}
      />
    </>
  );
}
