/** Making a project public or private, and handing out its address. */
import { actions } from '#editor/actions.ts';
import { showFailure, showToast } from '#ui/toasts.ts';

export async function changeVisibility(projectId: string, isPublic: boolean): Promise<void> {
  try {
    await actions.setVisibility(projectId, isPublic);
    showToast({
      title: 'Visibility updated',
      description: isPublic ? 'Anyone can watch it in the Showcase now.' : 'Only you can open it now.',
    });
  } catch (error) {
    showFailure('Error updating visibility', error);
  }
}

/** @param path from the root of this site */
export async function copyLink(path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(path, location.href).href);
    showToast({ title: 'Link copied' });
  } catch (error) {
    showFailure('The link was not copied', error);
  }
}
