import { createDatabase } from '@course-grading/data/db/database'
import { createLogger } from '@course-grading/http-kit'
import { startJob } from './start-job.ts'

/** A process of its own whose one run never ends, so that a test can kill it in the middle. It prints a line when the run begins. */
const [url = ''] = process.argv.slice(2)
const never = Promise.withResolvers<void>()
startJob({
  name: 'killed',
  everyMs: 10,
  stopping: new AbortController().signal,
  logger: createLogger({ service: 'replica', version: 'test', level: 'error' }),
  oneReplica: { database: await createDatabase({ url, applicationName: 'replica' }), leaseS: 3, intervalS: 86_400 },
  run: async () => {
    process.stdout.write('running\n')
    await never.promise
  },
})
