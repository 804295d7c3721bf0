import { exitUsage, runCommand } from '@course-grading/jobs/run-command'
import { readConfigOrExit } from '@course-grading/http-kit'
import { purge } from '../src/retention/purge.ts'
import { purgeConfig } from './command-config.ts'

// Runs the hourly purge of the workers now. Exit codes: 0 done, 1 the database failed, 64 usage, 78 configuration.
if (process.argv.length > 2) {
  process.stderr.write('usage: purge\n')
  process.exitCode = exitUsage
} else {
  const { DATABASE_URL } = readConfigOrExit(purgeConfig, process.env)
  await runCommand({
    name: 'purge',
    databaseUrl: DATABASE_URL,
    work: async (database, print) => {
      const { capabilities, diagnostics } = await purge(database, new AbortController().signal)
      print(`${capabilities} URLs and ${diagnostics} diagnostics erased`)
      return 0
    },
  })
}
