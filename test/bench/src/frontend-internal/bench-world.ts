import type { FakeUpstream } from '@course-grading/test-fake-upstream'
import { seedCourses, seedDemoWorld } from '@course-grading/test-kit'
import { Client } from 'pg'
import { benchCourses } from '../public-api/twin-courses.ts'

/** The maximum number of connections: each has a teacher and a session of its own. */
const teacherCount = 32
const firstTeacherId = 90_001

/** The demo world, 64 courses, and teachers, each of courses 11 and 13 and of one of these. Returns their tokens. */
export async function seedBenchWorld({ world }: FakeUpstream, ownerUrl: string): Promise<readonly string[]> {
  await seedDemoWorld(ownerUrl)
  await seedCourses(
    ownerUrl,
    benchCourses.slice(0, 2 * teacherCount).map((course) => ({ ...course, graders: [] })),
  )
  return benchCourses.slice(0, teacherCount).map(({ courseId, name }, index) => {
    const userId = firstTeacherId + index
    world.addUser({ id: userId, username: `bench${index}` })
    world.addCourse({ ...world.course(11), id: courseId, name })
    for (const taught of [11, 13, courseId]) world.setRole(taught, userId, 'teacher')
    return world.tokenOf(userId)
  })
}

/** Computes the planner's statistics, which a database that has been used for a while has. */
export async function analyse(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query('VACUUM ANALYZE').finally(() => client.end())
}
