import { DomainError } from '@course-grading/domain/errors/domain-error'
import { exercisesTaken, slugTaken } from '@course-grading/domain/settings/settings-conflicts'
import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import { keptNamesOfSettings } from '../db/staff-names.ts'
import { read, write } from '../db/row.ts'
import { documentOf, historyRow, tagRows, wantedExercises } from './course-settings-rows.ts'
import { replaceManualGradingExercises } from './manual-grading-exercise-queries.ts'
import type { SettingsWrite } from './settings-write.ts'

const findCourseSettingsConflictsRow = Type.Object({
  configured: Type.Boolean(),
  slugTaken: Type.Boolean(),
  exercisesTaken: Type.Array(Type.Integer()),
})
const insertCourseSettingsRow = Type.Object({ configured: Type.Boolean(), slugOwned: Type.Boolean() })

/** At revision 1; the slug is the course's for ever. @throws DomainError already_configured, slug_taken, manual_grading_exercise_conflict */
export async function insertCourseSettings(tx: Tx, settings: SettingsWrite): Promise<void> {
  await requireNoConflict(tx, settings)
  const written = await insertRow(tx, settings)
  if (written?.configured !== true) {
    if (written?.slugOwned === true) throw new DomainError('already_configured')
    // Somebody reserved the slug in between: for another course, or for this one while configuring it.
    await requireNoConflict(tx, settings)
    throw slugTaken()
  }
  await replaceManualGradingExercises(tx, settings)
}

async function requireNoConflict(tx: Tx, settings: SettingsWrite): Promise<void> {
  const found = await findConflicts(tx, settings)
  if (found?.configured === true) throw new DomainError('already_configured')
  if (found?.slugTaken === true) throw slugTaken()
  if (found !== null && found.exercisesTaken.length > 0) throw exercisesTaken(found.exercisesTaken)
}

async function findConflicts(tx: Tx, settings: SettingsWrite) {
  return await tx.maybeOne(read('findCourseSettingsConflicts', findCourseSettingsConflictsRow)`
    WITH ${documentOf(settings)}, ${wantedExercises}
    SELECT
      EXISTS (
        SELECT FROM course_settings WHERE course_settings.course_id = ${settings.courseId}::bigint
      ) AS configured,
      EXISTS (
        SELECT FROM course_slug
        WHERE course_slug.slug = doc.content ->> 'slug' AND course_slug.course_id <> ${settings.courseId}::bigint
      ) AS slug_taken,
      ARRAY(
        SELECT manual_grading_exercise.exercise_id
        FROM manual_grading_exercise
        WHERE manual_grading_exercise.exercise_id IN (SELECT wanted.exercise_id FROM wanted)
        ORDER BY manual_grading_exercise.exercise_id
      ) AS exercises_taken
    FROM doc
  `)
}

async function insertRow(tx: Tx, settings: SettingsWrite) {
  return await tx.maybeOne(write('insertCourseSettings', insertCourseSettingsRow)`
    WITH ${documentOf(settings)},
    slug_new AS (
      INSERT INTO course_slug (slug, course_id)
      SELECT doc.content ->> 'slug', ${settings.courseId}::bigint FROM doc
      -- For all constraints: with only (slug), a row that another request inserts at the same time may violate (slug, course_id) first.
      ON CONFLICT DO NOTHING
      RETURNING course_slug.slug
    ),
    slug_owned AS (
      SELECT slug_new.slug FROM slug_new
      UNION ALL
      SELECT course_slug.slug
      FROM course_slug CROSS JOIN doc
      WHERE course_slug.slug = doc.content ->> 'slug' AND course_slug.course_id = ${settings.courseId}::bigint
    ),
    previous AS (SELECT NULL::json AS document, 0 AS revision),
    written AS (
      INSERT INTO course_settings (course_id, revision, document)
      SELECT ${settings.courseId}::bigint, 1, doc.document FROM doc CROSS JOIN slug_owned
      ON CONFLICT (course_id) DO NOTHING
      RETURNING course_settings.course_id
    ),
    ${historyRow(settings)}, ${tagRows(settings.tags ?? [])},
    ${keptNamesOfSettings(settings.staffNames ?? [])}
    SELECT EXISTS (SELECT FROM written) AS configured, EXISTS (SELECT FROM slug_owned) AS slug_owned
  `)
}
