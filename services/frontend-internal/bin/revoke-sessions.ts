import { exitUsage, runCommand } from '@course-grading/jobs/run-command'
import { withSerializationRetry } from '@course-grading/data/db/serialization-retry'
import { deleteAllSessions, deleteSessionsOfUser } from '@course-grading/data/sessions/session-queries'
import { createCommandLogger, readConfigOrExit } from '@course-grading/http-kit'
import { revokeConfig } from './command-config.ts'
import { readWhom } from './read-whom.ts'

// Exit codes: 0 revoked (or there was nothing to revoke), 1 the database failed, 64 usage, 78 configuration.
const whom = readWhom(process.argv.slice(2))

if (whom === undefined) {
  process.stderr.write('usage: revoke-sessions --user <upstream user id> | --all\n')
  process.exitCode = exitUsage
} else {
  const { DATABASE_URL } = readConfigOrExit(revokeConfig, process.env)
  await runCommand({
    name: 'revoke-sessions',
    databaseUrl: DATABASE_URL,
    work: async (database, print) => {
      const revoked = await withSerializationRetry(() =>
        whom === 'all' ? deleteAllSessions(database) : deleteSessionsOfUser(database, whom.userId),
      )
      print(`${revoked} revoked`)
      const target = whom === 'all' ? { kind: 'all' } : { kind: 'user', userId: whom.userId }
      createCommandLogger('revoke-sessions').warn('sessions revoked', {
        event: 'sessions_revoked',
        ...target,
        count: revoked,
      })
      return 0
    },
  })
}
