import { IconButton } from '@radix-ui/themes';
import { Moon, Sun } from 'lucide-react';
import styles from './bar-button.module.css';
import { highContrast } from './high-contrast.ts';
import { setTheme, useTheme } from './theme.ts';
import { uiWords } from './words.ts';

/** Its tooltip is the browser's own, so that the first page doesn't load the code for ours. */
export function ThemeToggle() {
  const isDark = useTheme() === 'dark';
  const name = isDark ? uiWords.theme.toLight : uiWords.theme.toDark;
  return (
    <IconButton
      type="button"
      variant="ghost"
      color="gray"
      aria-label={name}
      title={name}
      className={`${highContrast} ${styles['square']}`}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <Sun size={16} /> : <Moon size={16} />}
    </IconButton>
  );
}
