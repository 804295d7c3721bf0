import { describe, expect, it } from 'vitest'
import { sessionIdentityOf } from './session-identity.ts'

type UpstreamIdentity = Parameters<typeof sessionIdentityOf>[0]

describe('sessionIdentityOf', () => {
  it("keeps the user's data, and the brief of each course", () => {
    expect(sessionIdentityOf(shown({ teacherCourses: [brief(11)], staffCourses: [brief(11)] }))).toEqual({
      user: person,
      courses: [{ ...brief(11), role: 'teacher' }],
    })
  })

  it('distinguishes teachers, assistants and students, by course id', () => {
    expect(
      rolesOf({
        teacherCourses: [brief(13)],
        staffCourses: [brief(13), brief(12)],
        enrolledCourses: [brief(14), brief(11)],
      }),
    ).toEqual([
      [11, 'student'],
      [12, 'assistant'],
      [13, 'teacher'],
      [14, 'student'],
    ])
  })

  it('has the role teacher for a teacher with further roles in the course', () => {
    const all = [brief(11)]
    expect(rolesOf({ teacherCourses: all, staffCourses: all, enrolledCourses: all })).toEqual([[11, 'teacher']])
  })

  it('has the role assistant for an assistant who is also enrolled', () => {
    expect(rolesOf({ staffCourses: [brief(11)], enrolledCourses: [brief(11)] })).toEqual([[11, 'assistant']])
  })

  it('has the role staff for staff of an older A+', () => {
    expect(rolesOf({ teacherCourses: null, staffCourses: [brief(11)], enrolledCourses: [brief(12)] })).toEqual([
      [11, 'staff'],
      [12, 'student'],
    ])
  })

  it('keeps no unknown field', () => {
    const more = {
      ...shown({ teacherCourses: [{ ...brief(11), url: 'x' } as never] }),
      token: 'secret',
    } as UpstreamIdentity
    expect(JSON.stringify(sessionIdentityOf(more))).not.toMatch(/secret|url/)
  })
})

const brief = (courseId: number) => ({
  courseId,
  code: `C-${courseId}`,
  name: `|en:Course ${courseId}|`,
  instanceName: '2026',
})
const person = {
  userId: 101,
  username: 'teacher',
  fullName: 'Terry Teacher',
  email: 'teacher@example.org',
  studentId: null,
}
const shown = (courses: Partial<UpstreamIdentity>): UpstreamIdentity => ({
  ...person,
  teacherCourses: [],
  staffCourses: [],
  enrolledCourses: [],
  ...courses,
})
const rolesOf = (courses: Partial<UpstreamIdentity>): unknown[] =>
  sessionIdentityOf(shown(courses)).courses.map(({ courseId, role }) => [courseId, role])
