import styles from './viewfinder.module.css';

/** Four corner marks of a viewfinder around a positioned parent. */
export function Viewfinder() {
  return (
    <span className={styles['marks']} aria-hidden="true">
      <i data-corner="top-left" />
      <i data-corner="top-right" />
      <i data-corner="bottom-left" />
      <i data-corner="bottom-right" />
    </span>
  );
}
