import { Button } from '@radix-ui/themes';
import { ArrowLeft } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useSession } from '#api/queries/session.ts';
import { usePublicProject, type PublicProjectState } from '#api/queries/showcase.ts';
import { NotLoaded } from '#features/showcase/not-loaded.tsx';
import { PublicProjectView } from '#features/showcase/public-project-view.tsx';
import { usePlayer } from '#features/timeline/stage/use-player.ts';
import { timelineView } from '#features/timeline/strip/timeline-view.ts';
import type { ShowcaseProject } from '#shared/api/showcase.ts';
import type { User } from '#shared/entities/user.ts';
import { useProject } from '#data/live.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { PageLoading } from '#ui/page-loading.tsx';
import { PageMessage } from '#ui/page-message.tsx';
import { PageMeta } from '#ui/page-meta.tsx';
import { EditorLink } from './editor-link.tsx';
import { PageBody } from './page-body.tsx';
import { PublicHeader } from './public-header.tsx';
import { PublicMovie, PublicTimeline } from './public-movie.tsx';
import styles from './showcase-project-page.module.css';
import { pageTitle, showcasePageWords as words } from './words.ts';

const ReportActions = lazyPart(async () => ({
  default: (await import('#features/showcase/report-actions.tsx')).ReportActions,
}));

/** One public movie, to look at and play. */
export function ShowcaseProjectPage() {
  const { id = '' } = useParams();
  const session = useSession();
  const state = usePublicProject(id);
  const editorLink = session.user === null ? null : <EditorLink projectId={id} userId={session.user.id} />;
  return (
    <>
      <PublicHeader session={session} />
      <PageBody>
        <Content key={id} state={state} editorLink={editorLink} />
        {state.kind === 'shown' ? <Actions projectId={id} user={session.user} /> : null}
      </PageBody>
    </>
  );
}

/** Anybody may report a movie; its owner and operators may unpublish it. */
function Actions({ projectId, user }: { projectId: string; user: User | null }) {
  const own = useProject(projectId);
  const isOwner = user !== null && own?.userId === user.id;
  return (
    <Suspense>
      <ReportActions projectId={projectId} canUnpublish={isOwner || user?.isOperator === true} />
    </Suspense>
  );
}

function Content({ state, editorLink }: { state: PublicProjectState; editorLink: ReactNode }) {
  switch (state.kind) {
    case 'loading':
      return <PageLoading />;
    case 'missing':
      return <Message {...words.missing} />;
    case 'private':
      return <Message {...words.isPrivate}>{editorLink}</Message>;
    case 'failed':
      return (
        <>
          <PageMeta title={pageTitle(words.failed.title)} isUnlisted />
          <NotLoaded {...words.failed} retry={state.retry}>
            <BackButton />
          </NotLoaded>
        </>
      );
    case 'shown':
      return <ShownProject state={state} action={editorLink} />;
  }
}

type ShownProjectProps = { state: ShowcaseProject; /** What this visitor can do with it. */ action: ReactNode };

export function ShownProject({ state: { project, scenes, audio }, action }: ShownProjectProps) {
  const view = timelineView({ ...project, audio }, scenes);
  const isPlayable = view.plan.scenes.length > 0;
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const player = usePlayer(stage, view.plan);
  return (
    <>
      <PageMeta
        title={pageTitle(words.projectTitle(project))}
        description={project.description}
        isUnlisted={!project.isIndexable}
      />
      <p className={styles['back']}>
        <Link to="/showcase" className="link">
          <ArrowLeft size={16} aria-hidden="true" /> {words.toShowcase}
        </Link>
      </p>
      <PublicProjectView
        project={project}
        scenes={scenes}
        action={action}
        movie={isPlayable ? <PublicMovie plan={view.plan} player={player} stage={stage} onStage={setStage} /> : null}
        timeline={isPlayable ? <PublicTimeline player={player} view={view} /> : null}
      />
    </>
  );
}

function Message({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <>
      <PageMeta title={pageTitle(title)} isUnlisted />
      <PageMessage isWholePage title={title} text={text}>
        <BackButton />
        {children}
      </PageMessage>
    </>
  );
}

function BackButton() {
  return (
    <Button size="3" asChild>
      <Link to="/showcase">{words.back}</Link>
    </Button>
  );
}
