import { hash } from 'node:crypto'
import { createFindCourseAccess } from '@course-grading/data/courses/course-access-queries'
import { createUseSession } from '@course-grading/data/sessions/use-session'
import type { Pool } from 'pg'
import { recordStatement, rowsOf } from './recorded-statements.ts'

/** Seconds after which an unused session ends, by default in the service. */
const idleS = 7_200

const sessionMarks = { idHash: hash('sha256', 'mark', 'buffer') }
const sessionQuery = await recordStatement('useSession', sessionMarks, (tx) =>
  createUseSession(tx, { idleS })(sessionMarks.idHash),
)

const accessMarks = { courseId: 701, userId: 702 }
const accessQuery = await recordStatement('findCourseAccess', accessMarks, (tx) =>
  createFindCourseAccess(tx)(accessMarks),
)

export interface Asker {
  readonly userId: number
}

/** The user of a session. One query. */
export async function askerOf(pool: Pool, authorization: string): Promise<Asker> {
  const idHash = hash('sha256', authorization.slice('Bearer '.length), 'buffer')
  const [session] = await rowsOf<{ userId: string }>(pool, sessionQuery({ idHash }))
  return { userId: Number(session!.userId) }
}

/** Asks for the facts by which a person is authorized in a course. One query. */
export async function askAccess(pool: Pool, { userId }: Asker, courseId: number): Promise<void> {
  await pool.query(accessQuery({ courseId, userId }))
}
