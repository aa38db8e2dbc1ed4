import { TriangleAlert } from 'lucide-react';
import { actions } from '#editor/actions.ts';
import type { ModelReach } from '#shared/api/models.ts';
import { modelRow, type ModelId } from '#shared/catalogue/models.ts';
import type { Project } from '#shared/entities/project.ts';
import { nearestModel } from '#shared/rules/nearest-model.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { showEdited } from '#ui/edited-toast.ts';
import { showFailure } from '#ui/toasts.ts';
import styles from './model-gone.module.css';
import { modelChoiceWords as words } from './words.ts';

type ModelGoneProps = {
  project: Project;
  /** Undefined until the server answers, and while there is no network. */
  reach: readonly ModelReach[] | undefined;
};

/** Says that the key can't use the project's model, and offers the closest one that it can use. */
export function ModelGone({ project, reach }: ModelGoneProps) {
  const row = reach?.find(({ id }) => id === project.model);
  if (!row || row.reachable) return null;
  const nearest = nearestModel(project.model, reach?.filter(({ reachable }) => reachable).map(({ id }) => id) ?? []);
  return (
    <aside className={styles['notice']} aria-label={words.label}>
      <TriangleAlert size={16} aria-hidden="true" />
      <p>
        {row.reason ?? words.unreachable({ model: modelRow(project.model).label })} {words.clipsStay}
      </p>
      {nearest === null ? null : (
        <QuietButton size="2" onClick={() => void chooseModelFor(project.id, nearest)}>
          {words.use({ model: modelRow(nearest).label })}
        </QuietButton>
      )}
    </aside>
  );
}

async function chooseModelFor(projectId: string, model: ModelId): Promise<void> {
  try {
    const undo = await actions.undoable(projectId, () => actions.editProject(projectId, { model }));
    showEdited({ title: words.changed({ model: modelRow(model).label }) }, undo);
  } catch (error) {
    showFailure(words.failed, error);
  }
}
