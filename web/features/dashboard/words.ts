/** What the wall of projects says. */
import { plural } from '#shared/words/format.ts';

export const dashboardWords = {
  title: 'My Projects',
  subtitle: 'Create AI-powered videos from text descriptions',
  empty: { title: 'No projects yet', text: 'Write down a movie idea. One sentence is enough to start.' },
  createFirst: 'Create Your First Project',
  newProject: 'New Project',
  loading: 'Loading projects',
  menu: ({ title }: { title: string }) => `Options for ${title}`,
  deleteProject: 'Delete project…',
  complete: ({ complete, total }: { complete: number; total: number }) =>
    `${complete} / ${plural(total, { one: '# scene', other: '# scenes' })}`,
  failed: ({ failed, total }: { failed: number; total: number }) =>
    `${failed} of ${plural(total, { one: '# scene', other: '# scenes' })}`,
} as const;
