import { NavLink } from 'react-router-dom';
import styles from './projects-link.module.css';

/** The header's way to one's projects. */
export function ProjectsLink() {
  return (
    <NavLink to="/" end className={styles['link'] ?? ''}>
      My Projects
    </NavLink>
  );
}
