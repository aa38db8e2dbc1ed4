import { Checkbox } from '@radix-ui/themes';
import type { PlanSummary } from '#media/worker/client.ts';
import { FormNote } from '#ui/form-note.tsx';
import { highContrast } from '#ui/high-contrast.ts';
import styles from './loss-notes.module.css';
import { leaveOutText, leftOutText, reducedTexts } from './loss-sentences.ts';

type SilenceChoiceProps = {
  leftOut: PlanSummary['leftOutSound'];
  /** Whether the person wants these scenes silent. */
  isAgreed: boolean;
  onAgree: (isAgreed: boolean) => void;
};

/** Sound that can't be decoded is left out only where the person says so. The start waits for it, so it comes before the choices. */
export function SilenceChoice({ leftOut, isAgreed, onAgree }: SilenceChoiceProps) {
  if (leftOut.length === 0) return null;
  return (
    <div className={styles['silence']}>
      <FormNote tone={isAgreed ? 'plain' : 'bad'}>{leftOutText(leftOut)}</FormNote>
      <label className={styles['choice']}>
        <Checkbox
          size="2"
          color="gray"
          className={highContrast}
          checked={isAgreed}
          onCheckedChange={(checked) => onAgree(checked === true)}
        />
        {leaveOutText(leftOut)}
      </label>
    </div>
  );
}

/** What encoding takes from the clips' color, said before the start. */
export function ColorNotes({ reduced }: { reduced: PlanSummary['reducedColor'] }) {
  return reducedTexts(reduced).map((text) => (
    <FormNote key={text} tone="plain">
      {text}
    </FormNote>
  ));
}
