export { ask, startThread } from './thread.ts'
export { createThreadRunner, type RunnerLimits, type ThreadRunner } from './thread-runner.ts'
