import type { FakeUpstream } from '@course-grading/fake-upstream'
import { seedCourses, seedDemoWorld } from '@course-grading/test-kit'
import { Client } from 'pg'
import { benchCourses } from '../public-api/twin-courses.ts'

/** The maximum number of connections: each has a teacher, a session and a course of its own. */
const teacherCount = 32
const firstTeacherId = 90_001

/**
 * Courses without graders, since each grader would be a call to the learning platform, which the twin does not make.
 */
const courses = benchCourses.slice(0, 2 * teacherCount).map((course) => ({ ...course, graders: [] }))
export const coursesOfService = courses.slice(0, teacherCount)
/** The twin writes into other courses than the service, because both write with revisions that they know. */
export const coursesOfTwin = courses.slice(teacherCount)

/** The demo world, 64 courses, and a teacher for each course of the service, who also teaches courses 11 and 13. */
export async function seedBenchWorld({ world }: FakeUpstream, ownerUrl: string): Promise<readonly string[]> {
  await seedDemoWorld(ownerUrl)
  await seedCourses(ownerUrl, courses)
  return coursesOfService.map(({ courseId, name }, index) => {
    const userId = firstTeacherId + index
    world.addUser({ id: userId, username: `bench${index}` })
    world.addCourse({ ...world.course(11), id: courseId, name })
    for (const taught of [11, 13, courseId]) world.setRole(taught, userId, 'teacher')
    return world.tokenOf(userId)
  })
}

/** The strong entity tags of the courses' settings as they are now. */
export async function currentTags(ownerUrl: string, courseIds: readonly number[]): Promise<Map<number, string>> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ courseId: number; revision: number }>(
      'SELECT course_id::int AS "courseId", revision FROM course_settings WHERE course_id = ANY($1)',
      [courseIds],
    )
    return new Map(rows.map(({ courseId, revision }) => [courseId, `"${revision}"`]))
  } finally {
    await client.end()
  }
}

/** Computes the planner's statistics, which a database that has been used for a while has. */
export async function analyse(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query('VACUUM ANALYZE').finally(() => client.end())
}
