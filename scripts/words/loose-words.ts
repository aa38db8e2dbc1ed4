/** Finds sentences that a person may see outside the modules of words, where no editor would find them. */
import { lineFinder, nameOf, nodeIn, parse, placesIn, quasisOf, type Place, type SyntaxNode } from './syntax.ts';

export type LooseWords = { line: number; text: string };

/** Two words with a space between them, whatever punctuation they carry. */
const PROSE = /\p{L}\p{P}* \p{P}*\p{L}/u;
/** One word as a label would have it. */
const LABEL = /^\p{Lu}\p{Ll}+[.…!?:]?$/u;
const LETTER = /\p{L}/u;
/** More than a unit or a letter between placeholders. */
const WORD = /\p{L}{2}/u;
/** Stands for a placeholder while a template is judged. */
const VALUE = '\u0000';

/** Properties and attributes whose text is shown or read aloud. */
const SHOWN =
  /^(alt|aria-label|aria-description|aria-roledescription|aria-valuetext|caption|heading|hint|label|message|placeholder|sentence|subtitle|title|tooltip)$/;
/** Attributes whose text has spaces and is for the browser. */
const TECHNICAL =
  /^(accept|allow|className|content|d|gradientTransform|media|points|rel|sizes|srcSet|style|transform|viewBox)$/;
/**
 * Errors that only a developer reads. What a person reads is an AppError or a class of its own; a MediaFailure takes its
 * sentence from its code, and what it is given is for reports.
 */
const DEVELOPERS_ERROR =
  /^(Error|TypeError|RangeError|SyntaxError|DOMException|MediaFailure|MovieDiffers|KeptPieceGone|OtherRecord)$/;
/** Calls whose text goes to the console, to the platform, into a hash or into the report of a failed check. */
const TECHNICAL_CALL =
  /^(warn|error|info|debug|assert\w*|matchMedia|querySelector|querySelectorAll|closest|matches|raw|writeOnce|keyedHashHex|hashOf|take|expect|expectCount|missing|lose)$/;
/** Calls whose text is for the document of the API, which programmers read. */
const DOCUMENTING_CALL = /^(jsonReply|fileReply|emptyReply|begins)$/;
/** What a report tells of a failure, beside the sentence that the person reads. */
const REPORTED = 'detail';
/** Words of a protocol that look like labels. */
const PROTOCOL_WORD = /^(Cookie|Lax|Strict)$/;
/** A list of fonts ends with one that every system has. */
const FONTS = /, sans-serif$/;
/** Values of headers and of other protocols. */
const PROTOCOL =
  /^(private|public|no-store|default-src|script-src|worker-src|style-src|img-src|media-src|font-src|connect-src|object-src|base-uri|form-action|frame-ancestors|text\/html|max-age=|bytes |attachment;|property=|Bearer )/;
/** Calls whose first text is a name that the platform or a protocol knows. */
const CALL_BY_NAME =
  /^(get|set|has|delete|header|append|startsWith|endsWith|includes|indexOf|split|join|replace|replaceAll)$/;
/** SQL begins with one of these and a small letter or a name. */
const SQL =
  /^\s*(select|insert|update|delete from|pragma|vacuum|with|create|drop|alter|begin|commit|rollback|and|or|from|where|order by|exists|union|not|\()\b/;

/** Every string, template and text of a source that reads like words for a person. */
export function looseWordsIn(file: string, source: string): LooseWords[] {
  const lineOf = lineFinder(source);
  return [...placesIn(parse(file, source))].flatMap((place) => {
    const text = textOf(place.node);
    if (text === null || !isForAPerson(text, place)) return [];
    return [{ line: lineOf(place.node.start), text: text.replaceAll(VALUE, '{…}').replaceAll(/\s+/g, ' ').trim() }];
  });
}

function textOf(node: SyntaxNode): string | null {
  if (node.type === 'JSXText') return typeof node['value'] === 'string' ? node['value'] : null;
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null;
  return node.type === 'TemplateLiteral' ? quasisOf(node).join(VALUE) : null;
}

function isForAPerson(text: string, place: Place): boolean {
  const words = text.replaceAll(VALUE, '');
  if (!LETTER.test(words)) return false;
  if (place.node.type === 'JSXText') return true;
  if (isSyntax(place) || isTechnical(place)) return false;
  const tag = tagOf(place);
  if (tag !== null) return tag === 'html' && LETTER.test(textOfHtml(words));
  if (PROSE.test(text.replaceAll(VALUE, 'x')) && WORD.test(words))
    return ![SQL, PROTOCOL, FONTS].some((technical) => technical.test(text));
  return isShown(place) || (LABEL.test(text) && !PROTOCOL_WORD.test(text));
}

/** Names, types and comparisons: text that the program reads and never shows. */
function isSyntax({ node, above }: Place): boolean {
  const [nearest] = above;
  if (nearest === undefined) return false;
  const { node: parent, field } = nearest;
  switch (parent.type) {
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
    case 'TSLiteralType':
    case 'TSImportType':
    case 'TSEnumMember':
      return true;
    case 'ExpressionStatement':
      return node.type === 'Literal';
    case 'BinaryExpression':
      return parent['operator'] !== '+';
    case 'SwitchCase':
      return field === 'test';
    case 'Property':
    case 'PropertyDefinition':
      return field === 'key';
    case 'MemberExpression':
      return field === 'property';
    default:
      return false;
  }
}

/** Whether the nearest holder of the text is one whose text a person never sees. */
function isTechnical({ node, above }: Place): boolean {
  let inner = node;
  for (const { node: holder, field } of above) {
    switch (holder.type) {
      case 'JSXAttribute':
        return TECHNICAL.test(nameOf(nodeIn(holder, 'name')) ?? '');
      case 'NewExpression':
        if (DEVELOPERS_ERROR.test(nameOf(nodeIn(holder, 'callee')) ?? '')) return true;
        break;
      case 'VariableDeclarator':
        if (nameOf(nodeIn(holder, 'id')) === REPORTED) return true;
        break;
      case 'CallExpression': {
        const name = calledName(holder);
        if (field === 'arguments' && (TECHNICAL_CALL.test(name) || DOCUMENTING_CALL.test(name))) return true;
        if (field === 'arguments' && CALL_BY_NAME.test(name) && nodeIn(holder, 'arguments') === inner) return true;
        break;
      }
      case 'JSXElement':
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'FunctionDeclaration':
        return false;
    }
    inner = holder;
  }
  return false;
}

/** `warn` of `console.warn(…)`, `stop` of `stop(…)`. */
function calledName(call: SyntaxNode): string {
  const callee = nodeIn(call, 'callee');
  return nameOf(callee?.type === 'MemberExpression' ? nodeIn(callee, 'property') : callee) ?? '';
}

/** Whether the text is a child of an element, or in a property or attribute that is shown. */
function isShown({ above }: Place): boolean {
  for (const { node: holder, field } of above) {
    switch (holder.type) {
      case 'JSXExpressionContainer':
        break;
      case 'JSXElement':
      case 'JSXFragment':
        return true;
      case 'JSXAttribute':
        return SHOWN.test(nameOf(nodeIn(holder, 'name')) ?? '');
      case 'Property':
        return SHOWN.test(nameOf(nodeIn(holder, 'key')) ?? '');
      case 'ConditionalExpression':
        if (field === 'test') return false;
        break;
      case 'LogicalExpression':
      case 'TemplateLiteral':
      case 'BinaryExpression':
        break;
      default:
        return false;
    }
  }
  return false;
}

/** The tag of a tagged template, null for other text. */
function tagOf({ above }: Place): string | null {
  const [nearest] = above;
  return nearest?.node.type === 'TaggedTemplateExpression' ? nameOf(nodeIn(nearest.node, 'tag')) : null;
}

/** What a page shows of its markup. */
function textOfHtml(markup: string): string {
  return markup.replaceAll(/<(style|script)[\s\S]*?<\/\1>/g, '').replaceAll(/<[^>]*>?/g, '');
}
