import { describe, expect } from 'vitest'
import { erasePerson } from './erase-person.ts'
import { openGrading, testIn } from '../testing/a-delivery.ts'
import { raceRounds } from '../testing/full-run.ts'

const it = testIn(openWorld)

describe('erasing a person while an assessment of theirs is completed', () => {
  it('leaves no text of a result without submitters, and no grade to be sent', async ({ world }) => {
    const outcomes = new Set<string>()
    for (let round = 0; round < raceRounds || (outcomes.size < 3 && round < 100); round += 1) {
      const userId = nextUserId()
      const submissionId = await world.registered({ submitterIds: [userId] })
      const both =
        round % 2 === 0
          ? ([world.erase(userId), world.complete(submissionId, round)] as const)
          : ([world.complete(submissionId, round), world.erase(userId)] as const)
      for (const outcome of await Promise.all(both)) outcomes.add(outcome)
    }
    expect(await world.withoutSubmitters()).toBe(0)
    // Each of the two must have been first in some rounds, or the rounds would show nothing.
    expect([...outcomes]).toEqual(expect.arrayContaining(['erased', 'completed', 'no_submitter']))
  })
})

async function openWorld() {
  const grading = await openGrading()
  const { frontend, courseId, owner } = grading
  const erase = async (userId: number) =>
    (await frontend.transaction((tx) => erasePerson(tx, { courseId, userId, byUserId: 101 }))).outcome
  /** Completes the assessment, in some rounds with a held and in others with a pending delivery. */
  const complete = async (submissionId: number, round = 0) =>
    (await grading.tryToComplete(submissionId, round % 3 === 0 ? 'pending' : 'held')).outcome
  /** The number of results that have a text, stand, or have a grade to be sent, although their submission has no submitter. */
  const withoutSubmitters = async () =>
    (
      await owner.query(`
  SELECT submission_id FROM completed_result
  WHERE NOT EXISTS (SELECT FROM submission_submitter WHERE submission_submitter.submission_id = completed_result.submission_id)
    AND (feedback_html <> '' OR payload::text <> '{}' OR withdrawn_at IS NULL
      OR EXISTS (SELECT FROM delivery WHERE result_id = completed_result.id AND state NOT IN ('delivered', 'cancelled')))`)
    ).rowCount
  return { ...grading, erase, complete, withoutSubmitters }
}

let lastUserId = 900
const nextUserId = () => (lastUserId += 1)
