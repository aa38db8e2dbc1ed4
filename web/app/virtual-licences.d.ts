/** Made by scripts/vite/licences.ts when the app is built. */
declare module 'virtual:licences' {
  /** Packages that are shipped to the browser, those with the same licence text together. */
  const groups: { packages: { name: string; version: string }[]; licence: string; text: string }[];
  export default groups;
}
