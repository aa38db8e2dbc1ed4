import { NavLink } from 'react-router-dom';
import styles from './header-links.module.css';

/** The header's ways: to one's projects, for who has a key to make any, and to what others have shared. */
export function HeaderLinks({ hasProjects }: { hasProjects: boolean }) {
  return (
    <nav className={styles['links']} aria-label="Pages">
      {hasProjects ? (
        <NavLink to="/" end>
          My Projects
        </NavLink>
      ) : null}
      <NavLink to="/showcase">Showcase</NavLink>
    </nav>
  );
}
