import type { SceneRow } from '#data/tables/rows.ts';
import type { Project } from '#shared/entities/project.ts';
import { addAudioFiles } from '../audio/add-audio.ts';
import { timelineView } from '../strip/timeline-view.ts';

/** Sound that comes while the timeline isn't open: it becomes music from the movie's start on. */
export function addMusic(project: Project, scenes: readonly SceneRow[], files: readonly File[]): Promise<void> {
  return addAudioFiles({ view: timelineView(project, scenes), player: null }, files, { kind: 'music', left: null });
}
