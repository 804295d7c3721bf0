import { describe, expect, it, vi } from 'vitest'
import type { NamedFields } from '../grading/field-names.ts'
import type { SaveCalls } from '../grading/save-calls.ts'
import { StandInCalls } from '../grading/stand-in-calls.fixture.ts'
import { sendLeft } from './send-left.ts'

describe('text that a closed tab left', () => {
  it('is saved into both documents, with the ids that it was typed under', async () => {
    const calls = new StandInCalls(1)
    expect(await outcomeOf(left({ body: 'mine', privateNote: 'a note' }), calls)).toBe('sent')
    expect(calls.of({ assessmentId })).toMatchObject({
      wording: { body: 'mine' },
      judgement: { privateNote: 'a note' },
    })
  })

  it('is based on the revision of each document', async () => {
    const calls = new StandInCalls(1)
    Object.assign(calls.of({ assessmentId }), { revision: 7, wording: { body: '', revision: 4 } })
    const [judgement, wording] = [vi.spyOn(calls, 'saveJudgement'), vi.spyOn(calls, 'saveWording')]
    await outcomeOf(left({ body: 'mine', privateNote: 'a note' }), calls)
    expect([judgement, wording].map(({ mock }) => mock.calls.map(([, base]) => base))).toEqual([[7], [4]])
  })

  it('is not sent where it had arrived as the tab closed', async () => {
    const calls = new StandInCalls(1)
    calls.of({ assessmentId }).wording.body = 'mine'
    expect(await outcomeOf(left({ body: 'mine' }), calls)).toBe('sent')
    expect(calls.log).toEqual(['standing 1'])
  })

  it('stays with what both changed, and the rest of it is saved', async () => {
    const calls = new StandInCalls(1)
    calls.of({ assessmentId }).wording.body = 'theirs'
    expect(await outcomeOf(left({ body: 'mine', privateNote: 'a note' }), calls)).toBe('conflict')
    expect(calls.of({ assessmentId })).toMatchObject({
      wording: { body: 'theirs' },
      judgement: { privateNote: 'a note' },
    })
  })

  it('stays where half of an adjustment cannot be saved', async () => {
    const calls = new StandInCalls(1)
    expect(await outcomeOf(left({ body: 'mine', 'adjustment/reason': 'late' }), calls)).toBe('unfinished')
    expect(calls.of({ assessmentId }).wording.body).toBe('mine')
  })

  it('stays where the person may no longer write', async () => {
    const calls = new StandInCalls(1)
    calls.of({ assessmentId }).isCompleted = true
    expect(await outcomeOf(left({ body: 'mine' }), calls)).toBe('lost')
    expect(calls.log).toEqual(['standing 1'])
  })

  it('waits for another page where nobody answers', async () => {
    const calls = new StandInCalls(1)
    calls.fault = () => 'before'
    expect(await outcomeOf(left({ body: 'mine' }), calls)).toBe('later')
  })

  it.each([
    ['refused', 'unfinished'],
    ['lost', 'lost'],
    ['signed-out', 'later'],
    ['other-person', 'later'],
    ['stale', 'conflict'],
  ] as const)('whose save is %s has come to: %s', async (kind, outcome) => {
    expect(
      await outcomeOf(
        left({ body: 'mine' }),
        answering(async () => ({ kind, issues: [] })),
      ),
    ).toBe(outcome)
  })

  it('is sent where the save of the closing tab came in between', async () => {
    const calls = new StandInCalls(1)
    const saveWording = async () => {
      calls.of({ assessmentId }).wording.body = 'mine'
      return { kind: 'stale' } as const
    }
    expect(await outcomeOf(left({ body: 'mine' }), answering(saveWording, calls))).toBe('sent')
  })

  it('stays where the text of a saved annotation was emptied, and the rest of it is saved', async () => {
    const place = JSON.stringify({ anchor: { answerKey: 'answer' }, startLine: 1, endLine: 1 })
    const saved = { 'annotations/a1/place': place, 'annotations/a1/kind': 'note', 'annotations/a1/body': 'Why?' }
    const { 'annotations/a1/body': _, ...emptied } = saved
    const calls = new StandInCalls(1)
    const { standing } = calls
    calls.standing = async (ids) => {
      const answer = await standing(ids)
      if (answer.kind !== 'ok') return answer
      return { ...answer, value: { ...answer.value, wording: { revision: 1, fields: saved } } }
    }
    const kept = { ...left({ ...emptied, body: 'mine' }), base: saved }
    expect(await outcomeOf(kept, calls)).toBe('unfinished')
    expect(calls.of({ assessmentId }).wording.body).toBe('mine')
  })

  it('forgets an annotation that was begun without a word', async () => {
    const place = JSON.stringify({ anchor: { answerKey: 'answer' }, startLine: 1, endLine: 1 })
    const begun = { 'annotations/a1/place': place, 'annotations/a1/kind': 'note' }
    expect(await outcomeOf(left(begun), new StandInCalls(1))).toBe('sent')
  })
})

const assessmentId = 'assessment-1'

const outcomeOf = async (...sent: Parameters<typeof sendLeft>) => (await sendLeft(...sent)).outcome

const left = (mine: NamedFields) => ({
  userId: 101,
  assessmentId,
  feedbackId: 'feedback-1',
  revisions: { judgement: 1, wording: 1 },
  base: {},
  mine,
  keptAt: 0,
})

function answering(saveWording: SaveCalls['saveWording'], calls: SaveCalls = new StandInCalls(1)): SaveCalls {
  return { saveJudgement: calls.saveJudgement, standing: calls.standing, saveWording }
}
