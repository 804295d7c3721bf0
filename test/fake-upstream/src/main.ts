import { startFakeUpstream } from './start-fake-upstream.ts'

/**
 * Environment: HOST (127.0.0.1), PORT (8090; 0 takes a free one). With MANUAL_GRADING_URL and MANUAL_GRADING_SECRET it plays the
 * isolated grader, too, of the exercises in MANUAL_GRADING_EXERCISES (1103,1104). Ends cleanly on SIGTERM and SIGINT.
 */
const {
  HOST: host = '127.0.0.1',
  PORT: port = '8090',
  MANUAL_GRADING_URL: url = '',
  MANUAL_GRADING_SECRET: secret = '',
  MANUAL_GRADING_EXERCISES: exercises = '1103,1104',
} = process.env
const manualGrader = { url, secret, exerciseIds: exercises.split(',').map(Number) }
const upstream = await startFakeUpstream({
  host,
  port: Number(port),
  ...(url !== '' && secret !== '' && { manualGrader }),
})
// What is registered outlives this process: no later start may give one of these ids to another submission.
if (upstream.manualGrader !== null) upstream.world.continueIdsAfter(Math.floor(Date.now() / 1000))
process.stdout.write(`${JSON.stringify({ event: 'listening', url: upstream.url, pid: process.pid })}\n`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void upstream.close())
}
