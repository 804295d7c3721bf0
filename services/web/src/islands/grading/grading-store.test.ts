import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { judge, open, type OpenedGrading, pass, type } from './grading-store.fixture.ts'
import { typedBefore } from './grading-store.ts'
import { fromNames, readTyped, toNames } from './read-fields.ts'
import { startNumber } from './stand-in-calls.fixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a grading page', () => {
  it('completes once however often the button is pressed, and goes on to the next', async () => {
    const { grading, calls } = open()
    judge(grading)
    void grading.complete()
    void grading.complete()
    await vi.advanceTimersByTimeAsync(1_000)
    void grading.complete()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(calls.log.filter((call) => call.startsWith('complete'))).toEqual(['complete 1'])
    expect(grading.state()).toMatchObject({
      start: { assessment: { id: 'assessment-2' } },
      completed: { who: 'Student 1', points: 1 },
      stop: 'gaps',
    })
  })

  it('has saved nothing of the next one yet', async () => {
    const { grading } = open()
    judge(grading)
    await pass(grading.complete())
    expect([grading.state().start.assessment.id, grading.state().savedAt]).toEqual(['assessment-2', null])
  })

  it('sends nothing while something is missing, and says what', async () => {
    const { grading, calls } = open()
    await grading.complete()
    expect([calls.log, grading.state().stop, grading.state().issues.length]).toEqual([[], 'gaps', 2])
  })

  it('drops what is typed between Complete and the next', async () => {
    const { grading, calls } = open()
    calls.delayMs = () => 1_000
    judge(grading)
    void grading.complete()
    type(grading, { body: 'too late' })
    await vi.advanceTimersByTimeAsync(60_000)
    type(grading, { body: 'in time' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect([...calls.documents].map(([id, { wording }]) => [id, wording.body])).toEqual([
      ['assessment-1', ''],
      ['assessment-2', 'in time'],
    ])
  })

  it.each([
    ['completing', ({ grading }: OpenedGrading) => grading.complete()],
    ['postpone', ({ grading }: OpenedGrading) => grading.leave('postpone', 'Later')],
    ['handBack', ({ grading }: OpenedGrading) => grading.leave('handBack', '')],
  ])('says from the press on that a step is under way: %s', (phase, press) => {
    const opened = open()
    judge(opened.grading)
    void press(opened)
    expect(opened.grading.state().phase).toBe(phase)
  })

  it('goes on after a completion that was not answered but done', async () => {
    const { grading, calls } = open()
    judge(grading)
    await pass(grading.saveNow())
    calls.fault = () => (calls.log.at(-1)?.startsWith('complete') ? 'after' : null)
    await pass(grading.complete())
    expect([grading.state().start.assessment.id, grading.state().stop]).toEqual(['assessment-2', null])
  })

  it('goes on in silence after a save of the feedback that was done but not answered', async () => {
    const { grading, calls } = open()
    judge(grading)
    await pass(grading.saveNow())
    calls.fault = () => (calls.log.at(-1)?.startsWith('wording') ? 'after' : null)
    type(grading, { body: 'typed' })
    await vi.advanceTimersByTimeAsync(20_000)
    await pass(grading.complete())
    expect([grading.state().start.assessment.id, grading.state().stop]).toEqual(['assessment-2', null])
  })

  it('shows what somebody else changed before it is completed', async () => {
    const { grading, calls } = open()
    judge(grading)
    await pass(grading.saveNow())
    const document = calls.of({ assessmentId: 'assessment-1' })
    Object.assign(document, { revision: 9, judgement: { ...document.judgement, privateNote: 'by another' } })
    await pass(grading.complete())
    expect(grading.state()).toMatchObject({ stop: 'changed', fields: { note: 'by another' } })
  })

  it('stays where it is after a completion that was not done, and does it at the next press', async () => {
    const { grading, calls } = open()
    judge(grading)
    await pass(grading.saveNow())
    calls.fault = () => (calls.log.at(-1)?.startsWith('complete') ? 'before' : null)
    await pass(grading.complete())
    expect([grading.state().start.assessment.id, grading.state().stop]).toEqual(['assessment-1', 'not-completed'])
    calls.fault = () => null
    await pass(grading.complete())
    expect(grading.state().start.assessment.id).toBe('assessment-2')
  })

  it('takes in nothing more while nobody knows whether it was completed', async () => {
    const { grading, calls } = open()
    judge(grading)
    await pass(grading.saveNow())
    calls.fault = () => 'after'
    await pass(grading.complete())
    type(grading, { body: 'too late' })
    expect([grading.state().phase, grading.state().fields.body]).toEqual(['unsure', ''])
    calls.fault = () => null
    await pass(grading.complete())
    expect(grading.state().start.assessment.id).toBe('assessment-2')
  })

  it('repeats only what failed where the next one did not come', async () => {
    const { grading, calls } = open()
    judge(grading)
    await pass(grading.saveNow())
    calls.fault = () => (calls.log.at(-1)?.startsWith('next') ? 'before' : null)
    await pass(grading.complete())
    expect([grading.state().phase, grading.state().stop]).toEqual(['between', 'no-next'])
    calls.fault = () => null
    await pass(grading.complete())
    expect(calls.log.filter((call) => /complete|next/.test(call))).toEqual(['complete 1', ...Array(3).fill('next 1')])
  })

  it('leads to the queue after the last', async () => {
    const { grading, went } = open(1)
    judge(grading)
    await pass(grading.complete())
    expect([went, grading.state().phase]).toEqual([['/queue?notice=nothing_left'], 'left'])
  })

  it.each(['postpone', 'handBack'] as const)('saves before it is left by %s', async (how) => {
    const { grading, calls, went } = open()
    type(grading, { body: 'half a text' })
    await pass(grading.leave(how, 'later'))
    expect([calls.log, went]).toEqual([['wording 1', `${how} 1`], [`/queue?done=${how}`]])
  })

  it('keeps in the browser what the server does not have, and forgets it then', async () => {
    const { grading, keeper, calls } = open()
    calls.fault = () => 'before'
    type(grading, { body: 'not lost' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(keeper.works.get('assessment-1')).toMatchObject({ mine: { body: 'not lost' }, userId: 101 })
    calls.fault = () => null
    await vi.advanceTimersByTimeAsync(60_000)
    expect(keeper.works.size).toBe(0)
  })

  it('forgets what was half typed once it is completed', async () => {
    const { grading, keeper } = open()
    judge(grading)
    const place = JSON.stringify({ anchor: { answerKey: 'q1' }, startLine: 1, endLine: 1 })
    type(grading, { 'annotations/n1/place': place, 'annotations/n1/kind': 'note' })
    await pass(grading.saveNow())
    expect(keeper.works.size).toBe(1)
    await pass(grading.complete())
    expect([grading.state().start.assessment.id, keeper.works.size]).toEqual(['assessment-2', 0])
  })

  it('goes on in the next with what the browser kept of it', async () => {
    const { grading, keeper, calls } = open()
    const next = { assessmentId: 'assessment-2', base: {}, mine: { body: 'kept' } }
    judge(grading)
    await pass(grading.saveNow())
    await keeper.keep({
      ...next,
      userId: 101,
      feedbackId: '',
      revisions: { judgement: 1, wording: 1 },
      keptAt: 0,
    })
    await pass(grading.complete())
    await vi.advanceTimersByTimeAsync(5_000)
    expect([toNames(grading.state().fields), calls.of(next).wording.body]).toEqual([{ body: 'kept' }, 'kept'])
  })

  it('forgets its text where the browser is another person’s by now', async () => {
    const { grading, calls, keeper } = open()
    calls.saveWording = async () => ({ kind: 'other-person' })
    type(grading, { body: 'of the one before' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect([grading.state().save, keeper.works.size]).toEqual(['other-person', 0])
  })

  it('goes on with what was kept and with what was typed before the script came', async () => {
    const start = startNumber(1, { body: 'server', privateNote: 'server' })
    const kept = { base: { body: 'server', privateNote: 'server' }, mine: { body: 'kept', privateNote: 'server' } }
    const typed = typedBefore(start, readTyped(kept), fromNames({ body: 'server', privateNote: 'typed' }))
    expect(typed).toEqual(readTyped({ base: kept.base, mine: { body: 'kept', privateNote: 'typed' } }))
  })

  it('writes nothing where another tab of the person writes', async () => {
    const { grading, calls } = open()
    await pass(grading.becomeSecondTab())
    type(grading, { body: 'second' })
    await vi.advanceTimersByTimeAsync(20_000)
    expect([calls.log, toNames(grading.state().fields)]).toEqual([[], {}])
  })

  it('says what is unfinished before it is left, and keeps it', async () => {
    const { grading, calls, keeper } = open()
    type(grading, { 'adjustment/reason': 'Half of it' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(grading.state().save).toBe('unfinished')
    await pass(grading.leave('postpone', ''))
    expect([calls.log, grading.state().stop]).toEqual([[], 'gaps'])
    expect(keeper.works.get('assessment-1')?.mine).toEqual({ 'adjustment/reason': 'Half of it' })
  })

  it('has nothing unfinished in a number that the server writes its own way', async () => {
    const { grading } = open()
    type(grading, { 'scores/report/points': '8.50' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(grading.state().save).toBe('saved')
  })

  it.each(['scores/report/points', 'scores/quality/checks/tests', 'adjustment/points'])(
    'keeps a number that cannot be read in the browser alone, and does not go on with it: %s',
    async (path) => {
      const { grading, calls, keeper } = open()
      judge(grading)
      await pass(grading.saveNow())
      const saved = calls.log.length
      type(grading, { [path]: '1,000' })
      await pass(grading.saveNow())
      await pass(grading.complete())
      expect([calls.log.length, grading.state().save, grading.state().stop]).toEqual([saved, 'unfinished', 'gaps'])
      expect(grading.state().issues).toEqual([{ path: `$.${path.replaceAll('/', '.')}`, code: 'unreadable' }])
      expect(keeper.works.get('assessment-1')?.mine).toMatchObject({ [path]: '1,000' })
    },
  )

  it('saves the rest where the text of a saved annotation was emptied, and does not complete', async () => {
    const { grading, calls, keeper } = open()
    judge(grading)
    type(grading, { 'annotations/1a/place': '{"anchor":{"answerKey":"q1"},"startLine":1,"endLine":1}' })
    type(grading, { 'annotations/1a/body': 'Why?' })
    await pass(grading.saveNow())
    type(grading, { 'annotations/1a/body': '' })
    type(grading, { body: 'More of it.' })
    await pass(grading.saveNow())
    await pass(grading.complete())
    expect(calls.documents.get('assessment-1')?.wording.body).toBe('More of it.')
    expect(grading.state()).toMatchObject({
      save: 'unfinished',
      stop: 'gaps',
      issues: [{ path: '$.annotations["1a"].body', code: 'invalid_value' }],
    })
    expect(keeper.works.get('assessment-1')?.mine).not.toHaveProperty(['annotations/1a/body'])
  })

  it('says what does not fit of the reason for postponing', async () => {
    const { grading, calls } = open()
    const issues = [{ path: '$.note', code: 'too_long' }]
    calls.leave = async () => ({ kind: 'refused', issues })
    await pass(grading.leave('postpone', 'x'.repeat(501)))
    expect(grading.state()).toMatchObject({ stop: 'gaps', issues, note: 'x'.repeat(501) })
  })

  it('says no more what was wrong once something is changed', async () => {
    const { grading } = open()
    await grading.complete()
    type(grading, { body: 'x' })
    expect([grading.state().stop, grading.state().issues]).toEqual([null, []])
  })

  it('renews the claim by a key where little of it is left', async () => {
    const { grading, calls } = open()
    await vi.advanceTimersByTimeAsync(29 * 60_000)
    grading.wasActive()
    grading.wasActive()
    await vi.advanceTimersByTimeAsync(100)
    expect([calls.log, grading.state().minutesLeft]).toEqual([['claim 1'], 30])
  })

  it('keeps the claim while somebody is there, and no longer', async () => {
    const { grading, calls } = open()
    await pass(grading.keepClaim())
    await vi.advanceTimersByTimeAsync(31 * 60_000)
    await pass(grading.keepClaim())
    expect(calls.log).toEqual(['claim 1'])
  })
})
