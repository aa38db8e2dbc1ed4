import styles from './viewfinder.module.css';

/** Four corner marks of a viewfinder around a positioned parent. */
export function Viewfinder() {
  return (
    <span className={styles['marks']} aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
    </span>
  );
}
