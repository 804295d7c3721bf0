import { describe, expect } from 'vitest'
import type { JsonObject } from '../http/json.ts'
import { factsAbout, openUpstreamUnderTest } from './upstream-under-test.ts'

const upstream = await openUpstreamUnderTest()
const fact = factsAbout(upstream)

const briefFields = ['id', 'url', 'username', 'student_id', 'email', 'full_name', 'is_external']
const courseBriefFields = ['id', 'url', 'html_url', 'code', 'name', 'instance_name']

describe('A+ users', () => {
  fact('says whose token it is, with names and course lists, and has no role field', ['teacher'], async () => {
    const me = (await upstream.ask('/users/me', { as: 'teacher' })).object()
    const lists = ['enrolled_courses', 'staff_courses', 'teacher_courses', 'assistant_courses']
    expect(Object.keys(me).sort()).toEqual([...briefFields, ...lists, 'first_name', 'last_name'].sort())
    expect(me).not.toHaveProperty('role')
  })

  fact('lists the courses a teacher teaches as briefs, in staff_courses too', ['teacher', 'course'], async () => {
    const me = (await upstream.ask('/users/me', { as: 'teacher' })).object()
    const taught = me['teacher_courses'] as readonly JsonObject[]
    expect(taught.map(({ id }) => id)).toContain(upstream.courseId)
    expect(Object.keys(taught[0] ?? {}).sort()).toEqual(courseBriefFields.toSorted())
    expect(me['staff_courses']).toEqual(expect.arrayContaining([...taught]))
  })

  fact(
    "lists an assistant's course in assistant_courses, not in teacher_courses",
    ['assistant', 'course'],
    async () => {
      const me = (await upstream.ask('/users/me', { as: 'assistant' })).object()
      expect(me['assistant_courses']).toContainEqual(expect.objectContaining({ id: upstream.courseId }))
      expect(me['staff_courses']).toContainEqual(expect.objectContaining({ id: upstream.courseId }))
      expect(me['teacher_courses']).not.toContainEqual(expect.objectContaining({ id: upstream.courseId }))
    },
  )

  fact('lets any teacher read anyone, a student of another course too', ['teacher', 'outsider'], async () => {
    const { id } = (await upstream.ask('/users/me', { as: 'outsider' })).object()
    expect((await upstream.ask(`/users/${JSON.stringify(id)}`, { as: 'teacher' })).status).toBe(200)
  })

  for (const person of ['assistant', 'student', 'outsider'] as const) {
    fact(`answers 404 when somebody else is asked for by ${person}`, [person, 'teacher'], async () => {
      const { id } = (await upstream.ask('/users/me', { as: 'teacher' })).object()
      expect((await upstream.ask(`/users/${JSON.stringify(id)}`, { as: person })).status).toBe(404)
    })
  }

  fact('finds several users by exact e-mail, page by page as any list', ['simulator'], async () => {
    const find = async (values: string): Promise<unknown[]> =>
      (await upstream.list(`/users?field=email&values=${encodeURIComponent(values)}&page=1`, { as: 'teacher' })).map(
        ({ id }) => id,
      )
    const { email } = upstream.simulated.world.user(101)
    expect(await find(`${email}, ${upstream.simulated.world.user(102).email},nobody@example.org`)).toEqual([101, 102])
    expect(await find(email.toUpperCase())).toEqual([])
  })

  fact('answers 404 to ?field=id: an unknown field, an id that is none, ids without values', ['teacher'], async () => {
    expect((await upstream.ask('/users?field=id', { as: 'teacher' })).status).toBe(404)
  })

  fact('finds nobody when email has no values', ['teacher'], async () => {
    expect(await upstream.list('/users?field=email', { as: 'teacher' })).toEqual([])
  })

  fact('keeps the courses of somebody who is deactivated, and shows nowhere that he is', ['simulator'], async () => {
    const { world } = upstream.simulated
    const read = async (): Promise<string> => (await upstream.ask('/users/103', { as: 'teacher' })).text
    const before = await read()
    world.setActive(103, false)
    const after = await read()
    world.setActive(103, true)
    expect(before).toContain('"staff_courses":[{"id":11,')
    expect(after).toBe(before)
  })

  fact('lacks the lists by role before version 1.26', ['simulator'], async () => {
    const features = upstream.simulated.world.features
    features.roleCourseLists = false
    const me = (await upstream.ask('/users/me', { as: 'teacher' })).object()
    features.roleCourseLists = true
    expect(me).not.toHaveProperty('teacher_courses')
    expect(me).toHaveProperty('staff_courses')
  })
})
