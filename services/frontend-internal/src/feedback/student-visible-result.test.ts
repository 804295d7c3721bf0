import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { ownerQuery } from '../owner-query.fixture.ts'
import { wrongAnswer } from './visible-answers.fixture.ts'
import { playHistories } from './visible-histories.fixture.ts'
import { histories, history, type Step } from './visible-model.fixture.ts'
import { itSees, type VisibleWorld } from './visible-world.fixture.ts'

const it = itSees(20)

const released: readonly Step[] = ['save', 'complete', 'release']
const again: readonly Step[] = [...released, 'reopen', 'save', 'complete']
const play =
  (...steps: readonly Step[]) =>
  (world: VisibleWorld) =>
    playHistories(world, history(...steps))

describe('what students see', () => {
  it('is the newest release of a submission, in 4 generated histories', async ({ world }) => {
    const seed = Date.now() % 2 ** 31
    const [rounds = []] = fc.sample(histories(4), { numRuns: 1, seed })
    await playHistories(world, rounds).catch((error: unknown) => {
      throw new Error(`seed ${seed}: ${String(error)}`, { cause: error })
    })
  })

  it.for<[what: string, ...steps: Step[]]>([
    ['the result before, where the time of release comes after a release', ...again, 'releaseAt passes', 'release'],
    ['nothing until the time of release comes', 'save', 'complete', 'releaseAt is ahead', 'releaseAt passes'],
    ['the result before, until a migrated one is released', ...released, 'migrate', 'deliver', 'release'],
    ['what was withdrawn, with the next release', ...released, 'withdraw', 'reopen', 'complete', 'release'],
    ['what others of an erased group handed in', ...released, 'join', 'erase the first', 'erase the second'],
  ])('is %s', async ([_what, ...steps], { world }) => {
    await play(...steps)(world)
  })

  it('is a document about the student while it is published', ({ world }) => lookAtDocumentsAboutStudent(world))

  it.for<
    [
      clause: string,
      edits: readonly (readonly [from: RegExp, to: string])[],
      proof: (world: VisibleWorld) => Promise<unknown>,
    ]
  >([
    [
      'was released',
      [
        [/released\.released_at IS NOT NULL/, 'TRUE'],
        // Results that were never released then have a time as well.
        [/released\.released_at,/, 'coalesce(released.released_at, released.created_at) AS released_at,'],
      ],
      play(...again, 'save'),
    ],
    ['is published', [[/feedback\.state = 'published'::text/, 'TRUE']], play(...released, 'withdraw')],
    ['is the newest', [[/ROW\(newer[^)]*\) > ROW\([^)]*\)/, 'FALSE']], play(...again, 'release')],
    ['is older than what is no release', [[/newer\.released_at IS NOT NULL/, 'TRUE']], play(...again)],
    ['is of a course that is shown', [[/NOT course_snapshot\.visible/, 'FALSE']], play(...released, 'hide course')],
    ['is of a module that is shown', [[/snapshot_module\.hidden/, 'FALSE']], play(...released, 'hide module')],
    [
      'has the points that were frozen',
      [
        [
          /released\.points/,
          '(SELECT assessment.points FROM assessment WHERE assessment.id = released.assessment_id) AS points',
        ],
      ],
      play(...released, 'reopen', 'save'),
    ],
    [
      'has the text that was frozen',
      [
        [
          /released\.student_text/,
          `json_build_object('language', 'en', 'bodyHtml', feedback.body, 'annotations', json_build_array(),
            'result', released.student_text -> 'result')`,
        ],
      ],
      play(...released, 'reopen', 'save'),
    ],
    [
      'is published, about a student',
      [[/(?<=user_id IS NOT NULL[^]*)feedback\.state = 'published'::text/, 'TRUE']],
      lookAtDocumentsAboutStudent,
    ],
    [
      'is about a student of a course that is shown',
      [[/NOT course_snapshot\.visible(?![^]*NOT course_snapshot\.visible)/, 'FALSE']],
      lookAtDocumentsAboutStudent,
    ],
  ])('would be noticed to differ without the check whether it %s', async ([_clause, edits, proof], { world }) => {
    const view = 'student_visible_result'
    const { service } = world
    const [row] = await ownerQuery(service, `SELECT pg_get_viewdef('${view}') AS text`)
    const text = String(row?.['text'])
    let broken = text
    for (const [from, to] of edits) {
      expect(broken).toMatch(from)
      broken = broken.replace(from, to)
    }
    await ownerQuery(service, `CREATE OR REPLACE VIEW ${view} AS ${broken}`)
    try {
      await expect(proof(world)).rejects.toThrow(wrongAnswer)
    } finally {
      await ownerQuery(service, `CREATE OR REPLACE VIEW ${view} AS ${text}`)
    }
  })
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
