import { X } from 'lucide-react';
import { IconAction } from './icon-action.tsx';
import styles from './panel-head.module.css';

type PanelHeadProps = {
  title: string;
  /** Name of the button that closes the panel. */
  close: string;
  onClose: () => void;
};

/** The top of a panel beside the page's main part. It stays while the rest scrolls. */
export function PanelHead({ title, close, onClose }: PanelHeadProps) {
  return (
    <header className={styles['head']}>
      <h2>{title}</h2>
      <IconAction label={close} onClick={onClose}>
        <X size={16} />
      </IconAction>
    </header>
  );
}
