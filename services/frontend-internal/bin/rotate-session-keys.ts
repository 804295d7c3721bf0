import { runRotation } from '@course-grading/jobs/run-rotation'
import { createCommandLogger, readConfigOrExit } from '@course-grading/http-kit'
import { rotateConfig } from './command-config.ts'
import { sealedSessions } from './sealed-sessions.ts'

await runRotation(process.argv.slice(2), {
  name: 'rotate-session-keys',
  noun: 'session',
  purpose: 'session-token',
  rows: sealedSessions,
  configure: () => {
    const { DATABASE_URL, SESSION_KEYS } = readConfigOrExit(rotateConfig, process.env)
    return { databaseUrl: DATABASE_URL, keys: SESSION_KEYS }
  },
  onRotated: (rotated) =>
    createCommandLogger('rotate-session-keys').info('keys rotated', { event: 'keys_rotated', ...rotated }),
})
