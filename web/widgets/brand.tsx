import { Link } from 'react-router-dom';
import styles from './brand.module.css';
import { brandWords } from '#shared/words/product-words.ts';

/** The name of the product, as a link home. */
export function Brand({ isStacked = false }: { isStacked?: boolean }) {
  return (
    <Link to="/" className={styles['brand']} data-stacked={isStacked}>
      <Logo />
      <span className={styles['words']}>
        <span className={styles['name']}>{brandWords.name}</span>
        <span className={styles['by']}>{brandWords.poweredBy}</span>
      </span>
    </Link>
  );
}

/** A film path around two reels, which makes an S. */
function Logo() {
  return (
    <svg className={styles['logo']} viewBox="0 0 24 24" aria-hidden="true">
      <g transform="translate(0 .25)">
        <path d="M16.35 5.1A4.75 4.75 0 1 0 12 11.75A4.75 4.75 0 1 1 7.65 18.4" />
        <circle cx="12" cy="7.25" r="1.6" data-lamp="" />
        <circle cx="12" cy="16.75" r="1.6" />
      </g>
    </svg>
  );
}
