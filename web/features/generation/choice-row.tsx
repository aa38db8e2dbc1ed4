import { Checkbox } from '@radix-ui/themes';
import { useId } from 'react';
import type { ModelReach } from '#shared/api/models.ts';
import { modelRow } from '#shared/catalogue/models.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { namesCharacter } from '#shared/rules/compose-prompt.ts';
import type { MissingNeighbors } from '#shared/rules/frame-neighbors.ts';
import { formatUsd, listed } from '#shared/words/format.ts';
import { highContrast } from '#ui/high-contrast.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { ClipMenu, type ClipChoice } from '#widgets/clip-menu.tsx';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import { isClipOpen, lacksExtension, type SceneGroup } from '#widgets/scene-groups.ts';
import { estimateFor, rowsToGenerate } from '#widgets/scene-price.ts';
import styles from './choice-row.module.css';
import { framesOf } from './scene-choice.ts';
import { choiceWords as words } from './choice-words.ts';
import { progressWords } from './words.ts';

type ChoiceRowProps = {
  group: SceneGroup;
  project: Project;
  /** Every row of the project, as it would be generated. */
  rows: readonly Scene[];
  isChosen: boolean;
  /** Neighbors that it needs a frame of and that get no clip; null where it has all it needs. */
  missing: MissingNeighbors | null;
  canAdd: (sceneId: string) => boolean;
  onChoose: (sceneId: string, isChosen: boolean) => void;
  /** Which models the key can use; undefined until that is known. */
  reach: readonly ModelReach[] | undefined;
  onChooseClip: (scene: Scene, choice: ClipChoice) => void;
  /** Gives it ends of its own. */
  onWithout: (missing: MissingNeighbors) => void;
};

/** A scene that can be generated: what its clip starts from, how long it is, and what it costs. */
export function ChoiceRow(props: ChoiceRowProps) {
  const { group, project, rows, isChosen, missing, reach, onChoose, onChooseClip } = props;
  const { scene } = group;
  const id = useId();
  const model = modelRow(scene.model ?? project.model).label;
  const clip = words.clip({ seconds: secondsOf(group), model });
  const source = sourceText(props);
  return (
    <li className={styles['row']} data-chosen={isChosen}>
      <Checkbox
        id={id}
        color="gray"
        className={highContrast}
        aria-label={words.scene({ number: scene.sceneNumber, title: scene.title })}
        aria-describedby={`${id}-source`}
        checked={isChosen}
        onCheckedChange={(isOn) => onChoose(scene.id, isOn === true)}
      />
      <label htmlFor={id} className={styles['frame']} aria-hidden="true">
        <PictureFrame url={scene.thumbnailUrl} title="" isUpright={project.aspectRatio === '9:16'} />
      </label>
      <div className={styles['words']}>
        <label htmlFor={id} className="one-line" title={scene.title}>
          <span className="numbers">{scene.sceneNumber}</span> {scene.title}
        </label>
        <p id={`${id}-source`} className="one-line" title={source}>
          {source}
        </p>
      </div>
      {isClipOpen(group) ? (
        <ClipMenu
          scene={scene}
          projectModel={project.model}
          reach={reach}
          text={clip}
          className={styles['clip'] ?? ''}
          onChoose={(choice) => onChooseClip(scene, choice)}
        />
      ) : (
        <span className={`${styles['clip']} numbers`}>{clip}</span>
      )}
      <span className={`${styles['price']} numbers`}>{formatUsd(estimateFor(group, project, rows))}</span>
      {missing ? <Missing {...props} missing={missing} /> : null}
    </li>
  );
}

type MissingProps = Omit<ChoiceRowProps, 'missing'> & { missing: MissingNeighbors };

/** What is missing, and the two ways out. */
function Missing({ group, missing, canAdd, onChoose, onWithout }: MissingProps) {
  const { before, after } = missing;
  const other = before ?? after;
  if (!other) return null;
  const number = other.sceneNumber;
  return (
    <div className={styles['missing']}>
      <output>{words.noClip({ number })}</output>
      {canAdd(other.id) ? (
        <QuietButton size="1" onClick={() => onChoose(other.id, true)}>
          {words.add({ number })}
        </QuietButton>
      ) : null}
      <QuietButton
        size="1"
        aria-label={words.withoutFor({ number: group.scene.sceneNumber })}
        onClick={() => onWithout(missing)}
      >
        {words.without}
      </QuietButton>
    </div>
  );
}

/** How long it gets, or what it gets longer by. */
function secondsOf(group: SceneGroup): number {
  if (!lacksExtension(group)) return group.scene.duration;
  return rowsToGenerate(group).reduce((sum, { duration }) => sum + duration, 0);
}

/** Why it failed last time, else what its clip starts and ends with. */
function sourceText({ group, project, rows }: ChoiceRowProps): string {
  if (group.status === 'failed') return words.failed({ reason: group.errorMessage ?? progressWords.failed });
  if (lacksExtension(group)) return words.continues({ seconds: secondsOf(group) });
  const scene = rows.find(({ id }) => id === group.scene.id) ?? group.scene;
  const { before, after } = framesOf(scene, rows);
  if (before && after) return words.between({ from: before.sceneNumber, to: after.sceneNumber });
  if (before) return words.fromScene({ number: before.sceneNumber });
  if (after) return words.toScene({ number: after.sceneNumber });
  const text = `${scene.title} ${scene.description}`;
  const names = project.characterReferences
    .filter(({ name, imageUrl }) => imageUrl !== null && namesCharacter(text, name))
    .map(({ name }) => name);
  return names.length > 0 ? words.fromTextAnd({ names: listed(names) }) : words.fromText;
}
