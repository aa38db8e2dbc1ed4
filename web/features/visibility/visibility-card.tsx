import { Switch } from '@radix-ui/themes';
import { Copy, ExternalLink } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { Project } from '#shared/entities/project.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RailSection } from '#ui/rail-section.tsx';
import { useRefusals } from '#widgets/use-refusals.ts';
import { changeVisibility, copyLink } from './visibility-edits.ts';
import styles from './visibility-card.module.css';

/** Whether others may see the project, what they see then, and where. */
export function VisibilityCard({ project }: { project: Project }) {
  const isRefused = useRefusals().server !== null;
  const noteId = useId();
  const { id, isPublic } = project;
  const toggle = (
    <Switch
      checked={isPublic}
      disabled={isRefused}
      color="gray"
      aria-label="Public"
      aria-describedby={noteId}
      onCheckedChange={(wanted) => void changeVisibility(id, wanted)}
    />
  );
  return (
    <RailSection title="Project Visibility" end={toggle}>
      <p id={noteId} className={styles['note']}>
        {isPublic ? 'Public: anyone can watch it in the Showcase.' : 'Private: only you can open it.'}{' '}
        {isRefused ? 'This needs the network to change.' : null}
      </p>
      <p className={styles['fine']}>
        {isPublic ? 'Shown' : 'When public, shown'}: your name and picture, title, description, genre, scenes, clips and
        texts. Never shown: your e-mail, key, prompts and costs.
      </p>
      {isPublic ? (
        <div className={styles['actions']}>
          <QuietButton size="1" onClick={() => void copyLink(`/showcase/${id}`)}>
            <Copy size={14} aria-hidden="true" />
            Copy link
          </QuietButton>
          <QuietButton size="1" asChild>
            <Link to={`/showcase/${id}`}>
              <ExternalLink size={14} aria-hidden="true" />
              View public page
            </Link>
          </QuietButton>
        </div>
      ) : null}
    </RailSection>
  );
}
