import styles from './beam.module.css';

/** The projector's beam, drawn behind words where there is no picture yet. Fills its positioned parent. */
export function Beam() {
  return (
    <svg className={styles['beam']} viewBox="0 0 384 216" preserveAspectRatio="none" aria-hidden="true">
      <polygon points="0,0 0,216 384,150 384,142" />
    </svg>
  );
}
