/** The closed lists of camera angles and moods that a scene may carry. */
import { z } from 'zod';

export const cameraAngles = [
  { id: 'wide', label: 'Wide shot' },
  { id: 'medium', label: 'Medium shot' },
  { id: 'close-up', label: 'Close-up' },
  { id: 'extreme-close-up', label: 'Extreme close-up' },
  { id: 'over-the-shoulder', label: 'Over the shoulder' },
  { id: 'low-angle', label: 'Low angle' },
  { id: 'high-angle', label: 'High angle' },
  { id: 'aerial', label: 'Aerial' },
  { id: 'point-of-view', label: 'Point of view' },
  { id: 'tracking', label: 'Tracking shot' },
] as const;

export type CameraAngle = (typeof cameraAngles)[number]['id'];
export const cameraAngleSchema = z.enum(cameraAngles.map((angle) => angle.id) as [CameraAngle, ...CameraAngle[]]);

export const moods = [
  { id: 'calm', label: 'Calm' },
  { id: 'tense', label: 'Tense' },
  { id: 'joyful', label: 'Joyful' },
  { id: 'melancholic', label: 'Melancholic' },
  { id: 'mysterious', label: 'Mysterious' },
  { id: 'romantic', label: 'Romantic' },
  { id: 'epic', label: 'Epic' },
  { id: 'eerie', label: 'Eerie' },
  { id: 'playful', label: 'Playful' },
  { id: 'hopeful', label: 'Hopeful' },
  { id: 'lonely', label: 'Lonely' },
  { id: 'angry', label: 'Angry' },
] as const;

export type Mood = (typeof moods)[number]['id'];
export const moodSchema = z.enum(moods.map((mood) => mood.id) as [Mood, ...Mood[]]);
