/** What a person calls the browser that they work in: "Chrome on macOS". */

export type NavigatorFacts = {
  userAgent: string;
  maxTouchPoints: number;
  /** Where there is one: brands and platform without guessing. */
  userAgentData?: { brands: readonly { brand: string }[]; platform: string; mobile: boolean } | undefined;
};

/** Brands that say of which family a browser is, not which one. */
const FAMILIES = ['Chromium', 'Google Chrome'];

/** In this order: most of them name themselves beside those that they descend from. */
const AGENTS: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

export function deviceName({ userAgent, maxTouchPoints, userAgentData }: NavigatorFacts): string {
  const browser = brandOf(userAgentData?.brands ?? []) ?? nameIn(userAgent, AGENTS) ?? 'Browser';
  const told = userAgentData?.platform || nameIn(userAgent, SYSTEMS);
  // An iPad asks for pages as a Mac does; no Mac is touched in several places.
  const system = told === 'macOS' && userAgentData === undefined && maxTouchPoints > 1 ? 'iPad' : told;
  return system ? `${browser} on ${system}` : browser;
}

/** Whether a name speaks of something that is held in the hand. */
export function isHandheld(name: string): boolean {
  return /\b(iPhone|iPad|Android)\b/.test(name);
}

function brandOf(brands: readonly { brand: string }[]): string | null {
  const names = brands.map(({ brand }) => brand).filter((brand) => !/not.?a.?brand/i.test(brand));
  const own = names.find((name) => !FAMILIES.includes(name)) ?? names.find((name) => name !== 'Chromium') ?? names[0];
  // Without a window it says so in its name, and is the same browser.
  return own?.replace(/^(Google |Microsoft |Headless)/, '') ?? null;
}

function nameIn(userAgent: string, names: readonly [RegExp, string][]): string | null {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
}
