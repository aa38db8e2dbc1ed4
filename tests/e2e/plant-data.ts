/** Before the first test: the data that many of them begin with. */
import { plantData } from './planted.ts';

export default plantData;
