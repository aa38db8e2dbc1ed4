import { Switch } from '@radix-ui/themes';
import { Copy, ExternalLink } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useIsPublicThere, useProjectUploads } from '#data/live-uploads.ts';
import { leftOf } from '#data/tables/project-uploads.ts';
import { refusedUpload } from '#editor/upload-notes.ts';
import { projectUploadWords as uploadWords } from '#editor/upload-words.ts';
import type { Project } from '#shared/entities/project.ts';
import { useSyncStatus } from '#sync/status.ts';
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
  const { refusal, upload, isThere } = useUploadNotes(project);
  const [problem] = useSyncStatus(id).problems;
  const without = isPublic && problem !== undefined ? words.without(problem) : null;
  const state = isPublic ? (isThere ? words.isPublic : null) : words.isPrivate;
  const note = [state, isPublic ? upload : null, isRefused ? words.offline : (refusal ?? without)]
    .filter((part) => part !== null)
    .join(' ');
  const toggle = (
    <Switch
      checked={isPublic}
      disabled={isRefused || (refusal !== null && !isPublic)}
      color="gray"
      aria-label={words.toggle}
      aria-describedby={noteId}
      onCheckedChange={(wanted) => void changeVisibility(id, wanted)}
    />
  );
  return (
    <RailSection title={words.title} end={toggle}>
      <p id={noteId} className={styles['note']}>
        {note}
      </p>
      <p className={styles['fine']}>{isPublic ? words.shownNow : words.shownThen}</p>
      {isPublic ? <SearchEngines project={project} isRefused={isRefused} /> : null}
      {isPublic && isThere ? (
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

/** What own files that the server lacks mean for a public page. `isThere`: visitors can open it, as far as those go. */
function useUploadNotes({ id, isPublic }: Project): {
  refusal: string | null;
  upload: string | null;
  isThere: boolean;
} {
  const uploads = useProjectUploads(id) ?? { waiting: [], refused: [] };
  const isPublicThere = useIsPublicThere(id) ?? isPublic;
  const left = leftOf(uploads.waiting);
  const refusal = refusedUpload(uploads);
  if (left === null) return { refusal, upload: null, isThere: true };
  const upload = isPublicThere ? uploadWords.shownAfter(left) : uploadWords.publicAfter(left);
  return { refusal, upload, isThere: isPublicThere };
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
