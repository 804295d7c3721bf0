import { describe, expect, it } from 'vitest'
import { replyOf } from '../adversarial-server.fixture.ts'
import { useFakeUpstream } from '../fake-upstream-client.fixture.ts'
import { failureOf, someCall, upstreamWith } from '../upstream-under-test.fixture.ts'
import { fetchCourse } from '../index.ts'

const { fake, upstream, as } = useFakeUpstream()

describe('fetchCourse', () => {
  it.each([101, 102, 201])('reads the course as user %i', async (userId) => {
    const course = fake().world.course(11)
    const { htmlUrl, ...rest } = await fetchCourse(upstream(), as(userId), 11)
    expect(htmlUrl).toContain(course.htmlPath)
    expect(rest).toEqual({
      courseId: 11,
      code: course.code,
      name: course.name,
      instanceName: course.instanceName,
      languages: ['fi', 'en'],
      startsAt: new Date(course.startsAtMs).toISOString(),
      endsAt: new Date(course.endsAtMs).toISOString(),
      visibleToStudents: true,
    })
  })

  it('shows a hidden course to its staff only', async () => {
    expect(await fetchCourse(upstream(), as(104), 14)).toMatchObject({ courseId: 14, visibleToStudents: false })
    const error = await failureOf(fetchCourse(upstream(), as(201), 14))
    expect([error.code, error.status]).toEqual(['upstream_rejected', 403])
  })

  it('rejects a reply about another course', async () => {
    const body = JSON.stringify({
      id: 12,
      html_url: '',
      code: '',
      name: '',
      instance_name: '',
      language: '',
      visible_to_students: true,
      starting_time: '2026-09-01T12:00:00Z',
      ending_time: '2026-12-01T12:00:00Z',
    })
    const { upstream: odd } = await upstreamWith((socket) => socket.write(replyOf(200, body)))
    expect((await failureOf(fetchCourse(odd, someCall, 11))).reason).toBe('schema')
    await expect(fetchCourse(odd, someCall, 12)).resolves.toMatchObject({ courseId: 12 })
  })

  it('is rejected for a course that does not exist', async () => {
    const error = await failureOf(fetchCourse(upstream(), as(101), 999_999))
    expect([error.code, error.status]).toEqual(['upstream_rejected', 404])
  })
})
