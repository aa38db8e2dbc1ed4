import { useEffect, useRef, type CSSProperties } from 'react';
import type { TextRef } from '#editor/session-store.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { limits } from '#shared/limits.ts';
import { OVERLAY_FONT_FAMILY, REFERENCE_SHORT_SIDE } from '#shared/movie/overlay-layout.ts';
import type { TimelineScope } from '../timeline-scope.ts';
import { changeHeld, holdText } from './text-acts.ts';
import styles from './text-layer.module.css';
import { pictureTextWords as words } from './text-words.ts';

type TypedTextProps = {
  scope: TimelineScope;
  textRef: TextRef;
  text: TextOverlay;
  /** @param isByKey whether the text goes on with the keyboard */
  onEnd: (isByKey: boolean) => void;
};

/** A text that is typed in place. Its letters are the picture’s own below; here is only the caret. */
export function TypedText({ scope, textRef, text, onEnd }: TypedTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.select(), []);
  const { width, height } = scope.view.plan;
  // Of the layer's smaller side, which is the container that the size is counted in.
  const style: CSSProperties = {
    fontFamily: `"${OVERLAY_FONT_FAMILY}", sans-serif`,
    fontWeight: text.style?.bold ? 800 : 600,
    fontSize: `${(text.fontSize / REFERENCE_SHORT_SIDE) * 100}${width >= height ? 'cqh' : 'cqw'}`,
    textAlign: text.style?.align ?? 'center',
  };
  return (
    <textarea
      ref={field}
      className={styles['typed']}
      style={style}
      aria-label={words.typing}
      maxLength={limits.overlayTextLength}
      spellCheck={false}
      value={text.text}
      onChange={(event) => {
        const { value } = event.target;
        if (holdText(scope, textRef) !== null) changeHeld(textRef, (now) => ({ ...now, text: value }));
      }}
      onKeyDown={(event) => {
        const isDone = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey));
        event.stopPropagation();
        if (!isDone) return;
        event.preventDefault();
        onEnd(true);
      }}
      onBlur={() => onEnd(false)}
    />
  );
}
