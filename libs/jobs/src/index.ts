export { type Job, startJob } from './start-job.ts'
