import { Badge } from '@radix-ui/themes';
import { WifiOff } from 'lucide-react';
import { useOnline } from './online.ts';
import { Tip } from './tip.tsx';
import { highContrast } from './high-contrast.ts';
import styles from './offline-mark.module.css';
import { uiWords } from './words.ts';

type OfflineMarkProps = {
  /** The last call found no server, whatever the browser thinks of its network. */
  isUnreachable: boolean;
};

/** Says that there is no network, and that the person can keep working. */
export function OfflineMark({ isUnreachable }: OfflineMarkProps) {
  const isOnline = useOnline();
  return (
    <output>
      {isOnline && !isUnreachable ? null : (
        <Tip text={isOnline ? uiWords.offline.noServer : uiWords.offline.noNetwork}>
          <Badge color="gray" className={highContrast} size="2" tabIndex={0}>
            <WifiOff size={14} strokeWidth={2.25} aria-hidden="true" />
            <span className={styles['word']}>{uiWords.offline.badge}</span>
          </Badge>
        </Tip>
      )}
    </output>
  );
}
