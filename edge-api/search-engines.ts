/** Keeps what people publish from search engines: it is found by who gets its address, unless its owner lets them list it. */

const PROJECT_PAGE = /^\/showcase\/([0-9a-f-]{36})\/?$/;

/**
 * Lays the header over the reply to a page.
 * @param isListed whether it is the id of a project that search engines may list; a failure to find out counts as no
 */
export async function keepFromSearchEngines(
  path: string,
  headers: Headers,
  isListed: (projectId: string) => Promise<boolean>,
): Promise<void> {
  // Browsers show the same page under either case.
  if (!path.toLowerCase().startsWith('/showcase')) return;
  const projectId = PROJECT_PAGE.exec(path)?.[1];
  if (projectId !== undefined && (await isListed(projectId).catch(() => false))) return;
  headers.set('X-Robots-Tag', 'noindex');
}
