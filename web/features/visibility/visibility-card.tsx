import { Switch } from '@radix-ui/themes';
import { Copy, ExternalLink } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { Project } from '#shared/entities/project.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RailSection } from '#ui/rail-section.tsx';
import { useRefusals } from '#widgets/use-refusals.ts';
import { changeIndexable, changeVisibility, copyLink } from './visibility-edits.ts';
import styles from './visibility-card.module.css';
import { visibilityWords as words } from './words.ts';

/** Whether others can see the project, what they see, and where. */
export function VisibilityCard({ project }: { project: Project }) {
  const isRefused = useRefusals().server !== null;
  const noteId = useId();
  const { id, isPublic } = project;
  const toggle = (
    <Switch
      checked={isPublic}
      disabled={isRefused}
      color="gray"
      aria-label={words.toggle}
      aria-describedby={noteId}
      onCheckedChange={(wanted) => void changeVisibility(id, wanted)}
    />
  );
  return (
    <RailSection title={words.title} end={toggle}>
      <p id={noteId} className={styles['note']}>
        {isPublic ? words.isPublic : words.isPrivate} {isRefused ? words.offline : null}
      </p>
      <p className={styles['fine']}>{isPublic ? words.shownNow : words.shownThen}</p>
      {isPublic ? <SearchEngines project={project} isRefused={isRefused} /> : null}
      {isPublic ? (
        <div className={styles['actions']}>
          <QuietButton size="1" onClick={() => void copyLink(`/showcase/${id}`)}>
            <Copy size={14} aria-hidden="true" />
            {words.copyLink}
          </QuietButton>
          <QuietButton size="1" asChild>
            <Link to={`/showcase/${id}`}>
              <ExternalLink size={14} aria-hidden="true" />
              {words.viewPage}
            </Link>
          </QuietButton>
        </div>
      ) : null}
    </RailSection>
  );
}

type SearchEnginesProps = { project: Project; /** Nothing can be changed now. */ isRefused: boolean };

function SearchEngines({ project: { id, isIndexable }, isRefused }: SearchEnginesProps) {
  const [switchId, hintId] = [useId(), useId()];
  return (
    <>
      <div className={styles['engines']}>
        <label htmlFor={switchId}>{words.engines}</label>
        <Switch
          id={switchId}
          size="1"
          checked={isIndexable}
          disabled={isRefused}
          color="gray"
          aria-describedby={hintId}
          onCheckedChange={(wanted) => void changeIndexable(id, wanted)}
        />
      </div>
      <p id={hintId} className={styles['fine']}>
        {isIndexable ? words.enginesHint : words.enginesOff}
      </p>
    </>
  );
}
