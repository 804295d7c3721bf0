export { createKeyedSemaphore } from './keyed-semaphore.ts'
export { createSemaphore, type Acquisition, type Semaphore, type SemaphoreLimits, type Wait } from './semaphore.ts'
export { ask, startThread } from './thread.ts'
export { createThreadRunner, type RunnerLimits, type ThreadRunner } from './thread-runner.ts'
