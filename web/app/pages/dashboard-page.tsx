import { Button } from '@radix-ui/themes';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useModels } from '#api/queries/models.ts';
import { useProjectListPull } from '#api/queries/pulls.ts';
import { useProjects } from '#data/live.ts';
import { AppHeader } from '#features/account/app-header.tsx';
import { DeviceState } from '#features/save-state/device-state.tsx';
import { createProject } from '#features/create-project/create-project.ts';
import { Dashboard } from '#features/dashboard/dashboard.tsx';
import { startBreakdown } from '#features/generation/breakdown.ts';
import type { CreateProjectRequest } from '#shared/api/projects.ts';
import type { Project } from '#shared/entities/project.ts';
import type { User } from '#shared/entities/user.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { useHasSettled } from '#ui/use-has-settled.ts';
import styles from './dashboard-page.module.css';
import { pageTitle, pageWords as words } from './words.ts';

const CreateProjectDialog = lazyPart(async () => ({
  default: (await import('#features/create-project/create-project-dialog.tsx')).CreateProjectDialog,
}));
const OpenSampleButton = lazyPart(async () => ({
  default: (await import('#features/sample/open-sample-button.tsx')).OpenSampleButton,
}));
const DeleteProjectDialog = lazyPart(async () => ({
  default: (await import('#features/delete-project/delete-project-dialog.tsx')).DeleteProjectDialog,
}));

export function DashboardPage({ user }: { user: User }) {
  const navigate = useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const [unwanted, setUnwanted] = useState<Project | null>(null);
  const pull = useProjectListPull();
  const rows = useProjects(user.id);
  // Only the dialog for a new project needs this, so it is asked when that opens, or once the page has settled.
  const hasSettled = useHasSettled();
  const reach = useModels(hasSettled || isCreating);
  // The wall counts as empty only once the server has answered, or can't be reached.
  const projects = rows?.length === 0 && pull.isPulling ? undefined : rows;

  const create = async (fields: CreateProjectRequest): Promise<void> => {
    const id = await createProject(fields);
    void startBreakdown(id);
    await navigate(`/project/${id}`);
  };
  return (
    <>
      <title>{pageTitle(words.dashboard.title)}</title>
      <AppHeader user={user} state={<DeviceState />} onNewProject={() => setIsCreating(true)}>
        {projects?.length === 0 ? null : (
          <Button size="2" className={styles['newProject'] ?? ''} onClick={() => setIsCreating(true)}>
            <Plus size={16} aria-hidden="true" />
            {words.dashboard.newProject}
          </Button>
        )}
      </AppHeader>
      <main>
        <Dashboard
          projects={projects}
          onNewProject={() => setIsCreating(true)}
          sample={
            <Suspense>
              <OpenSampleButton />
            </Suspense>
          }
          onDelete={setUnwanted}
        />
      </main>
      <Suspense>
        {isCreating ? (
          <CreateProjectDialog user={user} reach={reach} onCreate={create} onClose={() => setIsCreating(false)} />
        ) : null}
        {unwanted ? (
          <DeleteProjectDialog
            project={unwanted}
            onDelete={() => setUnwanted(null)}
            onClose={() => setUnwanted(null)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
