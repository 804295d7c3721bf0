export { type Job, type JobOptions, type OneReplica, startJob } from './start-job.ts'
