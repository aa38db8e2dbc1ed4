import { Button } from '@radix-ui/themes';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Scene } from '#shared/entities/scene.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { keepClearIfPossible } from '#ui/follow-toast-place.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { Difference } from '#widgets/difference.tsx';
import { wordDifference, type Piece } from '#widgets/word-difference.ts';
import styles from './improved-dialog.module.css';
import { undoImprovement } from './scene-edits.ts';
import { improvedWords as words } from './words.ts';

type ImprovedDialogProps = {
  scene: Scene;
  /** The description as it was. */
  before: string;
  onClose: () => void;
};

/** What the AI made of a scene's description, beside what the person had. */
export function ImprovedDialog({ scene, before, onClose }: ImprovedDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const difference = wordDifference(before, scene.description);
  const undo = async (): Promise<void> => {
    setIsBusy(true);
    if (await undoImprovement(scene.id, before)) onClose();
    else setIsBusy(false);
  };
  const footer = (
    <>
      <QuietButton size="3" disabled={isBusy} onClick={() => void undo()}>
        <Undo2 size={16} aria-hidden="true" />
        {words.undo}
      </QuietButton>
      <Button size="3" onClick={onClose}>
        {words.keep}
      </Button>
    </>
  );
  return (
    <DialogFrame
      title={words.title({ number: scene.sceneNumber })}
      subtitle={words.prompt}
      width={880}
      onClose={onClose}
      footer={footer}
    >
      <div className={styles['texts']} {...keepClearIfPossible}>
        <Text label={words.before} pieces={difference.before} as="del" />
        <Text label={words.after} pieces={difference.after} as="ins" />
      </div>
    </DialogFrame>
  );
}

function Text({ label, pieces, as }: { label: string; pieces: readonly Piece[]; as: 'ins' | 'del' }) {
  return (
    <section aria-label={label}>
      <h3>{label}</h3>
      <p>
        <Difference pieces={pieces} as={as} />
      </p>
    </section>
  );
}
