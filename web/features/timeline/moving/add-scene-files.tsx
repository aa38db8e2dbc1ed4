import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { QuietButton } from '#ui/quiet-button.tsx';
import { sceneFileWords as words } from '../strip-words.ts';
import styles from '../strip/timeline-tools.module.css';
import { useScopeNow } from '../timeline-scope.ts';
import { placeOfNew } from './new-scene-place.ts';

type AddSceneFilesProps = {
  /** @param place how many scenes come before the new ones; null for all of them */
  onFiles: (files: readonly File[], place: number | null) => void;
};

/** Chooses clips and pictures that become scenes behind the chosen one, else at the cut that is nearest to the playhead. */
export function AddSceneFiles({ onFiles }: AddSceneFilesProps) {
  const now = useScopeNow();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <QuietButton size="2" aria-label={words.add} title={words.add} onClick={() => input.current?.click()}>
        <ImagePlus size={16} aria-hidden="true" />
        <span className={styles['brief']}>{words.add}</span>
      </QuietButton>
      <input
        ref={input}
        type="file"
        accept="video/*,.mkv,image/jpeg,image/png,image/webp,image/avif"
        multiple
        hidden
        aria-label={words.add}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (now && files.length > 0) onFiles(files, placeOfNew(now()));
        }}
      />
    </>
  );
}
