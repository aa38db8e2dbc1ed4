/** Focuses the first empty required field and scrolls it into view with its label. */
export function showMissing(form: HTMLFormElement): void {
  const required = form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[aria-required="true"]');
  const missing = [...required].find((field) => !field.value.trim());
  missing?.focus({ preventScroll: true });
  missing?.scrollIntoView({ block: 'nearest' });
  missing?.labels?.[0]?.scrollIntoView({ block: 'nearest' });
}
