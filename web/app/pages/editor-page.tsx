import { Button } from '@radix-ui/themes';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useProjectPull } from '#api/queries/pulls.ts';
import { useHasScenes, useProject, useScenes } from '#data/live.ts';
import { openProject } from '#editor/session-store.ts';
import { LoadingBoard } from '#features/scene-board/scene-board.tsx';
import type { User } from '#shared/entities/user.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { PageHeader } from '#widgets/page-header.tsx';
import { EditorScreen } from './editor-screen.tsx';
import { PageBody } from './page-body.tsx';

/** Opens a project: what is on this device at once, what the server has as soon as it answers. */
export function EditorPage({ user }: { user: User }) {
  const { id = '' } = useParams();
  const pull = useProjectPull(id);
  const project = useProject(id);
  const scenes = useScenes(id);
  const hasScenes = useHasScenes(id);
  useEffect(() => openProject(id), [id]);

  if (project) {
    const areScenesKnown = scenes !== undefined && (scenes.length > 0 || hasScenes === true || !pull.isPulling);
    return <EditorScreen key={id} user={user} project={project} scenes={areScenesKnown ? scenes : undefined} />;
  }
  if (project === undefined || pull.isPulling) {
    return (
      <>
        <PageHeader />
        <LoadingBoard label="Loading project" />
      </>
    );
  }
  return <MissingProject isOffline={!pull.isNotFound && pull.error !== null} />;
}

function MissingProject({ isOffline }: { isOffline: boolean }) {
  const text = isOffline
    ? 'It is not on this device, and the server can’t be reached. Try again when you are online.'
    : 'It may have been deleted, or it belongs to somebody else.';
  return (
    <>
      <title>Project not found · AI Storyreel</title>
      <PageHeader />
      <PageBody>
        <PageMessage title="Project not found" text={text}>
          <Button size="3" asChild>
            <Link to="/">Back to My Projects</Link>
          </Button>
        </PageMessage>
      </PageBody>
    </>
  );
}
