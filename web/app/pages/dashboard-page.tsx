import { Button } from '@radix-ui/themes';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useModels } from '#api/queries/models.ts';
import { useProjectListPull } from '#api/queries/pulls.ts';
import { useProjects } from '#data/live.ts';
import { actions } from '#editor/actions.ts';
import { UserMenu } from '#features/account/user-menu.tsx';
import { CreateProjectDialog } from '#features/create-project/create-project-dialog.tsx';
import { Dashboard } from '#features/dashboard/dashboard.tsx';
import type { CreateProjectRequest } from '#shared/api/projects.ts';
import { DEMO_STUDIO_KEY, type User } from '#shared/entities/user.ts';
import { showToast } from '#ui/toasts.ts';
import { PageHeader } from '#widgets/page-header.tsx';
import { startBreakdown } from '../breakdown.ts';
import { ProjectsLink } from './projects-link.tsx';

export function DashboardPage({ user }: { user: User }) {
  const navigate = useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const pull = useProjectListPull();
  const rows = useProjects(user.id);
  const reach = useModels();
  // An empty wall is believed only when the server was asked, or can't be.
  const projects = rows?.length === 0 && pull.isPulling ? undefined : rows;

  const create = async (fields: CreateProjectRequest): Promise<void> => {
    const id = await actions.createProject(fields);
    showToast({ title: 'Project created', description: 'Generating AI scene breakdown...' });
    void startBreakdown(id);
    await navigate(`/project/${id}`);
  };
  return (
    <>
      <title>My Projects · AI Storyreel</title>
      <PageHeader end={<UserMenu user={user} />}>
        <ProjectsLink />
        {projects?.length === 0 ? null : (
          <Button size="2" onClick={() => setIsCreating(true)}>
            <Plus size={16} aria-hidden="true" />
            New Project
          </Button>
        )}
      </PageHeader>
      <main>
        <Dashboard projects={projects} onNewProject={() => setIsCreating(true)} />
      </main>
      {isCreating ? (
        <CreateProjectDialog reach={reach} isDemo={user.geminiApiKey === DEMO_STUDIO_KEY} onCreate={create} onClose={() => setIsCreating(false)} />
      ) : null}
    </>
  );
}
