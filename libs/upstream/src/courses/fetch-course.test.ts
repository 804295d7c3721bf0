import { describe, expect, it } from 'vitest'
import { useFakeUpstream } from '../../test/fake-upstream-client.ts'
import { failureOf } from '../../test/upstream-under-test.ts'
import { fetchCourse } from '../index.ts'

const { fake, upstream, as } = useFakeUpstream()

describe('fetchCourse', () => {
  it.each([101, 102, 201])('reads the course as user %i', async (userId) => {
    const course = fake().world.course(11)
    const { htmlUrl, ...rest } = await fetchCourse(upstream(), as(userId), 11)
    expect(htmlUrl).toContain(course.htmlPath)
    expect(rest).toEqual({
      courseId: 11, code: course.code, name: course.name, instanceName: course.instanceName, language: course.language,
      startsAt: new Date(course.startsAtMs).toISOString(), endsAt: new Date(course.endsAtMs).toISOString(),
      visibleToStudents: true,
    })
  })

  it('shows a hidden course to its staff only', async () => {
    expect(await fetchCourse(upstream(), as(104), 14)).toMatchObject({ courseId: 14, visibleToStudents: false })
    const error = await failureOf(fetchCourse(upstream(), as(201), 14))
    expect([error.code, error.status]).toEqual(['upstream_rejected', 403])
  })

  it('is rejected for a course that does not exist', async () => {
    const error = await failureOf(fetchCourse(upstream(), as(101), 999_999))
    expect([error.code, error.status]).toEqual(['upstream_rejected', 404])
  })
})
