import { lazy } from 'react';
import { Button } from '@radix-ui/themes';
import { Link, useParams } from 'react-router-dom';
import { useProjectPull } from '#api/queries/pulls.ts';
import { useHasScenes, useProject, useScenes } from '#data/live.ts';
import { LoadingBoard } from '#features/scene-board/loading-board.tsx';
import type { User } from '#shared/entities/user.ts';
import { AppHeader } from '#features/account/app-header.tsx';
import { DeviceState } from '#features/save-state/device-state.tsx';
import { PageMessage } from '#ui/page-message.tsx';
import { EditorScreen } from './editor-screen.tsx';
import { PageBody } from './page-body.tsx';
import { editorPageWords as words, pageTitle } from './words.ts';

const PublicOrMissing = lazy(async () => ({ default: (await import('./public-or-missing.tsx')).PublicOrMissing }));

/** Opens a project: first what is on this device, then what the server has. */
export function EditorPage({ user }: { user: User }) {
  const { id = '' } = useParams();
  const pull = useProjectPull(id);
  const row = useProject(id);
  // It belongs to another person who used this device before.
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
        <LoadingBoard label={words.loadingProject} />
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
  return (
    <>
      <title>{pageTitle(words.missing.title)}</title>
      <AppHeader user={user} state={<DeviceState />} />
      <PageBody>
        <PageMessage
          isWholePage
          title={words.missing.title}
          text={isOffline ? words.missing.offline : words.missing.text}
        >
          <Button size="3" asChild>
            <Link to="/">{words.missing.back}</Link>
          </Button>
        </PageMessage>
      </PageBody>
    </>
  );
}
