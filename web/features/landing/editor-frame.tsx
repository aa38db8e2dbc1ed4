import { Maximize, Pause, SkipBack, SkipForward, Volume2 } from 'lucide-react';
import styles from './editor-frame.module.css';
import { storyScenes, storyTitle } from './pictures.ts';

const current = 3;

/** The editor at work, drawn. It is a picture: nothing in it can be used. */
export function EditorFrame() {
  const shown = storyScenes.find((scene) => scene.number === current);
  return (
    <figure className={styles['frame']} aria-hidden="true">
      <div className={styles['bar']}>
        <strong>{storyTitle}</strong>
        <span className="quiet numbers">5 scenes · 0:40</span>
        <span className={styles['export']}>Export Movie</span>
      </div>
      <div className={styles['screen']}>
        <img src={shown?.picture} alt="" fetchPriority="high" />
        <span className={styles['caption']}>Three nights later</span>
      </div>
      <div className={styles['transport']}>
        <span className="numbers">
          0:19 <span className="quiet">/ 0:40</span>
        </span>
        <span className={styles['buttons']}>
          <SkipBack size={16} />
          <Pause size={16} />
          <SkipForward size={16} />
        </span>
        <span className={styles['right']}>
          <Volume2 size={16} />
          <Maximize size={16} />
        </span>
      </div>
      <div className={styles['lanes']}>
        <div className={styles['strip']}>
          {storyScenes.map((scene) => (
            <span key={scene.number} data-current={scene.number === current}>
              <b className="numbers">{scene.number}</b>
              <img src={scene.picture} alt="" />
              <img src={scene.picture} alt="" />
            </span>
          ))}
        </div>
        <div className={styles['text']}>
          <span>Three nights later</span>
        </div>
        <i className={styles['playhead']} />
      </div>
    </figure>
  );
}
