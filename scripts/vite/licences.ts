/**
 * The licences of everything that is shipped to the browser, as the module `virtual:licences`: of the packages that the
 * sources under web/ and shared/ import, and of all that these depend on. Read from node_modules, with no network. A build
 * that ships a package which is not among them fails.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Packages that have their licence in common, word for word. */
export type LicenceGroup = {
  /** By name. */
  packages: { name: string; version: string }[];
  /** SPDX expression, such as "MIT". */
  licence: string;
  text: string;
};

type Package = { name: string; version: string; licence: string; folder: string; needs: string[] };

const MODULE_ID = 'virtual:licences';
/** Packages that leave the text of their licence to another one of the same author. */
const familyOf: ReadonlyMap<string, string> = new Map([['react-remove-scroll-bar', 'react-remove-scroll']]);
const root = fileURLToPath(new URL('../..', import.meta.url));
const sourceFolders = ['web', 'shared'];
/** A module's package, after `import`, `from` or in `import()`; what begins with . # / or has a scheme is none. */
const importedPackage = /(?:from|import)\s*\(?\s*'((?:@[\w-]+\/)?\w[\w.-]*)(?:\/[^':]*)?'/g;
/** What lies under node_modules last in a module's path. */
const modulePackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** Answers the module; use it in the page's build. */
export function licences(): Plugin {
  return {
    name: 'licences',
    resolveId: {
      filter: { id: new RegExp(`^${MODULE_ID}$`) },
      handler: () => `\0${MODULE_ID}`,
    },
    load: {
      filter: { id: new RegExp(`^\0${MODULE_ID}$`) },
      handler: () => `export default ${JSON.stringify(licenceGroups())}`,
    },
  };
}

/** Fails a build that ships a package without its licence; use it in the page's and in the workers' build. */
export function licencesAreWhole(): Plugin {
  return {
    name: 'licences-are-whole',
    apply: 'build',
    generateBundle() {
      const named = new Set(shippedPackages().map(({ name }) => name));
      for (const id of this.getModuleIds()) {
        const name = id.startsWith('\0') ? undefined : modulePackage.exec(id)?.[1];
        if (name !== undefined && !named.has(name)) this.error(`${name} is shipped, but its licence is not named.`);
      }
    },
  };
}

/** Every shipped package under its licence, by the name of the first. @throws when a package has no licence */
export function licenceGroups(): LicenceGroup[] {
  const groups = new Map<string, LicenceGroup>();
  for (const shipped of shippedPackages()) {
    const { name, version, licence } = shipped;
    const text = licenceText(shipped);
    const group = groups.get(text) ?? { packages: [], licence, text };
    group.packages.push({ name, version });
    groups.set(text, group);
  }
  return [...groups.values()];
}

function shippedPackages(): Package[] {
  const found = new Map<string, Package>();
  const waiting = importedNames().map((name) => ({ name, from: root }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next.name) || isTypesOnly(next.name)) continue;
    const read = readPackage(next.name, next.from);
    found.set(read.name, read);
    waiting.push(...read.needs.map((name) => ({ name, from: read.folder })));
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function importedNames(): string[] {
  const names = new Set<string>();
  for (const folder of sourceFolders) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true, recursive: true })) {
      if (!entry.isFile() || !/\.(tsx?|css)$/.test(entry.name)) continue;
      const source = readFileSync(join(entry.parentPath, entry.name), 'utf8');
      for (const [, name] of source.matchAll(importedPackage)) if (name !== undefined) names.add(name);
    }
  }
  return [...names];
}

function isTypesOnly(name: string): boolean {
  return name.startsWith('@types/');
}

/** As Node finds it: in the nearest node_modules upwards. */
function readPackage(name: string, from: string): Package {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    const file = join(candidate, 'package.json');
    if (existsSync(file)) return parsePackage(readFileSync(file, 'utf8'), name, candidate);
    if (folder === dirname(folder)) throw new Error(`${name} is imported and not installed.`);
  }
}

function parsePackage(json: string, name: string, folder: string): Package {
  const read: unknown = JSON.parse(json);
  const fields = typeof read === 'object' && read !== null ? read : {};
  const version = 'version' in fields ? String(fields.version) : '';
  const licence = 'license' in fields && typeof fields.license === 'string' ? fields.license : null;
  if (licence === null) throw new Error(`${name} says nothing of its licence.`);
  const needs = 'dependencies' in fields ? Object.keys(fields.dependencies ?? {}) : [];
  return { name, version, licence, folder, needs };
}

/** The package's own file, or that of the package that it belongs to. */
function licenceText({ name, folder }: Package): string {
  const file = licenceFile(folder) ?? licenceFile(join(root, 'node_modules', familyOf.get(name) ?? name));
  if (file === null) throw new Error(`${name} comes without the text of its licence.`);
  return readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim();
}

function licenceFile(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const name = readdirSync(folder)
    .toSorted()
    .find((file) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(file));
  return name === undefined ? null : join(folder, name);
}
