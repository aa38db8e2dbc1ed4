import { useRef, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { useScopeNow } from '../timeline-scope.ts';
import { addAudioFiles, SOUND_TYPES } from './add-audio.ts';
import { audioSession } from './audio-store.ts';

type SoundFilesButtonProps = {
  kind: MovieAudio['kind'];
  name: string;
  isDisabled?: boolean;
  icon?: ReactNode;
};

/** Chooses files that are put in from the playhead on. */
export function SoundFilesButton({ kind, name, isDisabled = false, icon }: SoundFilesButtonProps) {
  const now = useScopeNow();
  const input = useRef<HTMLInputElement>(null);
  const isAdding = useStore(audioSession, (session) => session.isAdding);
  return (
    <>
      <QuietButton size="2" disabled={isDisabled} loading={isAdding} onClick={() => input.current?.click()}>
        {icon} {name}
      </QuietButton>
      <input
        ref={input}
        type="file"
        accept={SOUND_TYPES}
        multiple
        hidden
        aria-label={name}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (now && files.length > 0) void addAudioFiles(now(), files, { kind, left: null });
        }}
      />
    </>
  );
}
