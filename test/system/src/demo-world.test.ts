import { startFakeUpstream } from '@course-grading/fake-upstream'
import { demoCourses } from '@course-grading/test-kit'
import { createUpstream, fetchCourse, findCourseStaff, listUserTags } from '@course-grading/upstream'
import { describe, expect, it } from 'vitest'

describe('the demo courses', () => {
  it('agree with the simulator: tags, teachers, graders, exercises', async () => {
    const simulator = await startFakeUpstream()
    const upstream = createUpstream({ baseUrl: simulator.url, timeoutMs: 5000, concurrency: 4 })
    try {
      for (const [course, teacherId] of [
        [demoCourses.programming1, 101],
        [demoCourses.dataStructures, 104],
      ] as const) {
        const call = { token: simulator.world.tokenOf(teacherId), requestId: 'demo-world' }
        const tags = await listUserTags(upstream, call, course.courseId)
        expect(course.tags).toEqual(
          tags.map(({ slug, name, description, color, fontWhite }) => ({ slug, name, description, color, fontWhite })),
        )
        expect((await fetchCourse(upstream, call, course.courseId)).name).toContain(course.name)
        for (const { userId } of course.graders)
          expect(await findCourseStaff(upstream, call, userId, course.courseId)).not.toBeNull()
        for (const exerciseId of course.manualGradingExercises)
          expect(() => simulator.world.exercise(exerciseId)).not.toThrow()
      }
    } finally {
      await upstream.close()
      await simulator.close()
    }
  })
})
