import { Music } from 'lucide-react';
import { audioWords as words } from './audio-words.ts';
import { SoundFilesButton } from './sound-files-button.tsx';

/** Chooses files that are put in as music from the playhead on. */
export function AddMusic() {
  return <SoundFilesButton kind="music" name={words.add} icon={<Music size={16} aria-hidden="true" />} />;
}
