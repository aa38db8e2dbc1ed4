import { Button, Card, Heading } from '@radix-ui/themes';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { addresses } from '#api/addresses.ts';
import { useStorage } from '#api/queries/storage.ts';
import { formatBytes, formatCount } from '#shared/words/format.ts';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { useRefusals } from '#widgets/use-refusals.ts';
import cards from './settings.module.css';
import styles from './data-card.module.css';
import { dataWords as words } from './words.ts';

const DeleteAccountDialog = lazy(async () => ({
  default: (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
}));

/** A copy of everything, and the way out. @param onRemove deletes the account here and on the server */
export function DataCard({ onRemove }: { onRemove: () => Promise<void> }) {
  const [isRemoving, setIsRemoving] = useState(false);
  const refusal = useRefusals().server?.sentence ?? null;
  return (
    <Card size="3" className={cards['card'] ?? ''}>
      <Heading as="h2" size="4">
        {words.title}
      </Heading>
      <UsedStorage />
      <p className={`${styles['details']} quiet`}>
        <Link className="link" to="/settings/storage">
          {words.storageDetails}
        </Link>
      </p>
      <div className={styles['row']}>
        <p className="quiet">{words.downloadNote}</p>
        <RefusableButton isQuiet size="2" refusal={refusal} onPress={() => location.assign(addresses.ownData)}>
          {words.download}
        </RefusableButton>
      </div>
      <div className={styles['row']}>
        <p className="quiet">{words.deleteNote}</p>
        <Button size="2" variant="soft" color="red" onClick={() => setIsRemoving(true)}>
          {words.delete}
        </Button>
      </div>
      {isRemoving ? (
        <Suspense>
          <DeleteAccountDialog onRemove={onRemove} onClose={() => setIsRemoving(false)} />
        </Suspense>
      ) : null}
    </Card>
  );
}

/** How much is on the server, and may be. Nothing where the server can't be asked. */
function UsedStorage() {
  const storage = useStorage();
  if (storage === undefined) return null;
  const { bytes, bytesLimit, projects, projectsLimit, scenes, scenesLimit } = storage;
  return (
    <dl className={styles['used']}>
      <dt className="quiet">{words.storage}</dt>
      <dd>{words.used({ used: formatBytes(bytes), limit: formatBytes(bytesLimit) })}</dd>
      <dt className="quiet">{words.projects}</dt>
      <dd>{words.used({ used: formatCount(projects), limit: formatCount(projectsLimit) })}</dd>
      <dt className="quiet">{words.scenes}</dt>
      <dd>{words.used({ used: formatCount(scenes), limit: formatCount(scenesLimit) })}</dd>
    </dl>
  );
}
