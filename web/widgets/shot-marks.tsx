import {
  Aperture,
  Eye,
  Focus,
  MoveDown,
  MoveRight,
  MoveUp,
  Plane,
  RectangleHorizontal,
  ScanFace,
  User,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { cameraAngles, moods, type CameraAngle, type Mood } from '#shared/catalogue/shot-words.ts';
import styles from './shot-marks.module.css';
import { badgeWords } from './words.ts';

const angleIcons: Record<CameraAngle, LucideIcon> = {
  wide: RectangleHorizontal,
  medium: User,
  'close-up': Focus,
  'extreme-close-up': ScanFace,
  'over-the-shoulder': Users,
  'low-angle': MoveUp,
  'high-angle': MoveDown,
  aerial: Plane,
  'point-of-view': Eye,
  tracking: MoveRight,
};

/** The camera angle, as icon and label. */
export function AngleMark({ angle }: { angle: CameraAngle | null }) {
  const Icon = angle === null ? Aperture : angleIcons[angle];
  return (
    <span className={styles['angle']}>
      <Icon size={16} aria-hidden="true" />
      {cameraAngles.find(({ id }) => id === angle)?.label ?? badgeWords.anyAngle}
    </span>
  );
}

/** A mood as a word with a dot in its color, so that scenes of one mood are easy to spot. */
export function MoodMark({ mood }: { mood: Mood }) {
  return (
    <span className={styles['mood']}>
      <i data-mood={mood} />
      {moods.find(({ id }) => id === mood)?.label}
    </span>
  );
}
