import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { db } from '#data/db.ts';
import { useUntoldHistory } from '#data/live.ts';
import { readOwnDeviceId } from '#data/tables/own-device.ts';
import { claimUntold } from '#data/tables/pulled-history.ts';
import type { PulledHistoryRow } from '#data/tables/rows.ts';
import { replacedFields } from '#shared/entities/history.ts';
import { showFailure, showToast, useToasts } from '#ui/toasts.ts';
import { historyWords, manyReplaced, replacedNotice, replacedTitle } from './history-words.ts';
import { historyAddress } from './use-history-open.ts';

/** Tells of values that were replaced by another device's edit, or by this one's, in the tab that the person looks at. */
export function ReplacementNotices() {
  const untold = useUntoldHistory();
  const isVisible = useVisible();
  // One notice replaces the other: this one comes after that of the edit whose sending brought it.
  const isFree = !useToasts().some(({ isOpen }) => isOpen);
  const location = useLocation();
  const navigate = useNavigate();
  const tell = useEffectEvent(async (rows: readonly PulledHistoryRow[]): Promise<void> => {
    const claimed = new Set(
      await claimUntold(
        db,
        rows.map(({ id }) => id),
      ),
    );
    const mine = rows.filter(({ id }) => claimed.has(id));
    const [latest] = mine.toSorted((a, b) => b.at - a.at);
    if (!latest) return;
    const onSelect = (): void => void navigate(historyAddress(latest.projectId, location));
    showToast({ ...noticeOf(mine, latest, await readOwnDeviceId(db)), action: { label: historyWords.show, onSelect } });
  });
  useEffect(() => {
    if (!isVisible || !isFree || !untold?.length) return;
    tell(untold).catch((error: unknown) => showFailure(historyWords.title, error));
  }, [isVisible, isFree, untold]);
  return null;
}

function noticeOf(rows: readonly PulledHistoryRow[], latest: PulledHistoryRow, ownId: string | null) {
  const count = rows.reduce((sum, row) => sum + replacedFields(row).length, 0);
  const changes = replacedFields(latest);
  if (rows.length > 1) return manyReplaced(count);
  const nameOf = (device: PulledHistoryRow['device']): string | null =>
    device === null ? historyWords.anotherDevice : device.id === ownId ? null : device.name;
  return {
    title: replacedTitle(
      latest.sceneNumber,
      changes.map(({ field }) => field),
    ),
    description: replacedNotice(nameOf(latest.device), nameOf(changes[0]?.replaced?.device ?? null)),
  };
}

function useVisible(): boolean {
  const [isVisible, setIsVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const look = (): void => setIsVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isVisible;
}
