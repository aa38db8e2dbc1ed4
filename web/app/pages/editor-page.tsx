import { lazy } from 'react';
import { Button } from '@radix-ui/themes';
import { Link, useParams } from 'react-router-dom';
import { useProjectPull } from '#api/queries/pulls.ts';
import { useHasScenes, useProject, useScenes } from '#data/live.ts';
import { LoadingBoard } from '#features/scene-board/loading-board.tsx';
import type { User } from '#shared/entities/user.ts';
import { AppHeader } from '#features/account/app-header.tsx';
import { PageMessage } from '#ui/page-message.tsx';
import { EditorScreen } from './editor-screen.tsx';
import { PageBody } from './page-body.tsx';

const PublicOrMissing = lazy(async () => ({ default: (await import('./public-or-missing.tsx')).PublicOrMissing }));

/** Opens a project: what is on this device at once, what the server has as soon as it answers. */
export function EditorPage({ user }: { user: User }) {
  const { id = '' } = useParams();
  const pull = useProjectPull(id);
  const row = useProject(id);
  // Somebody else's, who has worked on this device before.
  const project = row && row.userId !== user.id ? null : row;
  const scenes = useScenes(id);
  const hasScenes = useHasScenes(id);

  if (project) {
    const areScenesKnown = scenes !== undefined && (scenes.length > 0 || hasScenes === true || !pull.isPulling);
    return <EditorScreen key={id} user={user} project={project} scenes={areScenesKnown ? scenes : undefined} />;
  }
  if (project === undefined || pull.isPulling) {
    return (
      <>
        <AppHeader user={null} />
        <LoadingBoard label="Loading project" />
      </>
    );
  }
  if (!pull.isNotFound) return <MissingProject user={user} isOffline={pull.error !== null} />;
  return (
    <PublicOrMissing projectId={id}>
      <MissingProject user={user} isOffline={false} />
    </PublicOrMissing>
  );
}

function MissingProject({ user, isOffline }: { user: User; isOffline: boolean }) {
  const text = isOffline
    ? 'It is not on this device, and the server can’t be reached. Try again when you are online.'
    : 'It may have been deleted, or it belongs to somebody else.';
  return (
    <>
      <title>Project not found · AI Storyreel</title>
      <AppHeader user={user} />
      <PageBody>
        <PageMessage isWholePage title="Project not found" text={text}>
          <Button size="3" asChild>
            <Link to="/">Back to My Projects</Link>
          </Button>
        </PageMessage>
      </PageBody>
    </>
  );
}
