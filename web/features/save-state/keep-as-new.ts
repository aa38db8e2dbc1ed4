/** Keeps a project that the server doesn’t have as a new one, and says what of it is missing here; or gives it up. */
import { db } from '#data/db.ts';
import { readCurrentUserId } from '#data/tables/users.ts';
import { pageDeps } from '#editor/enact.ts';
import { giveUpMissing, keepAsNewProject } from '#editor/keep-as-new.ts';
import { keptFileTaker } from '#editor/kept-files.ts';
import { showToast } from '#ui/toasts.ts';
import { problemWords as words } from './words.ts';

export async function keepAsNew(projectId: string): Promise<void> {
  const userId = await readCurrentUserId(db);
  if (userId === null) return;
  const done = await keepAsNewProject(projectId, { ...pageDeps, takeIn: keptFileTaker(pageDeps, userId) });
  if (done === null) return;
  const { lost, silent, unseen } = done;
  const description = [
    ...(lost.length > 0 ? [words.keptWithout({ count: lost.length })] : []),
    ...(silent > 0 ? [words.keptSilent({ count: silent })] : []),
    ...(unseen > 0 ? [words.keptUnseen({ count: unseen })] : []),
  ].join(' ');
  showToast({ title: words.keptAsNew, ...(description !== '' && { description }) });
}

export async function giveUp(projectId: string): Promise<void> {
  await giveUpMissing(projectId, pageDeps);
}
