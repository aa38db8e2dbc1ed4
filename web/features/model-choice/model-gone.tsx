import { TriangleAlert } from 'lucide-react';
import { actions } from '#editor/actions.ts';
import type { ModelReach } from '#shared/api/models.ts';
import { modelRow, type ModelId } from '#shared/catalogue/models.ts';
import type { Project } from '#shared/entities/project.ts';
import { nearestModel } from '#shared/rules/nearest-model.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import styles from './model-gone.module.css';

type ModelGoneProps = {
  project: Project;
  /** Undefined while it is asked, and where there is no network. */
  reach: readonly ModelReach[] | undefined;
};

/** Says that a project's model can't be reached any more, and offers the nearest one that can. */
export function ModelGone({ project, reach }: ModelGoneProps) {
  const row = reach?.find(({ id }) => id === project.model);
  if (!row || row.reachable) return null;
  const nearest = nearestModel(project.model, reach?.filter(({ reachable }) => reachable).map(({ id }) => id) ?? []);
  return (
    <aside className={styles['notice']} aria-label="Model of this project">
      <TriangleAlert size={16} aria-hidden="true" />
      <p>
        {row.reason ?? `Your key can’t reach ${modelRow(project.model).label}.`} Clips that are here stay as they are.
      </p>
      {nearest === null ? null : (
        <QuietButton size="2" onClick={() => void chooseModelFor(project.id, nearest)}>
          Use {modelRow(nearest).label}
        </QuietButton>
      )}
    </aside>
  );
}

async function chooseModelFor(projectId: string, model: ModelId): Promise<void> {
  try {
    await actions.editProject(projectId, { model });
    showToast({ title: `New clips are made with ${modelRow(model).label}` });
  } catch (error) {
    showFailure('The model was not changed', error);
  }
}
