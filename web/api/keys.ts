/** Keys of React Query. Those of calls are the parts of the path; `pull` keys write into the local database and are never drawn. */
export const keys = {
  user: ['/api', 'auth', 'user'],
  models: ['/api', 'models'],
  spending: ['/api', 'user', 'spending'],
  ffmpeg: ['/api', 'check-ffmpeg'],
  showcase: ['/api', 'showcase', 'projects'],
  showcaseProject: (projectId: string) => ['/api', 'showcase', 'projects', projectId] as const,
  /** Everything that pulls. */
  pulls: ['pull'],
  pullProjects: ['pull', 'projects'],
  pullsOfProjects: ['pull', 'project'],
  pullProject: (projectId: string) => ['pull', 'project', projectId] as const,
  pullHistory: (projectId: string) => ['pull', 'history', projectId] as const,
  pullOlderHistory: (projectId: string) => ['pull', 'older-history', projectId] as const,
} as const;
