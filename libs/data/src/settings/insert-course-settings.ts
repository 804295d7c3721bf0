import { DomainError } from '@course-grading/domain/errors'
import Type from 'typebox'
import type { Tx } from '../db.ts'
import { keptNamesOfSettings } from '../staff-names.ts'
import { statement } from '../row.ts'
import { documentOf, documentRows, historyRow, tagRows, wantedExercises } from './course-settings-rows.ts'
import { replaceManualGradingExercises } from './manual-grading-exercise-queries.ts'
import { ExercisesTakenError, type SettingsWrite } from './settings-write.ts'

type InsertOutcome =
  | { readonly outcome: 'written' }
  | { readonly outcome: 'already_configured' }
  | { readonly outcome: 'slug_taken' }
  | { readonly outcome: 'exercises_taken'; readonly exerciseIds: number[] }

const find = statement(
  'findCourseSettingsConflicts',
  Type.Object({
    configured: Type.Boolean(),
    slugTaken: Type.Boolean(),
    exercisesTaken: Type.Array(Type.Integer()),
  }),
)
const insert = statement('insertCourseSettings', Type.Object({ configured: Type.Boolean(), slugOwned: Type.Boolean() }))

/**
 * Configures a course: its document has revision 1, and its slug is reserved for it for ever. Three statements. If another
 * writer committed meanwhile, and something is written already, the conflict is thrown as the `DomainError` of the same
 * meaning, so that the transaction rolls back.
 */
export async function insertCourseSettings(tx: Tx, settings: SettingsWrite): Promise<InsertOutcome> {
  const before = await findConflicts(tx, settings)
  if (before?.configured === true) return { outcome: 'already_configured' }
  if (before?.slugTaken === true) return { outcome: 'slug_taken' }
  if (before !== null && before.exercisesTaken.length > 0) {
    return { outcome: 'exercises_taken', exerciseIds: before.exercisesTaken }
  }

  const written = await insertRow(tx, settings)
  if (written?.configured !== true) {
    if (written?.slugOwned === true) throw new DomainError('already_configured')
    // Somebody reserved the slug in between: for another course, or for this one while configuring it. Nothing is written so far.
    const now = await findConflicts(tx, settings)
    return { outcome: now?.configured === true ? 'already_configured' : 'slug_taken' }
  }
  const lost = await replaceManualGradingExercises(tx, settings)
  if (lost.length > 0) throw new ExercisesTakenError(lost)
  return { outcome: 'written' }
}

async function findConflicts(tx: Tx, settings: SettingsWrite) {
  return await tx.maybeOne(find`
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
  return await tx.maybeOne(insert`
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
    ${historyRow(settings)}, ${documentRows}, ${tagRows(settings.tags ?? [])},
    ${keptNamesOfSettings(settings.staffNames ?? [])}
    SELECT EXISTS (SELECT FROM written) AS configured, EXISTS (SELECT FROM slug_owned) AS slug_owned
  `)
}
