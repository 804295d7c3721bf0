import { createDatabase, type Database } from '@course-grading/data/db/database'
import { DatabaseFailure } from '@course-grading/data/db/database-errors'
import { DatabaseUnavailable } from '@course-grading/domain/errors/database-unavailable'
import { DomainError } from '@course-grading/domain/errors/domain-error'

/** sysexits.h: wrong arguments. */
export const exitUsage = 64
/** sysexits.h: wrong environment. */
const exitConfig = 78

interface Command {
  readonly name: string
  readonly databaseUrl: string
  /** Returns the exit code. `print` puts the command's name before a line; `write` does not, for lines that other programs read. */
  readonly work: (database: Database, print: (line: string) => void, write: (line: string) => void) => Promise<number>
  /** What to do after a failure; by default to run the command again, which continues where it stopped. */
  readonly afterFailure?: string
}

const statementTimeoutMs = 60_000

/** No message about the database contains a value. */
export async function runCommand({
  name,
  databaseUrl,
  work,
  afterFailure = 'what was done so far stays done, run it again',
}: Command): Promise<void> {
  const database = await createDatabase({ url: databaseUrl, applicationName: name, poolMax: 2, statementTimeoutMs })
  try {
    const write = (line: string): void => void process.stdout.write(`${line}\n`)
    process.exitCode = await work(database, (line) => write(`${name}: ${line}`), write)
  } catch (error) {
    const isOfDatabase = error instanceof DatabaseUnavailable || error instanceof DatabaseFailure
    const wrong = isOfDatabase ? wrongAddress.get(error.sqlState ?? '') : undefined
    const problem = wrong ?? problemOf(error)
    if (problem === undefined) throw error
    process.stderr.write(`${name}: ${problem}${wrong === undefined ? `; ${afterFailure}` : ''}\n`)
    process.exitCode = wrong === undefined ? 1 : exitConfig
  } finally {
    await database.end()
  }
}

/** SQLSTATEs after which it is of no use to run the command again. */
const wrongAddress: ReadonlyMap<string, string> = new Map([
  ['28P01', 'DATABASE_URL: the role or its password is wrong'],
  ['28000', 'DATABASE_URL: the database does not let this role in'],
  ['42501', 'DATABASE_URL: its role may not do that; the command needs the role of its service'],
  ['3D000', 'DATABASE_URL: there is no such database'],
])

function problemOf(error: unknown): string | undefined {
  if (error instanceof DatabaseUnavailable) return 'the database is not available'
  if (error instanceof DatabaseFailure) return `the database refused (${error.sqlState ?? 'no reason given'})`
  if (error instanceof DomainError) return 'the database is busy'
  return undefined
}
