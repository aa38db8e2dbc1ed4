import { useScenes } from '#data/live.ts';
import type { Project } from '#shared/entities/project.ts';
import { sceneGroups } from '#widgets/scene-groups.ts';
import { StatusMark } from '#widgets/status-mark.tsx';
import styles from './dashboard.module.css';
import { dashboardWords as words } from './words.ts';

/** The status of a project that is generating or has failed, and how far it got. */
export function SceneProgress({ project }: { project: Project }) {
  const groups = sceneGroups(useScenes(project.id) ?? []);
  const complete = groups.filter(({ status }) => status === 'complete').length;
  const failed = groups.filter(({ status }) => status === 'failed').length;
  const isGenerating = project.status === 'generating';
  const detail = isGenerating
    ? words.complete({ complete, total: groups.length })
    : words.failed({ failed, total: groups.length });
  // The project's status arrives before its scenes do, if they were ever loaded on this device.
  const isKnown = isGenerating ? groups.length > 0 : failed > 0;
  const share = complete / Math.max(1, groups.length);
  return (
    <>
      <StatusMark status={project.status} place="picture" detail={isKnown ? detail : null} />
      {isGenerating ? <i className={styles['live']} style={{ width: `calc((100% + 16px) * ${share})` }} /> : null}
    </>
  );
}
