import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { chooseTake, isHeard, takesOf } from '#shared/rules/audio-takes.ts';
import { IconAction } from '#ui/icon-action.tsx';
import { showEdited } from '#ui/edited-toast.ts';
import { showFailure } from '#ui/toasts.ts';
import { actions } from '#editor/actions.ts';
import { audioActions } from '#editor/audio-actions.ts';
import { audioWords } from '../audio/audio-words.ts';
import { recordWords as words } from './record-words.ts';
import styles from './record-panel.module.css';

type TakeChoiceProps = { projectId: string; piece: MovieAudio };

/** The recordings of a voice-over, one of which is played. */
export function TakeChoice({ projectId, piece }: TakeChoiceProps) {
  const id = useId();
  const takes = takesOf(piece);
  if (piece.takes.length === 0) return null;
  const choose = (mediaId: string): void => {
    const patch = chooseTake(piece, mediaId);
    if (patch === null) return;
    audioActions.patch(projectId, piece.id, patch).catch((error: unknown) => showFailure(audioWords.failed, error));
  };
  const remove = async (mediaId: string, name: string): Promise<void> => {
    const left = piece.takes.filter((take) => take.mediaId !== mediaId);
    try {
      const undo = await actions.undoable(projectId, () => audioActions.patch(projectId, piece.id, { takes: left }));
      showEdited({ title: words.deletedTake({ name }) }, undo);
    } catch (error) {
      showFailure(audioWords.failed, error);
    }
  };
  return (
    <fieldset className={styles['takes']}>
      <legend>{words.takes}</legend>
      {takes.map((take) => {
        const { mediaId, name, inSeconds, outSeconds } = take;
        const isChosen = mediaId === piece.mediaId;
        const isOver = !isChosen && !isHeard(take);
        return (
          <div key={mediaId} className={styles['take']}>
            <label className="numbers">
              <input type="radio" name={id} checked={isChosen} disabled={isOver} onChange={() => choose(mediaId)} />
              {isOver ? words.over({ name }) : words.length({ name, seconds: outSeconds - inSeconds })}
            </label>
            {isChosen ? null : (
              <IconAction label={words.deleteTake({ name })} onClick={() => void remove(mediaId, name)}>
                <Trash2 size={14} />
              </IconAction>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
