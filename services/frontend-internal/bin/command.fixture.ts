import { createTestDatabase } from '@course-grading/test-database'
import { startCommand as start, type RunningCommand } from '@course-grading/test-kit'
import pg from 'pg'
import { afterAll } from 'vitest'

/** Starts a command of this folder. */
export const startCommand = (name: string, args: readonly string[], env: NodeJS.ProcessEnv): RunningCommand =>
  start(new URL(`${name}.ts`, import.meta.url), args, env)

/** Runs a command to its end. */
export const runToEnd = (name: string, args: readonly string[], env: NodeJS.ProcessEnv) =>
  startCommand(name, args, env).ended

/** A database of the file's own, a client of its owner and the environment of a command. All end with the file. */
export async function databaseOfFile() {
  const testDatabase = await createTestDatabase()
  const owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
  await owner.connect()
  afterAll(async () => {
    await owner.end()
    await testDatabase.drop()
  })
  const { ownerUrl, urls } = testDatabase
  return { owner, ownerUrl, url: urls.frontendInternal, foreignUrl: urls.publicApi }
}
