/** What the wall of projects says. */
import { pageNames } from '#shared/words/product-words.ts';
import { sceneCountText } from '#widgets/words.ts';

export const dashboardWords = {
  title: pageNames.dashboard,
  subtitle: 'Create AI-powered videos from text descriptions',
  empty: { title: 'No projects yet', text: 'Write down a movie idea. One sentence is enough to start.' },
  createFirst: 'Create Your First Project',
  newProject: pageNames.newProject,
  loading: 'Loading projects',
  menu: ({ title }: { title: string }) => `Options for ${title}`,
  onlyHere: 'Only on this device',
  deleteProject: 'Delete project…',
  complete: ({ complete, total }: { complete: number; total: number }) => `${complete} / ${sceneCountText(total)}`,
  failed: ({ failed, total }: { failed: number; total: number }) => `${failed} of ${sceneCountText(total)}`,
} as const;
