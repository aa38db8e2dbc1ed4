import { QuietButton } from '#ui/quiet-button.tsx';
import { DeviceName } from './device-name.tsx';
import styles from './history-line.module.css';
import type { Deleted, FormerOrder, HistoryItem, Replacement } from './history-view.ts';
import {
  historyWords,
  inUse,
  moreScenes,
  putAside,
  replacedLater,
  restoreLabel,
  restoreScenesLabel,
  timeText,
} from './history-words.ts';
import { ReplacedPicture } from './replaced-picture.tsx';
import { restoreCharacter, restoreDeleted, restoreValue } from './restore-value.ts';
import { Difference } from '#widgets/difference.tsx';
import { withoutLongRuns, wordDifference, type Piece } from '#widgets/word-difference.ts';

/** One step on the line: when, on which device, what, and both values where one was replaced. */
export function HistoryLine({ projectId, item }: { projectId: string; item: HistoryItem }) {
  return (
    <li className={styles['step']}>
      <div className={styles['facts']}>
        <time dateTime={new Date(item.at).toISOString()} className="numbers">
          {timeText(item.at)}
        </time>
        {item.device ? <DeviceName name={item.device.name} /> : null}
      </div>
      <p className={styles['title']}>{item.title}</p>
      {item.isUnsent ? <p className={styles['unsent']}>{historyWords.unsent}</p> : null}
      {item.replaced.map((one) => (
        <ReplacedValue key={one.key} projectId={projectId} replacement={one} />
      ))}
      {item.deleted ? <DeletedScenes projectId={projectId} deleted={item.deleted} /> : null}
      {item.deletedCharacter ? <DeletedCharacter projectId={projectId} deleted={item.deletedCharacter} /> : null}
      {item.order ? <OrderBefore projectId={projectId} order={item.order} /> : null}
    </li>
  );
}

function DeletedScenes({ projectId, deleted }: { projectId: string; deleted: Deleted }) {
  const { goneIds } = deleted;
  return (
    <div className={styles['again']}>
      {goneIds.length === 0 ? (
        <output className={styles['source']}>{historyWords.restored}</output>
      ) : (
        <QuietButton size="1" onClick={() => void restoreDeleted(projectId, goneIds)}>
          {restoreScenesLabel(goneIds.length)}
        </QuietButton>
      )}
    </div>
  );
}

type DeletedCharacterProps = { projectId: string; deleted: NonNullable<HistoryItem['deletedCharacter']> };

function DeletedCharacter({ projectId, deleted: { character, isGone } }: DeletedCharacterProps) {
  return (
    <div className={styles['again']}>
      {isGone ? (
        <QuietButton size="1" onClick={() => void restoreCharacter(projectId, character)}>
          {historyWords.restoreCharacter}
        </QuietButton>
      ) : (
        <output className={styles['source']}>{historyWords.restored}</output>
      )}
    </div>
  );
}

function OrderBefore({ projectId, order }: { projectId: string; order: FormerOrder }) {
  return (
    <div className={styles['values']}>
      <div className={styles['value']}>
        <p className={styles['source']}>{historyWords.formerOrder}</p>
        <ol className={styles['order']}>
          {order.titles.map(({ id, title }) => (
            <li key={id}>
              <span className="one-line">{title}</span>
            </li>
          ))}
        </ol>
        {order.more > 0 ? <p className={styles['source']}>{moreScenes(order.more)}</p> : null}
        {order.isCurrent ? (
          <output className={styles['source']}>{historyWords.restored}</output>
        ) : (
          <QuietButton size="1" onClick={() => void restoreValue(projectId, order.restore)}>
            {historyWords.restoreOrder}
          </QuietButton>
        )}
      </div>
    </div>
  );
}

function ReplacedValue({ projectId, replacement }: { projectId: string; replacement: Replacement }) {
  const { before, after, by, of, current, restore, pictures } = replacement;
  const difference = replacement.isText ? wordDifference(before, after) : wholeDifference(before, after);
  return (
    <div className={styles['values']}>
      <div className={styles['value']}>
        <p className={styles['source']}>{current === 'after' ? inUse(by) : replacedLater(by)}</p>
        {pictures ? (
          <ReplacedPicture name={pictures.name} picture={pictures.after} />
        ) : (
          <p className={styles['text']}>
            <Difference pieces={withoutLongRuns(difference.after)} as="ins" />
          </p>
        )}
      </div>
      <div className={styles['value']}>
        <p className={styles['source']}>{putAside(of)}</p>
        {pictures ? (
          <ReplacedPicture name={pictures.name} picture={pictures.before} />
        ) : (
          <p className={styles['text']}>
            <Difference pieces={withoutLongRuns(difference.before)} as="del" />
          </p>
        )}
        {'refusal' in restore ? (
          <p className={styles['source']}>{restore.refusal}</p>
        ) : current === 'before' ? (
          <output className={styles['source']}>{historyWords.restored}</output>
        ) : (
          <QuietButton size="1" onClick={() => void restoreValue(projectId, restore)}>
            {restoreLabel(replacement)}
          </QuietButton>
        )}
      </div>
    </div>
  );
}

function wholeDifference(before: string, after: string): { before: Piece[]; after: Piece[] } {
  return { before: [{ text: before, isChanged: true }], after: [{ text: after, isChanged: true }] };
}
