import { describe, expect } from 'vitest'
import { aHead, aModule, aStudent, refresh } from '../testing/a-reading.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { aTag } from '../testing/settings-document.ts'
import { findSnapshot } from './find-snapshot.ts'
import { openSnapshots } from '../testing/open-snapshots.ts'
import { testIn } from '../testing/test-in.ts'

const it = testIn(openSnapshots)

describe("replaceSnapshot with an assistant's reading", () => {
  it('keeps the tags and the hidden modules with their exercises', async ({ world }) => {
    const courseId = await configureCourse(world.database)
    await refresh(world.database, courseId, {
      modules: [aModule(1, [11]), aModule(2, [21], { hidden: true })],
      tags: [aTag('x')],
    })
    const changes = await refresh(world.database, courseId, {
      seenBy: 'assistant',
      modules: [aModule(1, [11, 12])],
      tags: null,
    })
    expect(changes.exercises).toEqual({ added: 1, removed: 0, renamed: 0 })
    expect(await world.exercisesSeen(courseId, true)).toEqual([
      [1, 11, 12],
      [2, 21],
    ])
    expect(await world.exercisesSeen(courseId, false)).toEqual([[1, 11, 12]])
    expect((await findSnapshot(world.database, courseId, { staff: true }))?.tags).toEqual([aTag('x')])
  })

  it("hides a module that is no longer shown, until a teacher's reading shows that it is gone", async ({ world }) => {
    const courseId = await configureCourse(world.database)
    await refresh(world.database, courseId, { modules: [aModule(1, [11]), aModule(2, [21])] })
    await refresh(world.database, courseId, { seenBy: 'assistant', modules: [aModule(1, [11])], tags: null })
    expect(await world.exercisesSeen(courseId, true)).toEqual([
      [1, 11],
      [2, 21],
    ])
    expect(await world.exercisesSeen(courseId, false)).toEqual([[1, 11]])
    const changes = await refresh(world.database, courseId, { modules: [aModule(1, [11])] })
    expect(changes.exercises).toEqual({ added: 0, removed: 1, renamed: 0 })
    expect(await world.exercisesSeen(courseId, true)).toEqual([[1, 11]])
  })

  it('moves an exercise out of a kept module, and removes an exercise that a shown module lacks', async ({ world }) => {
    const courseId = await configureCourse(world.database)
    await refresh(world.database, courseId, { modules: [aModule(1, [11, 12]), aModule(2, [21, 22], { hidden: true })] })
    await refresh(world.database, courseId, { seenBy: 'assistant', modules: [aModule(1, [11, 21])], tags: null })
    expect(await world.exercisesSeen(courseId, true)).toEqual([
      [1, 11, 21],
      [2, 22],
    ])
  })

  it('keeps the submissions of an exercise if the reading has none of them', async ({ world }) => {
    const courseId = await configureCourse(world.database, { manualGradingExercises: [9005] })
    const students = [aStudent(1)]
    await refresh(world.database, courseId, { students, submissions: [{ exerciseId: 9005, heads: [aHead(1, [1])] }] })
    const empty = [{ exerciseId: 9005, heads: [] }]
    await refresh(world.database, courseId, { seenBy: 'assistant', tags: null, students, submissions: empty })
    expect(await world.submissionsOf(courseId, 1)).toEqual([1])
    await refresh(world.database, courseId, { students, submissions: empty })
    expect(await world.submissionsOf(courseId, 1)).toEqual([])
  })

  it('has the tags of the settings until a teacher has read them', async ({ world }) => {
    const courseId = await configureCourse(world.database)
    await refresh(world.database, courseId, { seenBy: 'assistant', tags: null })
    expect((await findSnapshot(world.database, courseId, { staff: true }))?.tags).toEqual([aTag('a'), aTag('b')])
  })
})
