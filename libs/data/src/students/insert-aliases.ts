import { sql } from 'slonik'
import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import { write } from '../db/row.ts'
import { isFound, keptApart, unseen } from '../db/planner.ts'
import { bigints } from '../db/sql-arrays.ts'

const insertAliasesRow = Type.Object({ missing: Type.Integer() })

/** Each round draws for people whose numbers were all taken: few even when most numbers of four digits are. */
const maxRounds = 20

/** Gives people on the roster or with work an alias in one anonymous exercise or all. Whoever has one keeps it. */
export async function insertAliases(tx: Tx, courseId: number, exerciseId: number | null): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    const row = await tx.maybeOne(write('insertAliases', insertAliasesRow)`
      WITH person AS MATERIALIZED (
        SELECT exercise_grading.exercise_id, present_student.user_id
        FROM exercise_grading
        CROSS JOIN LATERAL (
          SELECT present_student.user_id FROM present_student WHERE present_student.course_id = exercise_grading.course_id ${keptApart}
        ) AS present_student
        WHERE ${isAnonymous(courseId, exerciseId)}
        UNION
        SELECT exercise_grading.exercise_id, unnest(known.submitter_ids) AS user_id
        FROM exercise_grading
        CROSS JOIN LATERAL (
          SELECT known.submitter_ids
          FROM known_submission AS known
          WHERE known.course_id = exercise_grading.course_id AND known.exercise_id = exercise_grading.exercise_id
          ${keptApart}
        ) AS known
        WHERE ${isAnonymous(courseId, exerciseId)}
      ),
      needed AS MATERIALIZED (
        SELECT ${courseId}::bigint AS course_id, person.exercise_id, person.user_id
        FROM person
        WHERE NOT ${isFound(sql.fragment`
          FROM exercise_alias
          WHERE exercise_alias.course_id = ${unseen(courseId)} AND exercise_alias.exercise_id = person.exercise_id
            AND exercise_alias.user_id = person.user_id`)}
      ),
      ${drawn(4)},
      ${inserted}
      SELECT (SELECT count(*) FROM needed) - (SELECT count(*) FROM inserted) AS missing
    `)
    if (row === null || row.missing === 0) return
  }
}

/** Does not read the stored aliases: the role that registers submissions has no right to. */
export async function insertAliasesOfSubmissions(tx: Tx, submissionIds: readonly number[]): Promise<void> {
  await tx.query(write('insertAliasesOfSubmissions')`
    WITH needed AS MATERIALIZED (
      SELECT DISTINCT submission.course_id, submission.exercise_id, submission_submitter.user_id
      FROM submission
      JOIN submission_submitter ON submission_submitter.submission_id = submission.submission_id
      JOIN exercise_grading ON exercise_grading.course_id = submission.course_id
        AND exercise_grading.exercise_id = submission.exercise_id AND exercise_grading.anonymous
      WHERE submission.submission_id = ANY (${bigints(submissionIds)})
    ),
    ${drawn(24)},
    inserted AS (${insertDrawn})
    SELECT
  `)
}

const isAnonymous = (courseId: number, exerciseId: number | null) => sql.fragment`
  exercise_grading.course_id = ${courseId}::bigint AND exercise_grading.anonymous
    AND (${exerciseId}::bigint IS NULL OR exercise_grading.exercise_id = ${exerciseId}::bigint)`

/** Four to seven digits, each length equally likely, so that it does not show when it was given. A UUID's bits cannot be guessed. */
const drawn = (count: number) => sql.fragment`
  draw AS MATERIALIZED (
    SELECT needed.course_id, needed.exercise_id, needed.user_id, attempt.number,
      ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint AS bits
    FROM needed CROSS JOIN generate_series(1, ${count}::integer) AS attempt (number)
  ),
  drawn AS MATERIALIZED (
    SELECT draw.course_id, draw.exercise_id, draw.user_id, draw.number,
      (least_alias.value + (draw.bits / 4) % (9 * least_alias.value))::integer AS alias
    FROM draw CROSS JOIN LATERAL (SELECT (1000 * 10 ^ (draw.bits % 4))::bigint AS value) AS least_alias
  )`

/** Locks in the order in which all transactions take these locks. Whoever got an alias meanwhile gets no other. */
const insertDrawn = sql.fragment`
  INSERT INTO exercise_alias (course_id, exercise_id, alias, user_id)
  SELECT drawn.course_id, drawn.exercise_id, drawn.alias, drawn.user_id
  FROM drawn
  ORDER BY drawn.exercise_id, drawn.user_id, drawn.number
  ON CONFLICT DO NOTHING`

const inserted = sql.fragment`inserted AS (${insertDrawn} RETURNING exercise_alias.alias)`
