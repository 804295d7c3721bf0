import { afterEach, describe, expect, it, vi } from 'vitest'
import { ask, post } from './ask.ts'
import { createCalls } from './calls.ts'

const ids = { userId: 7, assessmentId: 'A', feedbackId: 'F', courseId: 11, exerciseId: 1103, submissionId: 9101 }
afterEach(() => void vi.unstubAllGlobals())

describe('a call of the script', () => {
  it.each<
    [call: string, calling: (calls: ReturnType<typeof createCalls>) => Promise<unknown>, path: string, body?: object]
  >([
    [
      'a judgement',
      (to) => to.saveJudgement(ids, 3, { privateNote: 'N' }),
      '/grade/A/judgement',
      { base: 3, patch: { privateNote: 'N' } },
    ],
    [
      'a text',
      (to) => to.saveWording(ids, 3, { body: 'B' }),
      '/grade/A/wording',
      { base: 3, patch: { body: 'B' }, feedbackId: 'F' },
    ],
    ['what stands', (to) => to.standing(ids), '/grade/A/standing?feedback=F'],
    ['a completion', (to) => to.complete(ids, 3), '/grade/A/complete', { revision: 3 }],
    ['refused saves', (to) => to.parked(ids), '/grade/A/parked?feedback=F'],
    ['the claim', (to) => to.keepClaim(ids), '/grade/A/claim', {}],
    ['leaving', (to) => to.leave(ids, 'postpone', 'Later'), '/grade/A/leave', { how: 'postpone', note: 'Later' }],
    [
      'snippets',
      (to) => to.snippets(ids, { q: 'a b', language: 'fi' }),
      '/courses/11/exercises/1103/snippets?q=a+b&language=fi',
    ],
    ['a preview', (to) => to.preview(ids, 'T'), '/courses/11/preview', { text: 'T', feedbackId: 'F' }],
    ['the submission', (to) => to.more(ids), '/submissions/9101/more?assessment=A&feedback=F'],
  ])('about %s says what it is about, and for whom', async (_call, calling, path, body) => {
    const sent = answering(200, {})
    await calling(createCalls())
    expect(sent).toMatchObject([{ path, headers: { 'X-Person': '7' } }])
    expect(sent[0]?.body && JSON.parse(sent[0].body)).toEqual(body)
  })

  it.each([
    ['a', 59_000, true],
    ['a', 60_000, false],
    ['ä', 29_000, true],
    ['ä', 31_000, false],
    ['\u{1f600}', 15_100, false],
  ])('of %s, %i times, outlives its page: %s, by its bytes', async (character, times, outlives) => {
    const sent = answering(200, {})
    await post(ids, '/x', { text: character.repeat(times) })
    expect(sent[0]?.keepalive).toBe(outlives)
  })

  it.each([
    [200, {}, { kind: 'ok', value: {} }],
    [401, { code: 'session_expired' }, { kind: 'signed-out' }],
    [409, { code: 'other_person' }, { kind: 'other-person' }],
    [412, { code: 'revision_conflict' }, { kind: 'stale' }],
    [409, { code: 'merge_conflict' }, { kind: 'stale' }],
    [409, { code: 'claim_lost' }, { kind: 'lost' }],
    [409, { code: 'not_in_state' }, { kind: 'lost' }],
    [403, { code: 'forbidden' }, { kind: 'lost' }],
    [404, { code: 'not_found' }, { kind: 'lost' }],
    [
      400,
      { code: 'validation_failed', fieldErrors: [{ path: '$', code: 'x' }] },
      { kind: 'refused', issues: [{ path: '$', code: 'x' }] },
    ],
    [409, { code: 'incomplete' }, { kind: 'refused', issues: [] }],
    [429, { code: 'rate_limited' }, { kind: 'away' }],
    [409, { code: 'delivery_pending' }, { kind: 'away' }],
    [503, null, { kind: 'away' }],
  ])('that is answered with %i %j is %j', async (status, body, answer) => {
    answering(status, body)
    expect(await ask(ids, '/x')).toEqual(answer)
  })
})

/** What is sent from now on, each answered so; null is no JSON. */
function answering(status: number, body: object | null) {
  const sent: { path: string; headers: object; body?: string; keepalive?: boolean }[] = []
  vi.stubGlobal('fetch', async (path: string, init: Omit<(typeof sent)[number], 'path'>) => {
    sent.push({ path, ...init })
    return new Response(body === null ? '<p>' : JSON.stringify(body), { status })
  })
  return sent
}
