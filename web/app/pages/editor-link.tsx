import { Pencil } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useProjectListPull } from '#api/queries/pulls.ts';
import { useProject } from '#data/live.ts';
import { QuietButton } from '#ui/quiet-button.tsx';

/** The way from a project's public page to its editor, for its owner. Whose it is, the public page itself does not tell. */
export function EditorLink({ projectId, userId }: { projectId: string; userId: string }) {
  useProjectListPull();
  const project = useProject(projectId);
  if (project?.userId !== userId) return null;
  return (
    <QuietButton size="3" asChild>
      <Link to={`/project/${projectId}`}>
        <Pencil size={16} aria-hidden="true" />
        Open in the editor
      </Link>
    </QuietButton>
  );
}
