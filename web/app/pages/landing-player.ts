/** The landing page's player, and what brings it its clips. */
import { startApp } from '../start.ts';

export { createSamplePlayer } from '#features/landing/sample-player.ts';

startApp();
