import { afterAll, describe, expect, it } from 'vitest'
import { configureCourse } from '../testing/open-settings.ts'
import { findRubric, findRubricCourse, insertRubric, listRubrics } from './rubric-queries.ts'
import { rubricIsInUse } from './rubric-exercises.ts'
import { documentText, openRubrics } from './rubrics.fixture.ts'

const rubrics = await openRubrics()
const { database, courseId } = rubrics
afterAll(() => rubrics.close())

const nowhere = '019ea3f2-7000-7a10-8c2d-000000000000'

describe('insertRubric', () => {
  it('stores a draft at revision 1, byte for byte', async () => {
    const draft = '{ "title": {"en":"One" }, "maxPoints":10.0 }'
    const stored = await insertRubric(database, { courseId, draft })
    expect(stored).toMatchObject({
      courseId,
      state: 'draft',
      revision: 1,
      title: { en: 'One' },
      latestVersion: null,
      latestWording: null,
      exerciseIds: [],
      draft,
      latest: null,
    })
    expect(stored.createdAt).toBe(stored.updatedAt)
    expect(await findRubric(database, stored.rubricId)).toEqual(stored)
  })
})

describe('findRubric', () => {
  it('shows the draft and the latest version, and the title of the latter', async () => {
    const rubricId = await rubrics.edited()
    expect(await findRubric(database, rubricId)).toMatchObject({
      state: 'published',
      revision: 3,
      title: { en: 'One' },
      latestVersion: 1,
      latestWording: 1,
      draft: documentText('Two'),
      latest: documentText('One'),
    })
    expect(await findRubricCourse(database, rubricId)).toBe(courseId)
  })

  it('is null where there is none', async () => {
    expect([await findRubric(database, nowhere), await findRubricCourse(database, nowhere)]).toEqual([null, null])
  })
})

describe('listRubrics', () => {
  it('shows those of one course, the newest first, page by page and state by state', async () => {
    const other = await configureCourse(database)
    const made: string[] = []
    for (const title of ['One', 'Two', 'Three'])
      made.push((await insertRubric(database, { courseId: other, draft: documentText(title) })).rubricId)
    await rubrics.publish(made[1]!, 1)
    const query = { courseId: other, state: null, before: null, limit: 50 }
    const ids = async (change: object) =>
      (await listRubrics(database, { ...query, ...change })).map(({ rubricId }) => rubricId)
    const newestFirst = made.toSorted().toReversed()
    expect(await ids({})).toEqual(newestFirst)
    expect(await ids({ limit: 2 })).toEqual(newestFirst.slice(0, 2))
    expect(await ids({ before: newestFirst[1] })).toEqual(newestFirst.slice(2))
    expect(await ids({ state: 'published' })).toEqual([made[1]])
    expect(await ids({ state: 'archived' })).toEqual([])
    expect((await listRubrics(database, query))[0]).not.toHaveProperty('draft')
  })
})

describe('rubricIsInUse', () => {
  it('is false while no exercise can name a rubric', async () => {
    expect(await rubricIsInUse(database, await rubrics.published())).toBe(false)
  })
})
