import { demoCourses } from '@course-grading/test-kit'
import { Client } from 'pg'
import { StartError } from './start-error.ts'

/**
 * Refuses to use a real A+ with a database that has the demo world: its real courses of those numbers would have the
 * demo's settings, graders and exercises. A course is the demo's if the first revision of its history is.
 */
export async function refuseDemoCourses(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ course_id: string }>(
      `
      SELECT course_settings_revision.course_id
      FROM course_settings_revision
      WHERE course_settings_revision.revision = 1
        AND course_settings_revision.after::jsonb = ANY ($1::jsonb[])
      ORDER BY course_settings_revision.course_id
    `,
      [Object.values(demoCourses).map((course) => JSON.stringify(course))],
    )
    if (rows.length === 0) return
    const courses = rows.map(({ course_id: courseId }) => courseId).join(', ')
    throw new StartError(
      `The database of DATABASE_URL has the demo courses ${courses} of a start with the simulator. ` +
        'With UPSTREAM_BASE_URL, name another database.',
    )
  } finally {
    await client.end()
  }
}
