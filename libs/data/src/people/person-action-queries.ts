import { sql } from 'slonik'
import Type from 'typebox'
import type { Db, Tx } from '../db/db.ts'
import { newId } from '../db/new-id.ts'
import { read, write } from '../db/row.ts'
import { exportedRows, type Person } from '../db/person-table.ts'

export interface PersonRequest extends Person {
  readonly byUserId: number
}

export interface Erasure extends PersonRequest {
  readonly erasedAt: string
}

const erasureRow = Type.Object({
  courseId: Type.Integer(),
  userId: Type.Integer(),
  erasedAt: Type.String(),
  byUserId: Type.Integer(),
})
const insertPersonActionRow = Type.Object({ at: Type.String() })
const findErasedPersonRow = Type.Object({ erasedAt: Type.String() })
const findRecordedErasureRow = Type.Object({ known: Type.Boolean() })

/** Records an action that is about to be done, or that was done at an earlier time; returns that time. */
export async function insertPersonAction(
  db: Db,
  request: PersonRequest,
  action: 'export' | 'erase',
  at: string | null = null,
): Promise<string> {
  const row = await db.one(write('insertPersonAction', insertPersonActionRow)`
    INSERT INTO person_action (id, course_id, user_id, action, by_user_id, at)
    VALUES (${newId()}::uuid, ${request.courseId}::bigint, ${request.userId}::bigint, ${action},
      ${request.byUserId}::bigint, coalesce(${at}::timestamptz, clock_timestamp()))
    RETURNING person_action.at
  `)
  return row.at
}

export async function insertErasedPerson(tx: Tx, person: Person, at: string | null = null): Promise<void> {
  await tx.query(write('insertErasedPerson')`
    INSERT INTO course_erased_person (course_id, user_id, erased_at)
    VALUES (${person.courseId}::bigint, ${person.userId}::bigint, coalesce(${at}::timestamptz, clock_timestamp()))
    ON CONFLICT (course_id, user_id) DO NOTHING
  `)
}

export async function isErasedPerson(db: Db, person: Person): Promise<boolean> {
  return (
    (await db.maybeOne(read('findErasedPerson', findErasedPersonRow)`
    SELECT course_erased_person.erased_at
    FROM course_erased_person
    WHERE course_erased_person.course_id = ${person.courseId}::bigint AND course_erased_person.user_id = ${person.userId}::bigint
  `)) !== null
  )
}

/** The last erasure of each person and course, ordered by course and person, at most `limit` of those after `after`. */
export async function listRecordedErasures(db: Db, after: Person | null, limit: number): Promise<readonly Erasure[]> {
  return await db.any(read('listErasures', erasureRow)`
    SELECT DISTINCT ON (person_action.course_id, person_action.user_id)
      person_action.course_id, person_action.user_id,
      to_char(person_action.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS erased_at,
      person_action.by_user_id
    FROM person_action
    WHERE person_action.action = 'erase'
      AND (person_action.course_id, person_action.user_id) > (${after?.courseId ?? 0}::bigint, ${after?.userId ?? 0}::bigint)
    ORDER BY person_action.course_id, person_action.user_id, person_action.at DESC
    LIMIT ${limit}::integer
  `)
}

/** Whether this erasure, or a later one of the same person in the same course, is recorded. */
export async function isErasureRecorded(db: Db, { courseId, userId, erasedAt }: Erasure): Promise<boolean> {
  const row = await db.one(read('findRecordedErasure', findRecordedErasureRow)`
    SELECT EXISTS (
      SELECT FROM person_action
      WHERE person_action.course_id = ${courseId}::bigint AND person_action.user_id = ${userId}::bigint
        AND person_action.action = 'erase' AND person_action.at >= ${erasedAt}::timestamptz
    ) AS known
  `)
  return row.known
}

export const exportErasedPerson = exportedRows(
  'exportErasedPerson',
  'bigint',
  (person) => sql.fragment`
  SELECT course_erased_person.user_id AS key, json_build_object(
    'erasedAt', to_char(course_erased_person.erased_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) AS row
  FROM course_erased_person
  WHERE course_erased_person.course_id = ${person.courseId}::bigint AND course_erased_person.user_id = ${person.userId}::bigint`,
)

export const exportPersonActions = exportedRows(
  'exportPersonActions',
  'uuid',
  (person) => sql.fragment`
  SELECT person_action.id AS key, json_build_object(
    'action', person_action.action, 'at', to_char(person_action.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) AS row
  FROM person_action
  WHERE person_action.course_id = ${person.courseId}::bigint AND person_action.user_id = ${person.userId}::bigint`,
)
