import { describe, expect, it, onTestFinished } from 'vitest'
import { useFakeUpstream } from '../fake-upstream-client.fixture.ts'
import { failureOf } from '../upstream-under-test.fixture.ts'
import { fetchIdentity, type CourseBrief } from '../index.ts'

const { fake, upstream, as } = useFakeUpstream()
const idsOf = (courses: readonly CourseBrief[] | null): number[] | null =>
  courses?.map(({ courseId }) => courseId).toSorted((a, b) => a - b) ?? null

describe('fetchIdentity', () => {
  it('returns who a teacher is and what this person teaches', async () => {
    const teacher = await fetchIdentity(upstream(), as(101))
    expect({
      ...teacher,
      teacherCourses: idsOf(teacher.teacherCourses),
      staffCourses: idsOf(teacher.staffCourses),
    }).toEqual({
      userId: 101,
      username: 'teacher',
      fullName: 'Terry Teacher',
      email: 'teacher@example.org',
      studentId: null,
      teacherCourses: [11, 12],
      staffCourses: [11, 12],
      enrolledCourses: [],
    })
  })

  it('returns each course as A+ names it, with its markup', async () => {
    const teacher = await fetchIdentity(upstream(), as(101))
    const course = { courseId: 11, code: 'PRG-1', name: '|en:Programming 1|fi:Ohjelmointi 1|', instanceName: '2026' }
    expect([teacher.teacherCourses, teacher.staffCourses]).toEqual([
      expect.arrayContaining([course]),
      expect.arrayContaining([course]),
    ])
    expect((await fetchIdentity(upstream(), as(201))).enrolledCourses).toContainEqual(course)
  })

  it('distinguishes an assistant from a teacher', async () => {
    const assistant = await fetchIdentity(upstream(), as(102))
    expect([idsOf(assistant.teacherCourses), idsOf(assistant.staffCourses)]).toEqual([[], [11]])
  })

  it('returns the courses of a student, hidden ones included', async () => {
    const student = await fetchIdentity(upstream(), as(201))
    expect(student).toMatchObject({ studentId: '500201', teacherCourses: [], staffCourses: [] })
    expect(idsOf(student.enrolledCourses)).toEqual([11, 14])
  })

  it('reports that an older A+ does not distinguish teachers', async () => {
    fake().world.features.roleCourseLists = false
    onTestFinished(() => void (fake().world.features.roleCourseLists = true))
    const teacher = await fetchIdentity(upstream(), as(101))
    expect([idsOf(teacher.teacherCourses), idsOf(teacher.staffCourses)]).toEqual([null, [11, 12]])
  })

  it('finds a superuser in no list', async () => {
    await expect(fetchIdentity(upstream(), as(1))).resolves.toMatchObject({
      teacherCourses: [],
      staffCourses: [],
      enrolledCourses: [],
    })
  })

  it.each([
    ['an unknown token', () => ({ ...as(101), token: 'f'.repeat(40) })],
    [
      'a token of a user who was deactivated',
      () => {
        fake().world.setActive(105, false)
        onTestFinished(() => fake().world.setActive(105, true))
        return as(105)
      },
    ],
  ])('throws upstream_refused for %s', async (_what, call) => {
    const error = await failureOf(fetchIdentity(upstream(), call()))
    expect([error.code, error.status]).toEqual(['upstream_refused', 401])
  })

  it('sends one request, with the request id', async () => {
    await fetchIdentity(upstream(), as(101))
    expect(fake().journal.entries).toMatchObject([
      { method: 'GET', path: '/api/v2/users/me', query: '', requestId: 'request-as-101', userId: 101 },
    ])
  })
})
