export { createKeyedSemaphore } from './keyed-semaphore.ts'
export {
  createSemaphore,
  type Acquisition,
  type EndSignal,
  type Semaphore,
  type SemaphoreLimits,
  type Wait,
} from './semaphore.ts'
