import { actions } from '#editor/actions.ts';
import { showFailure } from '#ui/toasts.ts';
import { useScope } from '../timeline-scope.ts';
import { soundWords as words } from '../words.ts';
import { Toggle } from './toggle.tsx';

/** Whether all scenes are brought to one loudness. */
export function LevelAll() {
  const { plan } = useScope();
  const save = (isOn: boolean): void =>
    void actions.setLevelling(plan.projectId, isOn).catch((error: unknown) => showFailure(words.failed, error));
  return <Toggle name={words.level} isOn={plan.levelling} onChange={save} />;
}
