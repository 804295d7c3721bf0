import { describe, expect, it } from 'vitest'
import { problemOf, useDemoWorld } from '../demo-world.fixture.ts'
import { configureCourse } from './configure-course.ts'

type ConfigureCourse = Parameters<typeof configureCourse>[1]

describe('configureCourse', () => {
  it('makes revision 1 from the data of the learning platform, and records it in the history', async () => {
    world.fake.world.addTag({ courseId: 12, slug: 'group-x', name: 'X' })
    const stored = await configure()
    expect(JSON.parse(stored.document)).toMatchObject({
      revision: 1,
      courseId: 12,
      slug: 'programming-2',
      name: 'Programming 2',
      languages: ['en'],
      listed: false,
      tags: [{ slug: 'group-x', name: 'X' }],
      ltiLoginUrl: null,
    })
    expect(await world.settingsOf(12)).toEqual(stored)
    expect(
      await world.query('SELECT user_id, operation, boundary FROM course_settings_revision WHERE course_id = 12'),
    ).toEqual([{ user_id: '101', operation: 'configureCourse', boundary: 'frontend' }])
    expect(
      await world.query('SELECT slug, upstream_tag_id IS NOT NULL AS known, gone FROM course_tag WHERE course_id = 12'),
    ).toEqual([{ slug: 'group-x', known: true, gone: false }])
  })

  it('uses the name in the first of several languages', async () => {
    Object.assign(world.fake.world.course(12), { name: '|en:Programming 2|fi:Ohjelmointi 2|', language: '|fi|en|' })
    expect(JSON.parse((await configure()).document)).toMatchObject({ name: 'Ohjelmointi 2', languages: ['fi', 'en'] })
  })

  it('uses the requested slug', async () => {
    expect(JSON.parse((await configure({ slug: 'prog-2' })).document)).toMatchObject({ slug: 'prog-2' })
  })

  it('rejects a course that is already configured, with any slug', async () => {
    expect(await problemOf(configure({ courseId: 11, slug: 'data-structures' }))).toEqual({
      code: 'already_configured',
      issues: [],
    })
  })

  it('rejects a slug of another course, whether it was given or made', async () => {
    expect(await problemOf(configure({ slug: 'programming-1' }))).toEqual({
      code: 'slug_taken',
      issues: ['$.slug conflict'],
    })
    world.fake.world.course(12).htmlPath = 'programming/1'
    expect(await problemOf(configure())).toMatchObject({ code: 'slug_taken' })
  })

  it('rejects more tags than a document can hold', async () => {
    for (let index = 0; index < 2100; index += 1)
      world.fake.world.addTag({ courseId: 12, slug: `t${index}`, name: 'T', description: 'x'.repeat(1000) })
    expect(await problemOf(configure())).toEqual({ code: 'validation_failed', issues: ['$ too_large'] })
  })

  it('writes nothing if the platform fails half-way', async () => {
    world.fake.faults.add({ path: '/api/v2/courses/12/usertags', action: { kind: 'status', status: 500 } })
    expect(await problemOf(configure())).toMatchObject({ code: 'upstream_unavailable' })
    expect(await world.query('SELECT FROM course_settings WHERE course_id = 12')).toEqual([])
  })
})

const world = useDemoWorld()
const configure = (overrides: Partial<ConfigureCourse> = {}) =>
  configureCourse(world, {
    courseId: 12,
    userId: 101,
    fullName: 'Terry Teacher',
    upstreamCall: world.as(101),
    ...overrides,
  })
