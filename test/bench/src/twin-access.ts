import { hash } from 'node:crypto'
import { createFindCourseAccess } from '@course-grading/data/courses/course-access-queries'
import { createUseSession } from '@course-grading/data/sessions/use-session'
import type { Grader } from '@course-grading/domain/settings/course-settings'
import type { Pool, PoolClient, QueryConfig } from 'pg'
import { queriesLike, recordStatements, rowsOf } from './recorded-statements.ts'

/** Seconds after which an unused session ends, by default in the service. */
const idleS = 7_200

const sessionMarks = { idHash: hash('sha256', 'mark', 'buffer') }
const [useSession] = await recordStatements((tx) => createUseSession(tx, { idleS })(sessionMarks.idHash), [])
const sessionQuery = queriesLike('useSession', useSession!, sessionMarks)

const accessMarks = { courseId: 701, userId: 702 }
const [findAccess] = await recordStatements((tx) => createFindCourseAccess(tx)(accessMarks), [])
const accessQuery = queriesLike('findCourseAccess', findAccess!, accessMarks)

export interface Asker {
  readonly userId: number
}

/** The user of a session. One query. */
export async function askerOf(pool: Pool, authorization: string): Promise<Asker> {
  const idHash = hash('sha256', authorization.slice('Bearer '.length), 'buffer')
  const [session] = await rowsOf<{ userId: string }>(pool, sessionQuery({ idHash }))
  return { userId: Number(session!.userId) }
}

interface Access {
  /** The grader's entry in the settings; null for a teacher. */
  readonly graderEntry: Grader | null
}

/** The facts by which a person is authorized in a course. One query. */
export async function accessOf(pool: Pool, { userId }: Asker, courseId: number): Promise<Access> {
  const [access] = await rowsOf<Access>(pool, accessQuery({ courseId, userId }))
  return access!
}

/** The entry of a grader in the settings of a course. One query. */
export async function graderOf(pool: Pool, asker: Asker, courseId: number): Promise<Grader> {
  const { graderEntry } = await accessOf(pool, asker, courseId)
  return graderEntry!
}

/** Runs statements in a transaction, one after the other. */
export async function inTransaction<T>(
  pool: Pool,
  act: (run: <R extends object>(query: QueryConfig) => Promise<R>) => Promise<T>,
): Promise<T> {
  const client: PoolClient = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('START TRANSACTION')
    const done = await act(async <R extends object>(query: QueryConfig) => (await rowsOf<R>(client, query))[0]!)
    await client.query('COMMIT')
    return done
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    client.release(failure)
  }
}
