/** Cuts the text of a migration into statements, which is what a batch takes. */

const token = /--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"|\b(?:begin|end)\b|;|[^]/gi;

/** Statements without comments. Semicolons inside quotes and inside a trigger's body don't end one. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let current = '';
  let isInBody = false;
  for (const [part] of sql.matchAll(token)) {
    if (part.startsWith('--')) continue;
    const word = part.toLowerCase();
    if (word === 'begin') isInBody = true;
    if (word === 'end') isInBody = false;
    if (part === ';' && !isInBody) {
      statements.push(current.trim());
      current = '';
    } else current += part;
  }
  return [...statements, current.trim()].filter((statement) => statement !== '');
}
