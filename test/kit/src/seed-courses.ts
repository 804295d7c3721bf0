import { createDatabase } from '@course-grading/data/db/database'
import { insertCourseSettings } from '@course-grading/data/settings/insert-course-settings'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { demoCourses } from './demo-courses.ts'

/** The teachers of the demo courses, who count as those who configured them. */
const configuredBy: Readonly<Record<number, number>> = { 11: 101, 13: 104 }

/**
 * Configures courses in a database, as its owner or with the frontend's role. Courses that are configured already stay
 * as they are, so it can run at every start.
 */
export async function seedCourses(databaseUrl: string, courses: readonly CourseSettings[]): Promise<void> {
  const database = await createDatabase({ url: databaseUrl, applicationName: 'seed', poolMax: 1 })
  try {
    for (const course of courses) {
      const write = {
        courseId: course.courseId,
        document: JSON.stringify(course),
        userId: configuredBy[course.courseId] ?? 101,
        boundary: 'frontend',
        operation: 'configureCourse',
      } as const
      await database
        .transaction((tx) => insertCourseSettings(tx, write))
        .catch((error: unknown) => {
          if (!(error instanceof DomainError && error.code === 'already_configured')) throw error
        })
    }
  } finally {
    await database.end()
  }
}

/** Configures the courses of the demo world. */
export const seedDemoWorld = (databaseUrl: string): Promise<void> =>
  seedCourses(databaseUrl, Object.values(demoCourses))
