import { Heading } from '@radix-ui/themes';
import { Check, LoaderCircle, Type } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './feature-cards.module.css';
import { demoMovie, storyScenes, type StoryScene } from './pictures.ts';

/** The four things that the product does, each with a crop of the screen that does it. */
export function FeatureCards() {
  return (
    <section className={styles['grid']} aria-label="What it does">
      <FeatureCard
        title="AI Scene Breakdown"
        text="Your idea becomes a shot list: every scene with its picture, camera, mood and length, and all of it editable."
      >
        <BreakdownCrop />
      </FeatureCard>
      <FeatureCard
        title="Video Generation"
        text="Each scene becomes a clip of its own. You see the price before it starts, watch the clips come in, and can stop at any time."
      >
        <GenerationCrop />
      </FeatureCard>
      <FeatureCard
        title="Timeline Editor"
        text="Trim to the frame, put scenes into another order and words on the picture. It works with the network cable out."
      >
        <TimelineCrop />
      </FeatureCard>
      <FeatureCard
        title="Export Options"
        text="480p to 4K, MP4 or WebM. Clips that you did not touch are copied bit for bit, and the plan says so before you start."
      >
        <ExportCrop />
      </FeatureCard>
    </section>
  );
}

function FeatureCard({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <article className={styles['card']}>
      <div className={styles['crop']} aria-hidden="true">
        {children}
      </div>
      <Heading as="h2" size="4" mt="4">
        {title}
      </Heading>
      <p>{text}</p>
    </article>
  );
}

function BreakdownCrop() {
  return (
    <>
      <p className={styles['concept']}>
        <span className="quiet">Movie Concept</span>
        {demoMovie.concept}
      </p>
      <div className={styles['cards']}>
        {storyScenes.slice(0, 2).map((scene) => (
          <div key={scene.number} className={styles['sceneCard']}>
            <span className={styles['scenePicture']}>
              <img src={scene.picture} alt="" width={640} height={360} loading="lazy" />
              <b className="numbers">{scene.number}</b>
              <b className="numbers">0:04</b>
            </span>
            <strong>{scene.title}</strong>
            <span className="quiet">{scene.text}</span>
          </div>
        ))}
      </div>
    </>
  );
}

function GenerationCrop() {
  return (
    <>
      <div className={styles['counters']}>
        {[
          ['Complete', 2],
          ['Generating', 2],
          ['Failed', 0],
        ].map(([name, count]) => (
          <span key={name}>
            <span className="quiet">{name}</span>
            <strong className="numbers">{count}</strong>
          </span>
        ))}
        <span className={`${styles['percent']} numbers`}>40%</span>
      </div>
      <div className={styles['progress']}>
        <i />
      </div>
      {storyScenes.slice(0, 3).map((scene) => (
        <GenerationRow key={scene.number} scene={scene} />
      ))}
    </>
  );
}

function GenerationRow({ scene }: { scene: StoryScene }) {
  const isDone = scene.number <= 2;
  return (
    <div className={styles['row']} data-done={isDone}>
      <img src={scene.film[0]} alt="" width={224} height={126} loading="lazy" />
      <span>
        <strong>
          {scene.number} {scene.title}
        </strong>
        <span className="quiet numbers">{isDone ? '0:04' : 'Being made'}</span>
      </span>
      <span className={styles['state']}>
        {isDone ? <Check size={14} strokeWidth={2.25} /> : <LoaderCircle size={14} strokeWidth={2.25} />}
        {isDone ? 'Complete' : 'Generating'}
      </span>
    </div>
  );
}

function TimelineCrop() {
  return (
    <div className={styles['timeline']}>
      <div className={styles['ruler']}>
        {['0:04', '0:08', '0:12'].map((time) => (
          <span key={time} className="numbers">
            {time}
          </span>
        ))}
      </div>
      <div className={styles['film']}>
        {storyScenes.slice(1, 4).map((scene) => (
          <div key={scene.number} data-current={scene.number === 3}>
            <p>
              <b className="numbers">{scene.number}</b>
              {scene.title}
            </p>
            {scene.film.map((frame) => (
              <img key={frame} src={frame} alt="" width={224} height={126} loading="lazy" />
            ))}
          </div>
        ))}
      </div>
      <div className={styles['chip']}>
        <span>
          <Type size={12} />
          {demoMovie.text.words}
        </span>
      </div>
      <i className={styles['playhead']} />
    </div>
  );
}

/** What the export dialog says of the movie above. */
const exportRows = [
  { name: 'As made (720p)', size: '1280 × 720', plan: '4 of 5 copied, 2 s encoded · 1.4 MB' },
  { name: '1080p', size: '1920 × 1080', plan: 'All encoded · 4.9 MB' },
  { name: '4K', size: '3840 × 2160', plan: 'All encoded · 15 MB' },
] as const;

function ExportCrop() {
  return (
    <div className={styles['export']}>
      {exportRows.map((row, index) => (
        <div key={row.name} className={styles['option']} data-chosen={index === 0}>
          <i />
          <span>
            <strong>{row.name}</strong> <span className="quiet numbers">{row.size}</span>
            <br />
            <span className="quiet numbers">{row.plan}</span>
          </span>
        </div>
      ))}
      <div className={styles['formats']}>
        <b>MP4 (H.264)</b>
        <span>WebM (VP9)</span>
        <span className="quiet">Written in this browser</span>
      </div>
    </div>
  );
}
