import { NavLink } from 'react-router-dom';
import styles from './header-links.module.css';
import { accountWords } from './words.ts';

/** The header's links: My Projects, for people who have a key, and what others have shared. */
export function HeaderLinks({ hasProjects }: { hasProjects: boolean }) {
  return (
    <nav className={styles['links']} aria-label={accountWords.pages}>
      {hasProjects ? (
        <NavLink to="/" end>
          {accountWords.myProjects}
        </NavLink>
      ) : null}
      <NavLink to="/showcase">{accountWords.showcase}</NavLink>
    </nav>
  );
}
