import { IconButton } from '@radix-ui/themes';
import { Moon, Sun } from 'lucide-react';
import styles from './bar-button.module.css';
import { highContrast } from './high-contrast.ts';
import { setTheme, useTheme } from './theme.ts';

/** Its tooltip is the browser's own: the first page can do without the code of the drawn ones. */
export function ThemeToggle() {
  const isDark = useTheme() === 'dark';
  const name = isDark ? 'Switch to light theme' : 'Switch to dark theme';
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
