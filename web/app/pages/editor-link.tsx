import { Pencil } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useProjectListPull } from '#api/queries/pulls.ts';
import { useProject } from '#data/live.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { showcasePageWords } from './words.ts';

/** The link from a public page to the editor, for its owner. The public page itself doesn't say whose project it is. */
export function EditorLink({ projectId, userId }: { projectId: string; userId: string }) {
  useProjectListPull();
  const project = useProject(projectId);
  if (project?.userId !== userId) return null;
  return (
    <QuietButton size="3" asChild>
      <Link to={`/project/${projectId}`}>
        <Pencil size={16} aria-hidden="true" />
        {showcasePageWords.openInEditor}
      </Link>
    </QuietButton>
  );
}
