/** Makes a project public or private, lets search engines list it or not, and copies its link. */
import { db } from '#data/db.ts';
import { actions } from '#editor/actions.ts';
import { publicAfterUploads } from '#editor/upload-notes.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { visibilityWords as words } from './words.ts';

export async function changeVisibility(projectId: string, isPublic: boolean): Promise<void> {
  try {
    await actions.setVisibility(projectId, isPublic);
    showToast({
      title: words.updated,
      description: isPublic ? ((await publicAfterUploads(db, projectId)) ?? words.nowPublic) : words.nowPrivate,
    });
  } catch (error) {
    showFailure(words.failed, error);
  }
}

export async function changeIndexable(projectId: string, isIndexable: boolean): Promise<void> {
  try {
    await actions.setIndexable(projectId, isIndexable);
    showToast({ title: words.updated, description: isIndexable ? words.nowListed : words.nowUnlisted });
  } catch (error) {
    showFailure(words.failed, error);
  }
}

/** @param path from the root of this site */
export async function copyLink(path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(path, location.href).href);
    showToast({ title: words.linkCopied });
  } catch (error) {
    showFailure(words.copyFailed, error);
  }
}
