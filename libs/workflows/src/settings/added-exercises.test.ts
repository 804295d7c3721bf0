import { aSettingsChange } from '@course-grading/test-kit'
import { createUpstream } from '@course-grading/upstream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { patientCalls, problemOf, useDemoWorld } from '../demo-world.fixture.ts'
import { replaceCourseSettings } from './replace-course-settings.ts'

describe('manual-grading exercises that a write adds', () => {
  it('are accepted if they belong to the course, with one call for any number of them', async () => {
    await put([1102, 1104, 1103, 1101])
    expect(asked()).toEqual([list])
    expect(await world.documentOf(11)).toMatchObject({ revision: 2, manualGradingExercises: [1101, 1102, 1103, 1104] })
  })

  it('cause a call to the platform only if there are any', async () => {
    await put([1104])
    await put([])
    expect(asked()).toEqual([])
  })

  it('are rejected at their paths if they belong to another course, are chapters or do not exist', async () => {
    expect(await problemOf(put([1103, 1201, 1101, 1110, 4711]))).toEqual({
      code: 'validation_failed',
      issues: [1, 3, 4].map((index) => `$.manualGradingExercises[${index}] invalid_value`),
    })
    expect(asked().toSorted()).toEqual([list, ...[1110, 1201, 4711].map((id) => `/api/v2/exercises/${id}`)])
    expect((await world.settingsOf(11)).revision).toBe(1)
  })

  it('are looked up one by one if an older A+ leaves hidden modules out of the list', async () => {
    world.fake.world.addExercise({ id: 1107, moduleId: 56 })
    world.fake.world.features.teachersListHiddenModules = false
    await put([1103, 1107])
    expect(asked()).toEqual([list, '/api/v2/exercises/1107'])
    expect(await world.documentOf(11)).toMatchObject({ manualGradingExercises: [1103, 1107] })
  })

  it('are not checked again if the course already has them, even if the platform has deleted them', async () => {
    world.fake.world.exercises.delete(1104)
    expect(await put([1104])).toMatchObject({ revision: 2 })
  })

  it('are looked up four at a time, at most fifty', async () => {
    for (const id of range(5001, 50)) world.fake.world.addExercise({ id, moduleId: 56 })
    world.fake.world.features.teachersListHiddenModules = false
    world.fake.faults.add({ path: '/api/v2/exercises/*', action: { kind: 'delay', delayMs: 30 } })
    // The client itself allows many more calls at a time.
    const upstream = createUpstream({ baseUrl: world.fake.url, ...patientCalls, concurrency: 32 })
    onTestFinished(() => upstream.close())
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(
        most,
        world.fake.journal.count(({ outcome }) => outcome === null),
      )
    }, 1)
    await put(range(5001, 50), 'programming-1', { ...world, upstream }).finally(() => {
      clearInterval(watch)
    })
    expect(most).toBe(4)
    expect(asked()).toHaveLength(51)
    await put([])
    world.fake.journal.clear()
    const problem = await problemOf(put(range(5001, 51)))
    expect([problem.code, problem.issues.length, problem.issues.at(-1)]).toEqual([
      'validation_failed',
      51,
      '$.manualGradingExercises[50] invalid_value',
    ])
    expect(asked()).toEqual([list])
  })

  it.each([
    ['its list', list],
    ['an exercise', '/api/v2/exercises/1201'],
  ])('are not written if the platform fails to return %s', async (_what, path) => {
    world.fake.faults.add({ path, action: { kind: 'status', status: 500 } })
    expect(await problemOf(put([1201]))).toEqual({ code: 'upstream_unavailable', issues: [] })
    expect((await world.settingsOf(11)).revision).toBe(1)
  })

  it('are no longer looked up after one look-up failed', async () => {
    world.fake.faults.add({ path: '/api/v2/exercises/5001', action: { kind: 'status', status: 500 } })
    await problemOf(put(range(5001, 50)))
    expect(asked().length).toBeLessThan(14)
  })

  it('are rejected as a conflict, without a call to the platform, if another course holds one of them', async () => {
    expect(await problemOf(put([1201, 1301]))).toEqual({
      code: 'manual_grading_exercise_conflict',
      issues: ['$.manualGradingExercises conflict'],
    })
    expect(asked()).toEqual([])
  })

  it('are looked up after the slug was checked', async () => {
    expect(await problemOf(put([1201], 'data-structures'))).toEqual({ code: 'slug_taken', issues: ['$.slug conflict'] })
    expect(asked()).toEqual([])
  })
})

const world = useDemoWorld()
/** In the order of the request. */
const put = async (manualGradingExercises: readonly number[], slug = 'programming-1', deps = world) => {
  const current = await world.settingsOf(11)
  return await replaceCourseSettings(deps, {
    current,
    expectedRevision: current.revision,
    change: aSettingsChange({ slug, manualGradingExercises: [...manualGradingExercises], graders: [] }),
    slug: 'may_change',
    userId: 101,
    boundary: 'frontend',
    operation: 'putCourseSettings',
    upstreamCall: world.as(101),
  })
}
const range = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first + index)
const asked = (): string[] => world.fake.journal.entries.map(({ path }) => path)
const list = '/api/v2/courses/11/exercises'
