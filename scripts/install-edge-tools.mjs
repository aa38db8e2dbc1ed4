/** Installs what runs and bundles the Worker. */
import { installEdgeTools } from './edge/edge-tools.mjs';

await installEdgeTools();
