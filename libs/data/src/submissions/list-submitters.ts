import type { NamedPerson } from '@course-grading/domain/submissions/person-ref'
import Type from 'typebox'
import type { Db } from '../db/db.ts'
import { read } from '../db/row.ts'
import { bigints } from '../db/sql-arrays.ts'
import { submitters } from './submission-rows.ts'

const row = Type.Object({ submissionId: Type.Integer(), submitters })

/** Who handed in registered submissions, as staff may see them: with aliases while they are anonymous. */
export async function listSubmitters(
  db: Db,
  submissionIds: readonly number[],
): Promise<ReadonlyMap<number, readonly NamedPerson[]>> {
  const rows = await db.any(read('listSubmitters', row)`
    SELECT known.submission_id, submitter.list AS submitters
    FROM submission AS known
    CROSS JOIN LATERAL submission_naming(known.course_id, known.exercise_id, known.submission_id) AS naming
    CROSS JOIN LATERAL named_people(known.course_id, known.exercise_id, known.submitter_ids, naming.is_named) AS submitter
    WHERE known.submission_id = ANY (${bigints(submissionIds)})
  `)
  return new Map(rows.map((each) => [each.submissionId, each.submitters]))
}
