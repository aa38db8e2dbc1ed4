/** What title cards are written on, and what shows beside a picture: the house's colors, plain or from top to bottom. */
import { z } from 'zod';

export const stillGroundIds = ['black', 'night', 'ember', 'moss', 'cream', 'white'] as const;
export const stillGroundSchema = z.enum(stillGroundIds);
export type StillGroundId = z.infer<typeof stillGroundSchema>;

type StillGround = {
  top: string;
  bottom: string;
  /** Of words on it. */
  ink: string;
};

const LIGHT = '#FFFFFF';
const DARK = '#111111';

export const stillGrounds: Readonly<Record<StillGroundId, StillGround>> = {
  black: { top: '#000000', bottom: '#000000', ink: LIGHT },
  night: { top: '#2C3F5E', bottom: '#0B1120', ink: LIGHT },
  ember: { top: '#6B3D2C', bottom: '#1A0F0B', ink: LIGHT },
  moss: { top: '#3F4D36', bottom: '#10150D', ink: LIGHT },
  cream: { top: '#F4D9A8', bottom: '#F4D9A8', ink: DARK },
  white: { top: '#FFFFFF', bottom: '#FFFFFF', ink: DARK },
};
