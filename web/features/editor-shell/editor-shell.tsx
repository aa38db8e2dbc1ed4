import { Tabs } from '@radix-ui/themes';
import { History, PanelRightClose, PanelRightOpen } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { editorSession, openInspector } from '#editor/session-store.ts';
import { IconAction } from '#ui/icon-action.tsx';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { keepClearMark } from '#ui/follow-toast-place.ts';
import { EditorRail } from './editor-rail.tsx';
import styles from './editor-shell.module.css';
import { editorTabs, tabOf, useEditorTab, type EditorTab } from './use-editor-tab.ts';
import { SidePanel } from './side-panel.tsx';
import { useSelectionAddress } from './use-selection-address.ts';
import { useUndoKeys } from './use-undo-keys.ts';
import { useWide } from './use-wide.ts';
import { shellWords as words } from './words.ts';

type EditorShellProps = {
  projectId: string;
  header: ReactNode;
  /** What belongs to the project, and the line that it collapses into on small screens. */
  rail: { content: ReactNode; summary: ReactNode };
  /** What happened to the project; in place of the rail where there is room, else over the page. */
  history: { title: string; isOpen: boolean; onOpen: (isOpen: boolean) => void; content: ReactNode };
  /** What the project needs next: at the right end of every tab’s bar. */
  nextStep: ReactNode;
  /** Controls beside it that belong to one tab. */
  actions: Partial<Record<EditorTab, ReactNode>>;
  /** Each tab’s content, drawn only while its tab is open. */
  panels: Record<EditorTab, ReactNode>;
};

/** The editor's frame: a header, three views of one movie, and a rail for what belongs to all of them. */
export function EditorShell({ projectId, header, rail, history, nextStep, actions, panels }: EditorShellProps) {
  const [tab, showTab] = useEditorTab();
  const [openRails, setOpenRails] = useState(railsAtFirst);
  const railId = useId();
  const historyId = useId();
  const isWide = useWide();
  const isHistoryBeside = history.isOpen && isWide;
  const isTimeline = tab === 'timeline';
  const isInspectorOpen = useStore(editorSession, (session) => session.isInspectorOpen);
  const isRailOpen = tab !== 'timeline' && openRails[tab] && !isHistoryBeside;
  // The timeline has an inspector in the rail’s place.
  const isBesideOpen = isTimeline ? isInspectorOpen : isRailOpen;
  const historyToggle = useRef<HTMLButtonElement>(null);
  const closeHistory = (): void => {
    history.onOpen(false);
    historyToggle.current?.focus();
  };
  useSelectionAddress(projectId);
  useUndoKeys(projectId);
  return (
    <div className={styles['screen']}>
      {header}
      <Tabs.Root value={tab} className={styles['tabs'] ?? ''} onValueChange={(value) => showTab(tabOf(value))}>
        <main className={styles['main']} data-tab={tab}>
          <EditorRail id={railId} isOpen={isRailOpen} summary={rail.summary}>
            {rail.content}
          </EditorRail>
          {isHistoryBeside ? (
            <SidePanel id={historyId} title={history.title} onClose={closeHistory}>
              {history.content}
            </SidePanel>
          ) : null}
          <div className={styles['bar']}>
            <Tabs.List color="gray" className={styles['list'] ?? ''}>
              {editorTabs.map(({ id, name }) => (
                <Tabs.Trigger key={id} value={id}>
                  {name}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
            <div className={styles['barEnd']} {...keepClearMark}>
              {actions[tab]}
            </div>
            <div className={styles['nextStep']} data-floating-action {...keepClearMark}>
              {nextStep}
            </div>
            <IconAction
              ref={historyToggle}
              label={history.title}
              className={styles['historyToggle'] ?? ''}
              aria-expanded={history.isOpen}
              {...(isHistoryBeside && { 'aria-controls': historyId })}
              onClick={() => history.onOpen(!history.isOpen)}
            >
              <History size={16} />
            </IconAction>
            <IconAction
              label={words.beside[isTimeline ? 'inspector' : 'details'][isBesideOpen ? 'hide' : 'show']}
              className={styles['railToggle'] ?? ''}
              aria-expanded={isBesideOpen}
              {...(!isTimeline && { 'aria-controls': railId })}
              onClick={() => {
                if (isTimeline) openInspector(!isBesideOpen);
                else setOpenRails({ ...openRails, [tab]: !isRailOpen });
                if (history.isOpen && (!isTimeline || !isBesideOpen)) history.onOpen(false);
              }}
            >
              {isBesideOpen ? <PanelRightClose size={16} /> : <PanelRightOpen size={16} />}
            </IconAction>
          </div>
          {editorTabs.map(({ id }) => (
            <Tabs.Content
              key={id}
              value={id}
              className={styles[id] ?? ''}
              tabIndex={-1}
              onFocusCapture={() => {
                // Over the timeline it would hide what has the focus.
                if (id === 'timeline' && isHistoryBeside) history.onOpen(false);
              }}
            >
              {panels[id]}
            </Tabs.Content>
          ))}
        </main>
      </Tabs.Root>
      {history.isOpen && !isWide ? (
        <DialogFrame title={history.title} width={400} place="side" footer={null} onClose={() => history.onOpen(false)}>
          <div className={styles['historySheet']}>{history.content}</div>
        </DialogFrame>
      ) : null}
    </div>
  );
}

/** The storyboard starts with the full width. */
const railsAtFirst = { scenes: true, storyboard: false };
