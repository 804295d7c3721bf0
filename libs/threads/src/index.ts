export { ask, startThread, type ThreadSpec } from './thread.ts'
export { createThreadRunner, type RunnerLimits, type ThreadRunner } from './thread-runner.ts'
