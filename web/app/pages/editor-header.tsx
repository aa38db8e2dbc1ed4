import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { UserMenu } from '#features/account/user-menu.tsx';
import { ExportButton } from '#features/export/export-button.tsx';
import { ProgressPill } from '#features/generation/progress-pill.tsx';
import { SaveState } from '#features/account/save-state.tsx';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { User } from '#shared/entities/user.ts';
import { formatDuration } from '#shared/rules/duration-text.ts';
import type { GenerationCounts } from '#shared/rules/project-status.ts';
import { totalDuration } from '#shared/rules/totals.ts';
import { ThemeToggle } from '#ui/theme-toggle.tsx';
import { Tip } from '#ui/tip.tsx';
import { Brand } from '#widgets/brand.tsx';
import { sceneCountText } from '#widgets/scene-groups.ts';
import type { EditorDialog } from './editor-dialogs.tsx';
import styles from './editor-header.module.css';

type EditorHeaderProps = {
  user: User;
  project: Project;
  scenes: readonly Scene[];
  counts: GenerationCounts;
  onOpen: (dialog: EditorDialog) => void;
};

/** The editor's head: a work surface, lower than that of other pages. */
export function EditorHeader({ user, project, scenes, counts, onOpen }: EditorHeaderProps) {
  const isNextStepExport = counts.generating === 0 && counts.complete > 0 && counts.complete === counts.total;
  return (
    <header className={styles['header']}>
      <div className={styles['brand']}>
        <Brand isStacked />
      </div>
      <div className={styles['title']}>
        <Tip text="Back to My Projects">
          <Link to="/" className={styles['back']} aria-label="Back to My Projects">
            <ArrowLeft size={16} />
          </Link>
        </Tip>
        <div className={styles['names']}>
          <h1 className="one-line">{project.title}</h1>
          <p className={styles['facts']}>
            <span className="numbers">
              {sceneCountText(counts.total)} · {formatDuration(totalDuration(scenes))}
            </span>
            <SaveState projectId={project.id} />
          </p>
        </div>
      </div>
      <div className={styles['end']}>
        {counts.generating > 0 ? <ProgressPill counts={counts} onOpen={() => onOpen({ kind: 'progress' })} /> : null}
        <span className={styles['theme']}>
          <ThemeToggle />
        </span>
        <ExportButton project={project} scenes={scenes} isNextStep={isNextStepExport} onOpen={() => onOpen({ kind: 'export' })} />
      </div>
      <div className={styles['user']}>
        <UserMenu user={user} />
      </div>
    </header>
  );
}
