import { ArrowLeft } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { totalDuration } from '#shared/rules/totals.ts';
import { formatDuration } from '#shared/words/format.ts';
import { ThemeToggle } from '#ui/theme-toggle.tsx';
import { Tip } from '#ui/tip.tsx';
import { Brand } from '#widgets/brand.tsx';
import { sceneCountText } from '#widgets/words.ts';
import styles from './editor-header.module.css';
import { ProjectMenu } from './project-menu.tsx';
import { ProjectTitle } from './project-title.tsx';
import { actions } from '#editor/actions.ts';
import { showFailure } from '#ui/toasts.ts';
import { titleWords, shellWords as words } from './words.ts';

type EditorHeaderProps = {
  project: Project;
  scenes: readonly Scene[];
  /** Whether its changes are on the server. */
  saveState: ReactNode;
  /** The user menu. */
  user: ReactNode;
  onSave: () => void;
  onFolder: () => void;
  onDelete: () => void;
  /** The project’s own controls, the main one last. */
  children: ReactNode;
};

/** The editor’s header, lower than that of other pages to leave room for work. */
export function EditorHeader({
  project,
  scenes,
  saveState,
  user,
  onSave,
  onFolder,
  onDelete,
  children,
}: EditorHeaderProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  const count = scenes.filter((scene) => !scene.isExtension).length;
  return (
    <header className={styles['header']}>
      <div className={styles['brand']}>
        <Brand isStacked />
      </div>
      <div className={styles['title']}>
        <Tip text={words.back}>
          <Link to="/" className={styles['back']} aria-label={words.back}>
            <ArrowLeft size={16} />
          </Link>
        </Tip>
        <div className={styles['names']}>
          <ProjectTitle
            title={project.title}
            isEditing={isRenaming}
            onEditing={setIsRenaming}
            onRename={(title) => void renameProject(project.id, title)}
          />
          <p className={styles['facts']}>
            <span className="numbers">
              {sceneCountText(count)} · {formatDuration(totalDuration(scenes))}
            </span>
            {saveState}
          </p>
        </div>
      </div>
      <div className={styles['end']}>{children}</div>
      <div className={styles['user']}>
        <ThemeToggle />
        <ProjectMenu
          projectId={project.id}
          onRename={() => setIsRenaming(true)}
          onSave={onSave}
          onFolder={onFolder}
          onDelete={onDelete}
        />
        {user}
      </div>
    </header>
  );
}

/** Renames a project. The header shows the new title, so only a failure gets a toast. */
async function renameProject(projectId: string, title: string): Promise<void> {
  try {
    await actions.editProject(projectId, { title });
  } catch (error) {
    showFailure(titleWords.failed, error);
  }
}
