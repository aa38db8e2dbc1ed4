import { Heading } from '@radix-ui/themes';
import { ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { PageMessage } from '#ui/page-message.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { storageWords as words } from './words.ts';
import { BrowserStorage } from './browser-storage.tsx';
import { FinishedMovies } from './finished-movies.tsx';
import { OwnFiles } from './own-files.tsx';
import { ProjectRows } from './project-rows.tsx';
import { ServerStorage } from './server-storage.tsx';
import styles from './storage-page.module.css';
import { useDeviceStorage, useMeasured } from './use-stored.ts';

/** What this browser and the server keep, project by project, and how to make room. */
export function StoragePage({ userId }: { userId: string }) {
  const device = useDeviceStorage(userId);
  const { measured, hasFailed, again: measureAgain } = useMeasured(device);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed goes with its file: whoever uses the keyboard goes on from the top.
  const seeRemoved = (): void => {
    heading.current?.focus({ preventScroll: true });
    measureAgain();
  };
  return (
    <div className={styles['page']}>
      <div>
        <Link className={`${styles['back']} link`} to="/settings">
          {words.settings}
          <ChevronRight size={14} aria-hidden="true" />
        </Link>
        <Heading as="h1" size="6" ref={heading} tabIndex={-1}>
          {words.title}
        </Heading>
      </div>
      {device && measured ? (
        <>
          <div className={styles['panel']}>
            <BrowserStorage device={device} measured={measured} onFreed={measureAgain} />
            <ServerStorage />
          </div>
          <FinishedMovies
            projectIds={new Set(device.projects.map(({ project }) => project.id))}
            onRemoved={seeRemoved}
          />
          <OwnFiles userId={userId} onRemoved={seeRemoved} />
          <ProjectRows userId={userId} device={device} stored={measured.stored} onFreed={measureAgain} />
        </>
      ) : hasFailed ? (
        <PageMessage {...words.unmeasured}>
          <QuietButton size="2" onClick={measureAgain}>
            {words.retry}
          </QuietButton>
        </PageMessage>
      ) : (
        <output className="quiet">{words.loading}</output>
      )}
    </div>
  );
}
