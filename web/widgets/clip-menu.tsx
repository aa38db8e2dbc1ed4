import { DropdownMenu } from '@radix-ui/themes';
import { ChevronDown } from 'lucide-react';
import type { ModelReach } from '#shared/api/models.ts';
import { modelIdSchema, modelRow, models, type ModelId } from '#shared/catalogue/models.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { nearestLength } from '#shared/rules/reserved-cost.ts';
import { highContrast } from '#ui/high-contrast.ts';
import styles from './clip-menu.module.css';
import { clipMenuWords as words } from './words.ts';

/** What is chosen of a clip before it is generated. Another model comes with a length that it can generate. */
export type ClipChoice = Partial<Pick<Scene, 'duration' | 'model'>>;

type ClipMenuProps = {
  scene: Pick<Scene, 'sceneNumber' | 'duration' | 'model'>;
  projectModel: ModelId;
  /** Which models the person’s key can use; undefined until that is known. */
  reach: readonly ModelReach[] | undefined;
  /** What the button shows: the length, maybe with more. */
  text: string;
  className: string;
  onChoose: (choice: ClipChoice) => void;
};

/** The length and the model of a scene that has no clip yet, as a button that opens the choice. */
export function ClipMenu({ scene, projectModel, reach, text, className, onChoose }: ClipMenuProps) {
  const model = scene.model ?? projectModel;
  const chooseModel = (value: string): void => {
    const id = modelIdSchema.parse(value);
    const duration = nearestLength(scene.duration, modelRow(id).durations);
    onChoose({ model: id === projectModel ? null : id, duration });
  };
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger>
        <button
          type="button"
          className={`${className} numbers`}
          aria-label={words.name({ text, number: scene.sceneNumber })}
        >
          {text}
          <ChevronDown size={14} aria-hidden="true" />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" color="gray" className={`${highContrast} ${styles['menu']}`}>
        <DropdownMenu.Label>{words.length}</DropdownMenu.Label>
        <DropdownMenu.RadioGroup
          value={String(scene.duration)}
          onValueChange={(value) => onChoose({ duration: Number(value) })}
        >
          {modelRow(model).durations.map((seconds) => (
            <DropdownMenu.RadioItem key={seconds} value={String(seconds)}>
              {words.seconds({ seconds })}
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
        <DropdownMenu.Separator />
        <DropdownMenu.Label>{words.model}</DropdownMenu.Label>
        <DropdownMenu.RadioGroup value={model} onValueChange={chooseModel}>
          {models.map(({ id, label }) => {
            const refusal = refusalOf(id, reach);
            return (
              <DropdownMenu.RadioItem key={id} value={id} disabled={refusal !== null} className={styles['model'] ?? ''}>
                <span>
                  {id === projectModel ? words.ofProject({ model: label }) : label}
                  {refusal === null ? null : <small>{refusal}</small>}
                </span>
              </DropdownMenu.RadioItem>
            );
          })}
        </DropdownMenu.RadioGroup>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

/** Why the key can’t use a model; null when it can, or when that isn’t known. */
function refusalOf(id: ModelId, reach: ClipMenuProps['reach']): string | null {
  const row = reach?.find((offer) => offer.id === id);
  if (row === undefined || row.reachable) return null;
  return row.reason ?? words.unreachable({ model: modelRow(id).label });
}
