import { FilesGiven } from '#ui/files-given.tsx';
import { isSoundByName } from '#shared/own-files/kind-by-name.ts';
import { addAudioFiles, type AudioPlace } from '../audio/add-audio.ts';
import { hideMark, showMark } from '../strip/drag-mark.ts';
import { sceneFileWords as words } from '../strip-words.ts';
import type { ScopeNow } from '../timeline-scope.ts';
import { gapAt } from './drop-place.ts';

type SceneFilesProps = {
  now: ScopeNow;
  /** @param place how many scenes come before the new ones; null for all of them */
  onFiles: (files: readonly File[], place: number | null) => void;
};

/**
 * Files that come to the timeline: on the lanes they become scenes where they are dropped, elsewhere at the end. Sound is
 * music, or a voice-over beside the lane of those and where they are recorded.
 */
export function SceneFiles({ now, onFiles }: SceneFilesProps) {
  const over = (at: DragEvent | null): void => {
    const left = at && lanePercent(at);
    if (left === null) return hideMark();
    const gap = gapAt(now().view.layout.blocks, left);
    showMark({ left: gap.left, tip: words.dropHere({ place: gap.place + 1 }), isSnapped: true });
  };
  const take = (files: readonly File[], at: DragEvent | null): void => {
    const scope = now();
    const { blocks } = scope.view.layout;
    const left = at && lanePercent(at);
    const [sounds, pictures] = [files.filter(isSoundByName), files.filter((file) => !isSoundByName(file))];
    if (sounds.length > 0) void addAudioFiles(scope, sounds, { kind: soundKindAt(at), left });
    if (pictures.length > 0) onFiles(pictures, left === null ? null : gapAt(blocks, left).place);
  };
  // The lanes of sound take what is dropped on them.
  return <FilesGiven except="[data-audio-lane]" onOver={over} onFiles={take} />;
}

function soundKindAt(at: DragEvent | null): AudioPlace['kind'] {
  const target = at?.target;
  return target instanceof Element && target.closest('[data-sound-kind="voice"]') !== null ? 'voice' : 'music';
}

/** Where on the lanes it is, in percent of them; null where it isn't on them. */
function lanePercent({ target, clientX }: DragEvent): number | null {
  const lanes = target instanceof Element ? target.closest('[data-lanes]') : null;
  if (lanes === null) return null;
  const { left, width } = lanes.getBoundingClientRect();
  return ((clientX - left) / width) * 100;
}
