/** TypeScript read into a tree by the parser of the build, and ways through it. */
import { parseSync } from 'rolldown/utils';

export type SyntaxNode = { type: string; start: number; end: number; [field: string]: unknown };

/** A node with what it hangs from, the nearest first: the parent, and the parent's field that holds the node. */
export type Place = { node: SyntaxNode; above: readonly { node: SyntaxNode; field: string }[] };

/** Fields that say where a node is and not what it holds. */
const bookkeeping = new Set(['type', 'start', 'end', 'range', 'parent']);

export function parse(file: string, source: string): SyntaxNode {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} can't be parsed: ${errors[0]?.message ?? 'no reason given'}`);
  const root: unknown = program;
  if (!isNode(root)) throw new Error(`${file} has no program.`);
  return root;
}

/** Every node of the tree, parents before children. */
export function* placesIn(node: SyntaxNode, above: Place['above'] = []): Generator<Place> {
  yield { node, above };
  for (const [field, child] of childrenOf(node)) yield* placesIn(child, [{ node, field }, ...above]);
}

export function childrenOf(node: SyntaxNode): [field: string, child: SyntaxNode][] {
  return Object.keys(node)
    .filter((field) => !bookkeeping.has(field))
    .flatMap((field) => nodesIn(node[field]).map((child): [string, SyntaxNode] => [field, child]));
}

/** What a field holds, as nodes. */
export function nodesIn(value: unknown): SyntaxNode[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => (isNode(item) ? [item] : []));
  return isNode(value) ? [value] : [];
}

/** The one node in a field, where there is one. */
export function nodeIn(node: SyntaxNode, field: string): SyntaxNode | null {
  return nodesIn(node[field])[0] ?? null;
}

/** The name of an identifier, or what a string literal says: as in `label`, `'aria-label'` and `<Button>`. */
export function nameOf(node: SyntaxNode | null): string | null {
  if (node === null) return null;
  const said = node.type === 'Literal' ? node['value'] : node['name'];
  return typeof said === 'string' ? said : null;
}

/** The pieces of a template between its placeholders. */
export function quasisOf(template: SyntaxNode): string[] {
  return nodesIn(template['quasis']).map(({ value }) => {
    const cooked: unknown = typeof value === 'object' && value !== null && 'cooked' in value ? value.cooked : '';
    return typeof cooked === 'string' ? cooked : '';
  });
}

/** Turns positions of one source into line numbers, which begin at 1. */
export function lineFinder(source: string): (position: number) => number {
  const starts = [...source.matchAll(/\n/g)].map(({ index }) => index + 1);
  return (position) => 1 + starts.filter((start) => start <= position).length;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
