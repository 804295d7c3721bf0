import type { FakeUpstream } from '@course-grading/fake-upstream'
import { seedCourses, seedDemoWorld } from '@course-grading/test-kit'
import { Client } from 'pg'
import { benchCourses } from '../public-api/twin-courses.ts'

/** As many as there are connections at most: each has a teacher, a session and a course of its own. */
export const teacherCount = 32
const firstTeacherId = 90_001

/** Without graders, since each would be a call of the learning platform, which the twin does not make. */
const courses = benchCourses.slice(0, 2 * teacherCount).map((course) => ({ ...course, graders: [] }))
export const coursesOfService = courses.slice(0, teacherCount)
/** The twin writes into courses of its own: both write with revisions that they know. */
export const coursesOfTwin = courses.slice(teacherCount)

/** The demo world, 64 courses, and a teacher for each of the service's, who also teaches courses 11 and 13. */
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

/** Strong entity tags of the courses' settings as they are now. */
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

/** The planner's statistics, as a database that has lived for a while has them. */
export async function analyse(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query('VACUUM ANALYZE').finally(() => client.end())
}
