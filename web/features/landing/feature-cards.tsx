import { Heading } from '@radix-ui/themes';
import { Check, LoaderCircle, Type } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDuration } from '#shared/words/format.ts';
import styles from './feature-cards.module.css';
import { demoMovie, storyScenes, type StoryScene } from './pictures.ts';
import { featureWords as words } from './story-words.ts';

/** The four main features, each with a crop of its screen. */
export function FeatureCards() {
  return (
    <section className={styles['grid']} aria-label={words.label}>
      <FeatureCard {...words.breakdown}>
        <BreakdownCrop />
      </FeatureCard>
      <FeatureCard {...words.generation}>
        <GenerationCrop />
      </FeatureCard>
      <FeatureCard {...words.timeline}>
        <TimelineCrop />
      </FeatureCard>
      <FeatureCard {...words.export}>
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
        <span className="quiet">{words.breakdown.concept}</span>
        {demoMovie.concept}
      </p>
      <div className={styles['cards']}>
        {storyScenes.slice(0, 2).map((scene) => (
          <div key={scene.number} className={styles['sceneCard']}>
            <span className={styles['scenePicture']}>
              <img src={scene.picture} alt="" width={640} height={360} loading="lazy" />
              <b className="numbers">{scene.number}</b>
              <b className="numbers">{lengthOf(scene)}</b>
            </span>
            <strong>{scene.title}</strong>
            <span className="quiet">{scene.text}</span>
          </div>
        ))}
      </div>
    </>
  );
}

function lengthOf({ fromSeconds, toSeconds }: StoryScene): string {
  return formatDuration(toSeconds - fromSeconds);
}

function GenerationCrop() {
  return (
    <>
      <div className={styles['counters']}>
        {[
          { name: words.generation.counters.complete, count: 2 },
          { name: words.generation.counters.generating, count: 2 },
          { name: words.generation.counters.failed, count: 0 },
        ].map(({ name, count }) => (
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
      <span className={styles['about']}>
        <strong>
          {scene.number} {scene.title}
        </strong>
        <span className="quiet numbers">{isDone ? lengthOf(scene) : words.generation.elapsed}</span>
      </span>
      <span className={styles['state']}>
        {isDone ? <Check size={14} strokeWidth={2.25} /> : <LoaderCircle size={14} strokeWidth={2.25} />}
        {words.generation.counters[isDone ? 'complete' : 'generating']}
      </span>
    </div>
  );
}

function TimelineCrop() {
  return (
    <div className={styles['timeline']}>
      <div className={styles['ruler']}>
        {storyScenes.slice(1, 4).map((scene) => (
          <span key={scene.number} className="numbers">
            {formatDuration(scene.fromSeconds)}
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
          {demoMovie.texts[0].words}
        </span>
      </div>
      <i className={styles['playhead']} />
    </div>
  );
}

function ExportCrop() {
  return (
    <div className={styles['export']}>
      {words.export.rows.map((row, index) => (
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
        <b>{words.export.formats.mp4}</b>
        <span>{words.export.formats.webm}</span>
        <span className="quiet">{words.export.place}</span>
      </div>
    </div>
  );
}
