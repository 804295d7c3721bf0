import { runRotation } from '@course-grading/jobs/run-rotation'
import { createCommandLogger, readConfigOrExit } from '@course-grading/http-kit'
import { rotateConfig } from './command-config.ts'
import { sealedCapabilities } from './sealed-capabilities.ts'

await runRotation(process.argv.slice(2), {
  name: 'rotate-capabilities',
  noun: 'capability',
  purpose: 'capability',
  rows: sealedCapabilities,
  configure: () => {
    const { DATABASE_URL, CAPABILITY_KEYS } = readConfigOrExit(rotateConfig, process.env)
    return { databaseUrl: DATABASE_URL, keys: CAPABILITY_KEYS }
  },
  onRotated: (rotated) =>
    createCommandLogger('rotate-capabilities').info('keys rotated', { event: 'keys_rotated', ...rotated }),
})
