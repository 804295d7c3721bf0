import { readFileSync } from 'node:fs'
import { seedDemoWorld } from '@course-grading/test-kit/seed-courses'
import { fillDemoCourse } from '../src/demo-course/fill-demo-course.ts'

// Makes the demo world in a deployment whose learning platform is the simulator, as `npm start` does. MIGRATION_DATABASE_URL_FILE
// and FRONTEND_SECRET_FILE name files; SIMULATOR_URL and FRONTEND_INTERNAL_URL are origins. Exit code 78 if UPSTREAM_BASE_URL, which
// the services have, is not the simulator: real courses must not get the demo's settings.
const {
  MIGRATION_DATABASE_URL_FILE: databaseFile = '',
  FRONTEND_SECRET_FILE: secretFile = '',
  FRONTEND_INTERNAL_URL: frontendUrl = '',
  SIMULATOR_URL: simulatorUrl = '',
  UPSTREAM_BASE_URL: upstreamUrl = '',
} = process.env
if (simulatorUrl === '' || simulatorUrl !== upstreamUrl) {
  process.stderr.write(
    'seed-demo: the services use another learning platform than the simulator; nothing was written\n',
  )
  process.exit(78)
}
const read = (path: string): string => readFileSync(path, 'utf8').trim()
await seedDemoWorld(read(databaseFile))
const signal = AbortSignal.timeout(120_000)
await fillDemoCourse({ simulatorUrl, frontendUrl, secret: read(secretFile), signal })
process.stdout.write('seed-demo: the demo world is there\n')
