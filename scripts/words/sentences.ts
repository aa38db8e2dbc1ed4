/** Reads a module of words: every sentence with its place, its name and placeholders for its values. */
import { childrenOf, lineFinder, nameOf, nodeIn, nodesIn, parse, quasisOf, type SyntaxNode } from './syntax.ts';

export type Sentence = { line: number; name: string; text: string };

/** Calls whose forms are sentences of their own. */
const PLURAL = 'plural';

/** All sentences of a module of words, in the order of the source. */
export function sentencesOf(file: string, source: string): Sentence[] {
  const lineOf = lineFinder(source);
  return nodesIn(parse(file, source)['body']).flatMap((statement) =>
    sentencesIn(statement, []).map(({ node, name, text }) => ({
      line: lineOf(node.start),
      name: name.join('.'),
      text,
    })),
  );
}

type Found = { node: SyntaxNode; name: string[]; text: string };

function sentencesIn(node: SyntaxNode, name: string[]): Found[] {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSTypeAnnotation':
    case 'TSInterfaceDeclaration':
      return [];
    case 'VariableDeclarator':
    case 'FunctionDeclaration': {
      const own = nameOf(nodeIn(node, 'id'));
      return childrenOf(node).flatMap(([, child]) => sentencesIn(child, own === null ? name : [...name, own]));
    }
    case 'Property': {
      const key = nameOf(nodeIn(node, 'key'));
      return nodesIn(node['value']).flatMap((value) => sentencesIn(value, key === null ? name : [...name, key]));
    }
    case 'BinaryExpression':
      return node['operator'] === '+' ? [{ node, name, text: written(node) }] : [];
    case 'ConditionalExpression':
      return ['consequent', 'alternate'].flatMap((field) =>
        nodesIn(node[field]).flatMap((branch) => sentencesIn(branch, name)),
      );
    case 'SwitchCase':
      return nodesIn(node['consequent']).flatMap((child) => sentencesIn(child, name));
    case 'IfStatement':
      return ['consequent', 'alternate'].flatMap((field) =>
        nodesIn(node[field]).flatMap((branch) => sentencesIn(branch, name)),
      );
    case 'Literal':
      return typeof node['value'] === 'string' && node['value'] !== '' ? [{ node, name, text: written(node) }] : [];
    case 'TemplateLiteral':
      return [{ node, name, text: written(node) }];
    case 'CallExpression':
      if (nameOf(nodeIn(node, 'callee')) === PLURAL) return [{ node, name, text: written(node) }];
      return nodesIn(node['arguments']).flatMap((argument) => sentencesIn(argument, name));
    default:
      return childrenOf(node).flatMap(([, child]) => sentencesIn(child, name));
  }
}

/** The sentence as an editor reads it: `{name}` for a value, `[one | other]` where it depends on one. */
function written(node: SyntaxNode): string {
  switch (node.type) {
    case 'Literal':
      return String(node['value']);
    case 'TemplateLiteral': {
      const values = nodesIn(node['expressions']).map(written);
      return quasisOf(node)
        .map((piece, i) => piece + (values[i] ?? ''))
        .join('');
    }
    case 'BinaryExpression':
      return node['operator'] === '+'
        ? ['left', 'right'].map((side) => nodesIn(node[side]).map(written).join('')).join('')
        : placeholder(node);
    case 'ConditionalExpression':
      return choice(['consequent', 'alternate'].flatMap((field) => nodesIn(node[field])));
    case 'CallExpression': {
      if (nameOf(nodeIn(node, 'callee')) !== PLURAL) return placeholder(node);
      const forms = nodesIn(node['arguments'])[1];
      return choice(forms === undefined ? [] : nodesIn(forms['properties']).flatMap((form) => nodesIn(form['value'])));
    }
    default:
      return placeholder(node);
  }
}

function choice(nodes: SyntaxNode[]): string {
  return `[${nodes.map(written).join(' | ')}]`;
}

/** The name of a value: of `usd(total)` and `person.total` alike "{total}". */
function placeholder(node: SyntaxNode): string {
  return `{${valueName(node) ?? '…'}}`;
}

function valueName(node: SyntaxNode): string | null {
  switch (node.type) {
    case 'Identifier':
      return nameOf(node);
    case 'MemberExpression':
      return nameOf(nodeIn(node, 'property'));
    case 'BinaryExpression':
      return nodesIn(node['left']).map(valueName)[0] ?? null;
    case 'CallExpression': {
      const [argument] = nodesIn(node['arguments']);
      const callee = nodeIn(node, 'callee');
      if (callee?.type === 'MemberExpression') return nodesIn(callee['object']).map(valueName)[0] ?? null;
      return (argument && valueName(argument)) ?? (callee && valueName(callee));
    }
    default:
      return null;
  }
}
