import { useScenes } from '#data/live.ts';
import type { Project } from '#shared/entities/project.ts';
import { sceneGroups } from '#widgets/scene-groups.ts';
import { StatusMark } from '#widgets/status-mark.tsx';
import styles from './dashboard.module.css';

/** The state of a project that is being made or that has failed, and how far it has come. */
export function SceneProgress({ project }: { project: Project }) {
  const groups = sceneGroups(useScenes(project.id) ?? []);
  const complete = groups.filter(({ status }) => status === 'complete').length;
  const failed = groups.filter(({ status }) => status === 'failed').length;
  const isGenerating = project.status === 'generating';
  const detail = isGenerating ? `${complete} / ${groups.length} scenes` : `${failed} of ${groups.length} scenes`;
  // The project's state comes before that of its scenes, if those were ever brought here.
  const isKnown = isGenerating ? groups.length > 0 : failed > 0;
  const share = complete / Math.max(1, groups.length);
  return (
    <>
      <StatusMark status={project.status} place="picture" detail={isKnown ? detail : null} />
      {isGenerating ? <i className={styles['live']} style={{ width: `calc((100% + 16px) * ${share})` }} /> : null}
    </>
  );
}
