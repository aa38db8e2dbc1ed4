/** A canvas on the stage, and the worker that draws on it. A worker that dies is replaced once. */
import type { Place } from './playhead.ts';
import { openPreview, type PreviewLink, type PreviewReply, type PreviewRequest } from '#media/preview/client.ts';

export type PreviewEvents = {
  onReply(reply: PreviewReply): void;
  /** Another worker has taken the place of the one before, and knows nothing. */
  onReplaced(): void;
  /** The second worker has died too. */
  onLost(): void;
};

export type PreviewScreen = {
  send(request: PreviewRequest): void;
  show(isShown: boolean): void;
  /** Says on the canvas what is drawn there. */
  name(shown: Place | null): void;
  /** Ends the worker and removes the canvas. */
  close(): void;
};

export function openPreviewScreen(stage: HTMLElement, events: PreviewEvents): PreviewScreen {
  let isReplaced = false;
  const open = (): { canvas: HTMLCanvasElement; link: PreviewLink } => {
    const canvas = createCanvas(stage);
    const link = openPreview(events.onReply, () => {
      if (current.link !== link) return;
      if (isReplaced) return events.onLost();
      isReplaced = true;
      canvas.remove();
      current = open();
      events.onReplaced();
    });
    const drawn = canvas.transferControlToOffscreen();
    link.send({ type: 'canvas', canvas: drawn }, [drawn]);
    return { canvas, link };
  };
  let current = open();
  return {
    send: (request) => current.link.send(request),
    show(isShown) {
      current.canvas.style.visibility = isShown ? 'visible' : 'hidden';
    },
    name(shown) {
      const { dataset } = current.canvas;
      dataset['clipFrame'] = `${shown?.clipFrame ?? ''}`;
      dataset['sceneNumber'] = `${shown?.scene.sceneNumber ?? ''}`;
    },
    close() {
      current.link.close();
      current.canvas.remove();
    },
  };
}

function createCanvas(stage: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  // The transport beside the stage is what people and screen readers use.
  canvas.setAttribute('aria-hidden', 'true');
  Object.assign(canvas.style, {
    position: 'absolute',
    inset: '0',
    width: '100%',
    height: '100%',
    objectFit: 'contain',
  });
  stage.append(canvas);
  return canvas;
}
