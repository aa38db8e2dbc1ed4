/** The chosen theme: kept on this device under `theme`, dark unless light was chosen. */
import { create } from 'zustand';

export type ThemeName = 'light' | 'dark';

const STORAGE_NAME = 'theme';
/** Background colors for the browser's own bars, the same as in base.css and theme.js. */
const groundColors: Record<ThemeName, string> = { light: '#f0f0f0', dark: '#111111' };
const useDrawn = create<{ theme: ThemeName }>(() => ({ theme: currentTheme() }));

/** The theme that the page is drawn in now; theme.js has set it before the first paint. */
export function currentTheme(): ThemeName {
  return document.documentElement.classList.contains('light') ? 'light' : 'dark';
}

/** Applies a theme and remembers the choice; where storage is blocked, until the page is closed. */
export function setTheme(theme: ThemeName): void {
  draw(theme);
  try {
    localStorage.setItem(STORAGE_NAME, theme);
  } catch (error) {
    console.warn('The theme won’t be remembered: this browser blocks local storage.', error);
  }
}

function draw(theme: ThemeName): void {
  const root = document.documentElement;
  root.classList.remove('light', 'dark');
  root.classList.add(theme);
  root.style.colorScheme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', groundColors[theme]);
  useDrawn.setState({ theme });
}

// What is chosen in one window holds in all of them.
addEventListener('storage', ({ key, newValue }) => {
  if (key === STORAGE_NAME) draw(newValue === 'light' ? 'light' : 'dark');
});

export function useTheme(): ThemeName {
  return useDrawn(({ theme }) => theme);
}
