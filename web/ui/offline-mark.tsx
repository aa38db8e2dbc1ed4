import { Badge } from '@radix-ui/themes';
import { WifiOff } from 'lucide-react';
import { useOnline } from './online.ts';
import { Tip } from './tip.tsx';
import { highContrast } from './high-contrast.ts';
import styles from './offline-mark.module.css';

type OfflineMarkProps = {
  /** The last call found no server, whatever the browser thinks of its network. */
  isUnreachable: boolean;
};

/** Says that there is no network, and that this is no reason to stop working. */
export function OfflineMark({ isUnreachable }: OfflineMarkProps) {
  const isOnline = useOnline();
  const reason = isOnline ? 'The server can’t be reached.' : 'No network.';
  return (
    <output>
      {isOnline && !isUnreachable ? null : (
        <Tip text={`${reason} Your changes are kept on this device and sent when it is back.`}>
          <Badge color="gray" className={highContrast} size="2" tabIndex={0}>
            <WifiOff size={14} strokeWidth={2.25} aria-hidden="true" />
            <span className={styles['word']}>Offline</span>
          </Badge>
        </Tip>
      )}
    </output>
  );
}
