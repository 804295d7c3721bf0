import { DomainError } from '@course-grading/domain/errors/domain-error'
import { exercisesTaken } from '@course-grading/domain/settings/settings-conflicts'
import { sql } from 'slonik'
import Type from 'typebox'
import type { Db, Tx } from '../db/db.ts'
import { read, write } from '../db/row.ts'
import { documentOf, historyRow, tagRows, wantedExercises } from './course-settings-rows.ts'
import { keptNamesOfSettings } from '../db/staff-names.ts'
import { insertCourseSlug } from '../courses/course-slug-queries.ts'
import { replaceManualGradingExercises } from './manual-grading-exercise-queries.ts'
import type { SettingsWrite } from './settings-write.ts'

const lockCourseSettingsRow = Type.Object({
  revision: Type.Integer(),
  taken: Type.Array(Type.Integer()),
})
const writtenRow = Type.Object({ courseId: Type.Integer() })

/** Of several writers with one revision exactly one succeeds. @throws DomainError not_found, revision_conflict, manual_grading_exercise_conflict, slug_taken */
export async function updateCourseSettings(
  tx: Tx,
  settings: SettingsWrite & { readonly expectedRevision: number },
): Promise<void> {
  const course = await lockCourse(tx, settings)
  if (course === null) throw new DomainError('not_found')
  if (course.revision !== settings.expectedRevision) throw new DomainError('revision_conflict')
  if (course.taken.length > 0) throw exercisesTaken(course.taken)
  if (settings.newSlug !== undefined) await insertCourseSlug(tx, settings.courseId, settings.newSlug)
  await replaceManualGradingExercises(tx, settings)
  if (settings.tags === undefined) {
    await tx.one(write('updateCourseSettings', writtenRow)`
      WITH ${documentOf(settings)}, ${updatedRow(settings)}, ${historyRow(settings)}, ${keptNamesOfSettings(settings.staffNames ?? [])}
      SELECT written.course_id FROM written
    `)
  } else {
    await tx.one(write('updateCourseSettingsAndTags', writtenRow)`
      WITH ${documentOf(settings)}, ${updatedRow(settings)}, ${historyRow(settings)}, ${keptNamesOfSettings(settings.staffNames ?? [])},
      ${tagRows(settings.tags)}
      SELECT written.course_id FROM written
    `)
  }
}

/** Exercises, slug and tags are as before, so only the revision decides. False when it differs, or the course is gone. */
export async function updateCourseSettingsInPlace(
  db: Db,
  settings: Omit<SettingsWrite, 'tags' | 'newSlug'> & { readonly expectedRevision: number },
): Promise<boolean> {
  const written = await db.maybeOne(write('updateCourseSettingsInPlace', writtenRow)`
    WITH ${documentOf(settings)}, ${updatedRow(settings)}, ${historyRow(settings)}, ${keptNamesOfSettings(settings.staffNames ?? [])}
    SELECT written.course_id FROM written
  `)
  return written !== null
}

/** Locks with NO KEY: other tables may still refer to the course while its settings change. */
async function lockCourse(tx: Tx, settings: SettingsWrite) {
  return await tx.maybeOne(read('lockCourseSettings', lockCourseSettingsRow)`
    WITH ${documentOf(settings)}, ${wantedExercises}
    SELECT course_settings.revision,
      ARRAY(
        SELECT manual_grading_exercise.exercise_id
        FROM manual_grading_exercise
        WHERE manual_grading_exercise.exercise_id IN (SELECT wanted.exercise_id FROM wanted)
          AND manual_grading_exercise.course_id <> course_settings.course_id
        ORDER BY manual_grading_exercise.exercise_id
      ) AS taken
    FROM course_settings
    WHERE course_settings.course_id = ${settings.courseId}::bigint
    FOR NO KEY UPDATE OF course_settings
  `)
}

function updatedRow(settings: SettingsWrite & { readonly expectedRevision: number }) {
  return sql.fragment`
  previous AS (
    SELECT course_settings.document, course_settings.revision
    FROM course_settings
    WHERE course_settings.course_id = ${settings.courseId}::bigint
  ),
  written AS (
    UPDATE course_settings
    SET revision = course_settings.revision + 1, document = doc.document, updated_at = clock_timestamp()
    FROM doc
    WHERE course_settings.course_id = ${settings.courseId}::bigint
      AND course_settings.revision = ${settings.expectedRevision}
      -- Tags have rows of their own: without those, the document must hold the tags it held.
      AND (${settings.tags !== undefined}
        OR (course_settings.document -> 'tags')::jsonb = doc.content -> 'tags')
    RETURNING course_settings.course_id
  )`
}
