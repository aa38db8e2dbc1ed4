import { Button } from '@radix-ui/themes';
import { useExports } from '#data/live.ts';
import type { Project } from '#shared/entities/project.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { removeProject } from './remove-project.ts';
import styles from './delete-project-dialog.module.css';
import { deletionLosses } from './deletion-losses.ts';
import { uiWords } from '#ui/words.ts';
import { deleteProjectWords as words } from './words.ts';

type DeleteProjectDialogProps = {
  project: Project;
  /** The person has agreed: close this, and leave the project's own page. */
  onDelete: () => void;
  onClose: () => void;
};

/** Lists everything that goes with a project, and deletes it when the person agrees. */
export function DeleteProjectDialog({ project, onDelete, onClose }: DeleteProjectDialogProps) {
  const exports = useExports() ?? [];
  const remove = (): void => {
    onDelete();
    void removeProject(project);
  };
  const footer = (
    <>
      <QuietButton size="3" data-autofocus="" onClick={onClose}>
        {uiWords.cancel}
      </QuietButton>
      <Button size="3" color="red" onClick={remove}>
        {words.confirm}
      </Button>
    </>
  );
  return (
    <DialogFrame title={words.title} width={480} onClose={onClose} footer={footer}>
      <p className={styles['lead']}>{words.lead({ title: project.title })}</p>
      <ul className={styles['list']}>
        {deletionLosses(project, exports).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className={styles['end']}>{words.end}</p>
    </DialogFrame>
  );
}
