import { createDatabase, DatabaseFailure, DatabaseUnavailable, type Database } from '@course-grading/data'
import { DomainError } from '@course-grading/domain'

/** sysexits.h: the command was asked for in a way that it does not know. */
export const exitUsage = 64

export interface Command {
  readonly name: string
  readonly databaseUrl: string
  /** Answers the exit code. */
  readonly work: (database: Database, print: (line: string) => void) => Promise<number>
}

const statementTimeoutMs = 60_000

/** Runs a command for operators over the database. A line begins with the command's name; no failure shows a value. */
export async function runCommand({ name, databaseUrl, work }: Command): Promise<void> {
  const database = await createDatabase({ url: databaseUrl, applicationName: name, poolMax: 2, statementTimeoutMs })
  try {
    process.exitCode = await work(database, (line) => void process.stdout.write(`${name}: ${line}\n`))
  } catch (error) {
    const problem = problemOf(error)
    if (problem === undefined) throw error
    process.stderr.write(`${name}: ${problem}; what was done so far stays done, run it again\n`)
    process.exitCode = 1
  } finally {
    await database.end()
  }
}

function problemOf(error: unknown): string | undefined {
  if (error instanceof DatabaseUnavailable) return 'the database is not available'
  if (error instanceof DatabaseFailure) return `the database refused (${error.sqlState ?? 'no reason given'})`
  if (error instanceof DomainError) return 'the database is busy'
  return undefined
}
