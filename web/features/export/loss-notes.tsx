import { Checkbox } from '@radix-ui/themes';
import type { PlanSummary } from '#media/worker/client.ts';
import { FormNote } from '#ui/form-note.tsx';
import styles from './loss-notes.module.css';
import { leaveOutText, leftOutText, reducedTexts } from './loss-sentences.ts';

type LossNotesProps = {
  /** Null while it isn't known. */
  summary: PlanSummary | null;
  /** Whether the person wants scenes whose sound can't be decoded silent. */
  leavesOutSound: boolean;
  onLeaveOutSound: (leavesOut: boolean) => void;
};

/** What the movie loses of its clips, said before the start; sound is left out only where the person says so. */
export function LossNotes({ summary, leavesOutSound, onLeaveOutSound }: LossNotesProps) {
  if (summary === null) return null;
  const { leftOutSound, reducedColor } = summary;
  return (
    <>
      {leftOutSound.length === 0 ? null : (
        <>
          <FormNote tone={leavesOutSound ? 'plain' : 'bad'}>{leftOutText(leftOutSound)}</FormNote>
          <label className={styles['choice']}>
            <Checkbox
              size="2"
              checked={leavesOutSound}
              onCheckedChange={(checked) => onLeaveOutSound(checked === true)}
            />
            {leaveOutText(leftOutSound)}
          </label>
        </>
      )}
      {reducedTexts(reducedColor).map((text) => (
        <FormNote key={text} tone="plain">
          {text}
        </FormNote>
      ))}
    </>
  );
}
