import { readFileSync } from 'node:fs'
import { startFakeUpstream } from './start-fake-upstream.ts'

/**
 * Starts the simulator. HOST is 127.0.0.1 and PORT 8090 by default; 0 takes a free port. PUBLIC_URL is what others call it, if they
 * do not use these. With MANUAL_GRADING_URL and MANUAL_GRADING_SECRET (or the file MANUAL_GRADING_SECRET_FILE) it also plays the
 * isolated grader of the exercises in MANUAL_GRADING_EXERCISES (1103,1104). With LTI_KEY, LTI_SECRET (or the file LTI_SECRET_FILE) and
 * LTI_LAUNCH_URL the menus of all courses have a link there. It exits with 0 on SIGTERM, SIGHUP and SIGINT.
 */
const {
  HOST: host = '127.0.0.1',
  PORT: port = '8090',
  PUBLIC_URL: publicUrl = '',
  MANUAL_GRADING_URL: url = '',
  MANUAL_GRADING_EXERCISES: exercises = '1103,1104',
  LTI_KEY: key = '',
  LTI_LAUNCH_URL: launchUrl = '',
} = process.env
const secret = secretOf('MANUAL_GRADING_SECRET')
const manualGrader = { url, secret, exerciseIds: exercises.split(',').map(Number) }
const menu = { key, secret: secretOf('LTI_SECRET'), launchUrl }
const upstream = await startFakeUpstream({
  host,
  port: Number(port),
  ...(publicUrl !== '' && { url: publicUrl }),
  ...(url !== '' && secret !== '' && { manualGrader }),
  ...(!Object.values(menu).includes('') && { menu }),
})
// Registrations outlive this process, so a later start must not give one of these ids to another submission.
if (upstream.manualGrader !== null) upstream.world.continueIdsAfter(Math.floor(Date.now() / 1000))
process.stdout.write(
  `${JSON.stringify({ event: 'listening', url: upstream.url, port: upstream.port, pid: process.pid })}\n`,
)

for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) {
  process.once(signal, () => void upstream.close())
}

/** The value of the variable, or else of the file that `<name>_FILE` names. */
function secretOf(name: string): string {
  const { [name]: value = '', [`${name}_FILE`]: file = '' } = process.env
  return value !== '' || file === '' ? value : readFileSync(file, 'utf8').trim()
}
