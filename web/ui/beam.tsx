import styles from './beam.module.css';

type BeamProps = {
  /** It comes from a lamp that is drawn at its end, not from beyond the edge. */
  isPointed?: boolean;
};

/** The projector's beam, drawn behind words where there is no picture yet. Fills its positioned parent. */
export function Beam({ isPointed = false }: BeamProps) {
  return (
    <svg className={styles['beam']} viewBox="0 0 384 216" preserveAspectRatio="none" aria-hidden="true">
      <polygon points={isPointed ? '0,0 0,216 384,146.5 384,145.5' : '0,0 0,216 384,150 384,142'} />
    </svg>
  );
}
