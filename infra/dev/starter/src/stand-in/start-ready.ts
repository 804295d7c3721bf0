import { createTestDatabase } from '@course-grading/test-database'
import { onTestFinished } from 'vitest'
import { freePortBase, spawnStandIn, type StandIn, stateRootForTest, untilReady } from './spawn-stand-in.ts'

interface Ready {
  readonly starter: StandIn
  readonly stateRoot: string
  readonly portBase: number
}

/** Starts on the embedded PostgreSQL, or with `env` on a given one, which saves making a cluster. */
export async function startReady(env?: Record<string, string>): Promise<Ready> {
  const stateRoot = stateRootForTest()
  const portBase = await freePortBase()
  const starter = spawnStandIn({ stateRoot, portBase, env: env === undefined ? {} : await onGivenDatabase(env) })
  await untilReady(starter)
  return { starter, stateRoot, portBase }
}

export async function onGivenDatabase(env: Record<string, string>): Promise<Record<string, string>> {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  return { ...env, DATABASE_URL: database.ownerUrl }
}
