/** What a save state is called, and what its tooltip says. Pure. */
import { Check, CloudAlert, CloudOff, CloudUpload, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { SyncStatus } from '#sync/status.ts';
import { saveStateWords as words } from './save-state-words.ts';

/** @param of a project whose page says nothing else about the network, or all on this device */
export function describe(
  { state, unsent, problems, next }: SyncStatus,
  of: 'project' | 'device',
): { word: string; Icon: LucideIcon; tip: string } {
  switch (state) {
    case 'saved':
      return { ...words.saved, Icon: Check };
    case 'saving':
      return { word: words.saving.word(unsent), Icon: CloudUpload, tip: words.saving.tip(unsent) };
    case 'delayed':
      return { word: words.delayed.word, Icon: CloudAlert, tip: delayTip(next) };
    case 'offline': {
      const word = of === 'project' ? words.offline.word : words.offline.wordOfDevice;
      return { word: word(unsent), Icon: CloudOff, tip: words.offline.tip(unsent) };
    }
    case 'signed-out':
      return { word: words.signedOut.word(unsent), Icon: CloudOff, tip: words.signedOut.tip(unsent) };
    case 'problem':
      return { word: words.problem.word, Icon: TriangleAlert, tip: problemTip(problems) };
  }
}

function delayTip(next: SyncStatus['next']): string {
  const tip = next?.isForStorage === true ? words.delayed.storageFull : words.delayed.tip;
  return tip(next?.label ?? '');
}

function problemTip(problems: SyncStatus['problems']): string {
  const isMissing = problems.some(({ kind }) => kind === 'project-missing');
  return isMissing ? words.problem.missing : words.problem.tip(problems.length);
}
