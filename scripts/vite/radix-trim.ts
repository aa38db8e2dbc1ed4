/**
 * Leaves out of Radix Themes' style sheet what no screen can show: components that nothing under web/ imports, utility
 * classes of properties that nobody sets, variants that nobody asks for, other accents than ours, and responsive variants
 * for other breakpoints than `sm`. What is used is read from the sources themselves, so a newly imported component has its
 * style with the next build. Names what one selector leaves open. In development the whole sheet is served.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AcceptedPlugin, AtRule, Rule } from 'postcss';

/** A responsive property for another breakpoint would silently have no style: add it here when one is used. */
const keptBreakpoints = new Set(['sm']);
/** The scales that web/ui/radix.css loads. */
const keptAccents = new Set(['amber', 'gray', 'red', 'green']);

type Uses = {
  /** Classes of components, as `Button` for `rt-Button`. */
  components: ReadonlySet<string>;
  /** Stems of utility classes, as `mt` for `rt-r-mt-4`: those that exist, and those of properties that are set. */
  utilities: ReadonlySet<string>;
  usedUtilities: ReadonlySet<string>;
  /** As `ghost` for `rt-variant-ghost`: those that are asked for. */
  variants: ReadonlySet<string>;
  /** By components: what each is where none is asked for. */
  usualVariants: ReadonlyMap<string, ReadonlySet<string>>;
};

const esm = join(dirname(createRequire(import.meta.url).resolve('@radix-ui/themes/package.json')), 'dist/esm');
const web = fileURLToPath(new URL('../../web', import.meta.url));
let uses: Uses | null = null;

export const radixTrim: AcceptedPlugin = {
  postcssPlugin: 'radix-trim',
  Rule(rule: Rule) {
    if (process.env.NODE_ENV !== 'production' || !isRadix(rule)) return;
    uses ??= readUses();
    const { selectors } = rule;
    const kept = selectors.filter((selector) => uses !== null && isShown(selector, uses)).map(namedSibling);
    if (kept.length === 0) rule.remove();
    else if (kept.some((selector, index) => selector !== selectors[index])) rule.selectors = kept;
  },
  AtRuleExit(atRule: AtRule) {
    if (atRule.nodes?.length === 0) atRule.remove();
  },
};

/**
 * What stands beside a segment is a segment too. While "any element beside" is in a style sheet, Chromium works out the
 * styles of all that is in an element again whenever an element comes or goes in it, on the timeline's lanes too.
 */
function namedSibling(selector: string): string {
  return selector.replace(/\+\s*\*(?=\s+\.rt-SegmentedControlItemSeparator)/, '+ :where(.rt-SegmentedControlItem)');
}

function isRadix(rule: Rule): boolean {
  return rule.source?.input.file?.includes('@radix-ui') ?? false;
}

/** Whether any element can match: every class that it must have is one that is used. */
function isShown(selector: string, { components, utilities, usedUtilities, ...uses }: Uses): boolean {
  const needed = neededPart(selector);
  const breakpoint = /\.-?(xs|sm|md|lg|xl)\\:/.exec(needed)?.[1];
  if (breakpoint !== undefined && !keptBreakpoints.has(breakpoint)) return false;
  const accent = /\[data-accent-color=['"]?([a-z]+)/.exec(needed)?.[1];
  if (accent !== undefined && !keptAccents.has(accent)) return false;
  const named = [...needed.matchAll(/\.rt-([A-Z][A-Za-z]*)/g)].map(([, component = '']) => component);
  if (!named.every((component) => components.has(component))) return false;
  for (const [, variant = ''] of needed.matchAll(/\.rt-variant-([a-z]+)/g)) {
    const isUsual = [...uses.usualVariants].some(
      ([stem, usual]) => usual.has(variant) && named.some((component) => component.startsWith(stem)),
    );
    if (!isUsual && !uses.variants.has(variant)) return false;
  }
  for (const [, name = ''] of needed.matchAll(/[.:-]rt-r-([a-z-]+)/g)) {
    const stem = stemOf(name, utilities);
    if (stem !== null && !usedUtilities.has(stem)) return false;
  }
  return true;
}

/** The selector without what an element need not be: `:not()`, lists of choices, and other functions. */
function neededPart(selector: string): string {
  const shorter = selector.replace(/:([a-z-]+)\(([^()]*)\)/g, (_whole, name: string, inner: string) =>
    /^(?:is|where|has)$/.test(name) && !inner.includes(',') ? inner : '',
  );
  return shorter === selector ? selector : neededPart(shorter);
}

/** `mt-` and `max-w` are classes of the stems `mt` and `max-w`: the longest stem that a name begins with. */
function stemOf(name: string, stems: ReadonlySet<string>): string | null {
  const parts = name.split('-');
  for (let length = parts.length; length > 0; length -= 1) {
    const stem = parts.slice(0, length).join('-');
    if (stems.has(stem)) return stem;
  }
  return null;
}

function readUses(): Uses {
  const own = textsOf(web, '.tsx');
  const entries = own.flatMap(importedComponents).map((name) => join(esm, 'components', `${kebab(name)}.js`));
  const reached = [...closure(entries).values()];
  const props = new Set([
    ...own.flatMap((text) => found(text, /\s([a-zA-Z]+)=["{]/g)),
    ...reached.flatMap((text) => found(text, /[{,]([a-zA-Z]+):"/g)),
  ]);
  const stems = utilityStems();
  const variants = knownVariants();
  return {
    components: new Set(reached.flatMap((text) => found(text, /\brt-([A-Z][A-Za-z]*)/g))),
    utilities: new Set(stems.keys()),
    usedUtilities: new Set(
      [...stems].filter(([, names]) => names.some((name) => props.has(name))).map(([stem]) => stem),
    ),
    // One that is chosen while the page runs stands as a word by itself.
    variants: new Set(
      [...own, ...reached]
        .flatMap((text) => found(text, /\bvariant[=:]["']([a-z]+)["']/g))
        .concat(own.flatMap((text) => found(text, /["']([a-z]+)["']/g)).filter((word) => variants.has(word))),
    ),
    usualVariants: usualVariants(),
  };
}

function importedComponents(text: string): string[] {
  return found(text, /import \{([^}]*)\} from '@radix-ui\/themes'/g).flatMap((list) =>
    list.split(',').flatMap((name) => name.replace('type ', '').trim() || []),
  );
}

/** The files and everything of the package that they import, as text by path. */
function closure(entries: readonly string[]): Map<string, string> {
  const texts = new Map<string, string>();
  const add = (file: string): void => {
    if (texts.has(file) || !existsSync(file)) return;
    const text = readFileSync(file, 'utf8');
    texts.set(file, text);
    for (const path of found(text, /from"(\.[^"]+)"/g)) add(resolve(dirname(file), path));
  };
  entries.forEach(add);
  return texts;
}

function usualVariants(): Map<string, ReadonlySet<string>> {
  const files = readdirSync(join(esm, 'components'), { recursive: true, encoding: 'utf8' });
  return new Map(
    files
      .filter((file) => file.endsWith('.props.js'))
      .map((file) => {
        const text = readFileSync(join(esm, 'components', file), 'utf8');
        const usual = found(text, /\bvariant:\{[^{}]*default:"([a-z]+)"/g);
        return [pascal(basename(file, '.props.js')), new Set(usual)];
      }),
  );
}

/** All variants that components can have. */
function knownVariants(): Set<string> {
  const lists = textsOf(esm, '.props.js').flatMap((text) => found(text, /=\[("[a-z]+"(?:,"[a-z]+")*)\]/g));
  return new Set(lists.flatMap((list) => found(list, /"([a-z]+)"/g)));
}

/** Stems of the classes of general properties (margin, size, place, text), with the names of those properties. */
function utilityStems(): Map<string, string[]> {
  const stems = new Map<string, string[]>();
  for (const text of textsOf(esm, '.props.js')) {
    for (const [, name = '', stem = ''] of text.matchAll(/([a-zA-Z]+):\{[^{}]*className:"rt-r-([a-z-]+)"/g)) {
      stems.set(stem, [...(stems.get(stem) ?? []), name]);
    }
  }
  return stems;
}

function textsOf(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
}

function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap((match) => match[1] ?? []);
}

function kebab(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();
}

function pascal(name: string): string {
  return name.replace(/(?:^|-)([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
}
