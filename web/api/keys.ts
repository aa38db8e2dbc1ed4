/** Keys of React Query. `pull` keys write into the local database and are never drawn. */
export const keys = {
  user: ['user'],
  models: ['models'],
  sessions: ['sessions'],
  reports: ['reports'],
  spending: ['spending'],
  storage: ['storage'],
  /** `mark` changes when the sums may have. */
  projectSpending: (projectId: string, sinceMs: number, mark: string) =>
    ['project-spending', projectId, sinceMs, mark] as const,
  ffmpeg: ['ffmpeg'],
  sceneExtension: (sceneId: string) => ['scene-extension', sceneId] as const,
  showcase: ['showcase'],
  showcaseProject: (projectId: string) => ['showcase', projectId] as const,
  /** Everything that pulls. */
  pulls: ['pull'],
  pullSpending: ['pull', 'spending'],
  pullProjects: ['pull', 'projects'],
  pullsOfProjects: ['pull', 'project'],
  pullProject: (projectId: string) => ['pull', 'project', projectId] as const,
  pullHistory: (projectId: string) => ['pull', 'history', projectId] as const,
  pullVersions: (projectId: string) => ['pull', 'versions', projectId] as const,
  pullOlderHistory: (projectId: string) => ['pull', 'older-history', projectId] as const,
} as const;
