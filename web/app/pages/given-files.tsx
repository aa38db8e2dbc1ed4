import type { SceneRow } from '#data/tables/rows.ts';
import type { Project } from '#shared/entities/project.ts';
import { isSoundByName } from '#shared/own-files/kind-by-name.ts';
import { FilesGiven } from '#ui/files-given.tsx';
import { showFailure } from '#ui/toasts.ts';
import { audioWords } from '#features/timeline/audio/audio-words.ts';

type GivenFilesProps = {
  project: Project;
  scenes: readonly SceneRow[];
  /** Files that become scenes. */
  onFiles: (files: readonly File[]) => void;
};

/** Files that are dropped on a movie's other views than its timeline, or pasted there. Sound is music, as it is on the timeline. */
export function GivenFiles({ project, scenes, onFiles }: GivenFilesProps) {
  const take = (files: readonly File[]): void => {
    const [sounds, pictures] = [files.filter(isSoundByName), files.filter((file) => !isSoundByName(file))];
    if (pictures.length > 0) onFiles(pictures);
    if (sounds.length === 0) return;
    import('#features/timeline/moving/given-sounds.ts')
      .then(({ addMusic }) => addMusic(project, scenes, sounds))
      .catch((error: unknown) => showFailure(audioWords.addFailed.music, error));
  };
  return <FilesGiven onFiles={take} />;
}
