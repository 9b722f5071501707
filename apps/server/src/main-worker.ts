import { startCompiled } from './platform/compile-cache.ts'

await startCompiled(() => import('./main-worker-wiring.ts'))
