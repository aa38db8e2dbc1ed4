/** Which of the media is dragged. */
import { createStore } from 'zustand/vanilla';
import type { ProjectMedia } from '#data/tables/project-media.ts';

export const mediaSession = createStore<{ dragged: ProjectMedia | null }>(() => ({ dragged: null }));
