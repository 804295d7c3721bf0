import { describe, expect } from 'vitest'
import { wrongAnswer } from './visible-answers.fixture.ts'
import { playHistories } from './visible-histories.fixture.ts'
import { history, type Step } from './visible-model.fixture.ts'
import { itSees, type VisibleWorld } from './visible-world.fixture.ts'

describe('what students see', () => {
  it.for<[what: string, ...steps: Step[]]>([
    ['the result before, where the time of release comes after a release', ...again, 'releaseAt passes', 'release'],
    ['nothing until the time of release comes', 'save', 'complete', 'releaseAt is ahead', 'releaseAt passes'],
    ['the result before, until a migrated one is released', ...released, 'migrate', 'deliver', 'release'],
    ['what was withdrawn, with the next release', ...released, 'withdraw', 'reopen', 'complete', 'release'],
    [
      'the result before, with points and text as they were frozen, until what was saved since is released',
      ...again,
      'save',
    ],
    ['the newer one of two releases', ...again, 'release'],
    ['nothing once it is withdrawn', ...released, 'withdraw'],
    ['nothing while the course is hidden', ...released, 'hide course'],
    ['nothing while the module is hidden', ...released, 'hide module'],
    ['nothing to whoever is taken out, and what was released to whoever comes in', ...released, 'leave', 'join'],
    ['what others of an erased group handed in', ...released, 'join', 'erase the first', 'erase the second'],
  ])('is %s', async ([_what, ...steps], { world }) => {
    await play(...steps)(world)
  })

  it('is a document about the student while it is published', ({ world }) => lookAtDocumentsAboutStudent(world))
})

/** Documents about a student: one that was published and withdrawn, and one that never was. */
async function lookAtDocumentsAboutStudent({ service, client }: VisibleWorld): Promise<void> {
  const [own, other] = [await service.signIn(221), await service.signIn(222)]
  const expectSeen = async (id: string, session: string, status: number): Promise<void> => {
    expect((await client.get(`/my/feedback/${id}`, session)).status, wrongAnswer).toBe(status)
  }
  const id = await client.ofStudent({ userId: 221, state: 'published' })
  await expectSeen(id, other, 404)
  await expectSeen(id, own, 200)
  await service.sql`UPDATE course_snapshot SET visible = FALSE WHERE course_id = 11`
  try {
    await expectSeen(id, own, 404)
  } finally {
    await service.sql`UPDATE course_snapshot SET visible = TRUE WHERE course_id = 11`
  }
  await client.step(id, 'withdraw')
  await expectSeen(id, own, 404)
  await expectSeen(await client.ofStudent({ userId: 221 }), own, 404)
}

const it = itSees(11)

const released: readonly Step[] = ['save', 'complete', 'release']
const again: readonly Step[] = [...released, 'reopen', 'save', 'complete']
/** What is shown before the last three steps is compared by another history, or a generated one. */
const play =
  (...steps: readonly Step[]) =>
  (world: VisibleWorld) =>
    playHistories(world, history(...steps), steps.length - 3)
