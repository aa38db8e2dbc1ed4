import { Badge, Spinner } from '@radix-ui/themes';
import { Feather, Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { modelRow } from '#shared/catalogue/models.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { formatDuration } from '#shared/words/format.ts';
import { projectStatus } from '#shared/rules/project-status.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RailSection } from '#ui/rail-section.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { statusWords } from '#widgets/words.ts';
import { useRefusals } from '#widgets/use-refusals.ts';
import { improveConcept, saveConcept } from './concept-edits.ts';
import styles from './concept-card.module.css';
import { ConceptForm } from './concept-form.tsx';
import { conceptWords as words } from './words.ts';

type ConceptCardProps = { project: Project; scenes: readonly Scene[] };

/** The idea behind the movie, edited in place by the person or by the AI. */
export function ConceptCard({ project, scenes }: ConceptCardProps) {
  const [isEditing, setIsEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setIsEditing(false);
    requestAnimationFrame(() => editButton.current?.focus());
  };
  const status = projectStatus(scenes);
  const badge = (
    <Badge
      size="1"
      variant={badgeVariant[status]}
      color={status === 'failed' ? 'red' : 'gray'}
      className={styles['badge'] ?? ''}
    >
      {statusWords[status]}
    </Badge>
  );
  return (
    <RailSection title={words.title} end={badge}>
      {isEditing ? (
        <ConceptForm
          description={project.description}
          onSave={(description) => void saveConcept(project.id, description)}
          onClose={close}
        />
      ) : (
        <>
          <p className={styles['text']}>{project.description}</p>
          <p className={`${styles['facts']} numbers`}>
            {project.genre}
            <br />
            {words.facts({
              model: modelRow(project.model).label,
              ratio: project.aspectRatio,
              length: formatDuration(project.targetLength),
            })}
          </p>
          <div className={styles['actions']}>
            <ImproveButton project={project} />
            <QuietButton ref={editButton} size="1" onClick={() => setIsEditing(true)}>
              <Pencil size={14} aria-hidden="true" />
              {words.edit}
            </QuietButton>
          </div>
        </>
      )}
    </RailSection>
  );
}

function ImproveButton({ project }: { project: Project }) {
  const [isBusy, setIsBusy] = useState(false);
  const { ai } = useRefusals();
  const improve = async (): Promise<void> => {
    setIsBusy(true);
    await improveConcept(project);
    setIsBusy(false);
  };
  return (
    <RefusableButton isQuiet size="1" disabled={isBusy} refusal={ai?.sentence ?? null} onPress={() => void improve()}>
      {isBusy ? <Spinner size="1" /> : <Feather size={14} aria-hidden="true" />}
      {isBusy ? words.improving : words.improve}
    </RefusableButton>
  );
}

const badgeVariant = { complete: 'soft', generating: 'surface', failed: 'soft', draft: 'outline' } as const;
