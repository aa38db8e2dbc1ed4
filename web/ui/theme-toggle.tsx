import { Moon, Sun } from 'lucide-react';
import styles from './bar-button.module.css';
import { IconAction } from './icon-action.tsx';
import { setTheme, useTheme } from './theme.ts';

export function ThemeToggle() {
  const isDark = useTheme() === 'dark';
  return (
    <IconAction
      label={isDark ? 'Switch to light theme' : 'Switch to dark theme'}
      className={styles['square'] ?? ''}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <Sun size={16} /> : <Moon size={16} />}
    </IconAction>
  );
}
