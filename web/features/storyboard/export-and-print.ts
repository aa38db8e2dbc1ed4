/** The storyboard as a file and on paper. */
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { storyboardFileName } from '#shared/rules/file-names.ts';
import { storyboardText } from '#shared/rules/storyboard-text.ts';
import { saveFile } from '#ui/save-file.ts';
import { showToast } from '#ui/toasts.ts';
import { storyboardWords as words } from './words.ts';

export function exportAsText(project: Project, scenes: readonly Scene[]): void {
  const file = new Blob([storyboardText(project, scenes)], { type: 'text/plain;charset=utf-8' });
  saveFile(file, storyboardFileName(project.title));
  showToast({ title: words.exported });
}

/** Opens the print dialog once every picture has loaded: those further down load only when they scroll into view. */
export async function printStoryboard(): Promise<void> {
  const pictures = [...document.querySelectorAll('img')];
  for (const picture of pictures) picture.loading = 'eager';
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
  window.print();
}
