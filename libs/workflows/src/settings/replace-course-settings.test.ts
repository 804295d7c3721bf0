import type { StoredCourseSettings } from '@course-grading/data/settings/stored-course-settings'
import type { Grader } from '@course-grading/domain/settings/course-settings'
import { aSettingsChange } from '@course-grading/test-kit'
import { beforeEach, describe, expect, it } from 'vitest'
import { problemOf, useDemoWorld } from '../demo-world.fixture.ts'
import { replaceCourseSettings } from './replace-course-settings.ts'

type ReplaceCourseSettings = Parameters<typeof replaceCourseSettings>[1]

describe('replaceCourseSettings', () => {
  it('rejects a stale revision before any call to the platform', async () => {
    expect(await problemOf(replace({ expectedRevision: 2 }))).toEqual({ code: 'revision_conflict', issues: [] })
    expect(world.fake.journal.entries).toEqual([])
  })

  it('checks the revision again at the write', async () => {
    await replace()
    expect(await problemOf(replace())).toEqual({ code: 'revision_conflict', issues: [] })
  })

  it('reports issues of the course together with graders who are not staff', async () => {
    const change = aSettingsChange({
      slug: 'other',
      graders: [
        { userId: 105, languages: ['fi'] },
        { userId: 999_999, languages: ['fi'] },
      ],
    })
    expect(await problemOf(replace({ change }))).toEqual({
      code: 'validation_failed',
      issues: ['$.slug immutable', '$.graders[0].userId not_staff', '$.graders[1].userId not_staff'],
    })
  })

  it('reports the issues found so far if the platform fails', async () => {
    world.fake.faults.add({ path: '/api/v2/users/*', action: { kind: 'status', status: 500 } })
    expect(await problemOf(replace({ change: aSettingsChange({ slug: 'other' }) }))).toEqual({
      code: 'validation_failed',
      issues: ['$.slug immutable'],
    })
    expect(await problemOf(replace())).toEqual({ code: 'upstream_unavailable', issues: [] })
  })

  it('looks up no more graders after one look-up failed', async () => {
    world.fake.faults.add({ path: '/api/v2/users/7001', action: { kind: 'status', status: 500 } })
    for (const { userId } of people(60)) world.fake.world.addUser({ id: userId, username: `person${userId}` })
    expect(await problemOf(replace({ change: aSettingsChange({ graders: people(60) }) }))).toMatchObject({
      code: 'upstream_unavailable',
    })
    expect(world.fake.journal.count()).toBeLessThan(12)
  })

  it("ends at the caller's deadline, for any number of graders", async () => {
    world.fake.faults.add({ path: '/api/v2/users/*', action: { kind: 'delay', delayMs: 60 } })
    const upstreamCall = { ...world.as(101), signal: AbortSignal.timeout(200) }
    expect(await problemOf(replace({ upstreamCall, change: aSettingsChange({ graders: people(60) }) }))).toMatchObject({
      code: 'upstream_unavailable',
    })
    expect(world.fake.journal.count()).toBeLessThan(30)
  })

  it('does not begin to write after the time limit or after the client has left', async () => {
    const upstreamCall = { ...world.as(101), signal: AbortSignal.abort() }
    expect(await problemOf(replace({ upstreamCall, change: aSettingsChange({ graders: [] }) }))).toMatchObject({
      code: 'upstream_unavailable',
    })
    expect((await world.settingsOf(11)).revision).toBe(1)
  })

  it('rejects a course that is no longer configured', async () => {
    expect(
      await problemOf(replace({ current: { ...current, courseId: 4711 }, change: aSettingsChange({ graders: [] }) })),
    ).toMatchObject({ code: 'not_found' })
  })
})

const world = useDemoWorld()
let current: StoredCourseSettings
beforeEach(async () => {
  current = await world.settingsOf(11)
})

const replace = (overrides: Partial<ReplaceCourseSettings> = {}): Promise<StoredCourseSettings> =>
  replaceCourseSettings(world, {
    current,
    expectedRevision: 1,
    change: aSettingsChange(),
    slug: 'immutable',
    userId: 101,
    boundary: 'public',
    operation: 'putCourseSettings',
    upstreamCall: world.as(101),
    ...overrides,
  })

const people = (count: number): Grader[] =>
  Array.from({ length: count }, (_, index) => ({ userId: 7001 + index, languages: ['fi'] }))
