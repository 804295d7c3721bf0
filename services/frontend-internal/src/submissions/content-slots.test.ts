import { describe, expect } from 'vitest'
import { startWithSnapshot } from './submissions.fixture.ts'
import { itOn } from '../service-test.fixture.ts'

const it = itOn(() => startWithSnapshot())

describe('contents that students and staff read at the same time', () => {
  it('leave slots to staff while thirty students open their work and A+ is slow', async ({ service, teacher }) => {
    const sessions = await Promise.all(essays.map((_essay, at) => service.signIn(201 + at)))
    service.upstream.journal.clear()
    service.upstream.faults.add({ path: '/api/v2/submissions/*', action: { kind: 'delay', delayMs: 3_000 } })
    const leaving = new AbortController()
    const reading = essays.map((id, at) =>
      service.request('GET', `/submissions/${id}/content`, { session: sessions[at] ?? '', signal: leaving.signal }),
    )
    await service.upstream.journal.waitForCount({ operation: 'readSubmission' }, 2, 60_000)
    await expect(service.get('/submissions/3001/content', teacher)).toBeReply(200)
    leaving.abort()
    await Promise.allSettled(reading)
  })
})

/** The essays of students 201 to 230; those with the numbers 9 and 10 are of groups. */
const essays = Array.from({ length: 30 }, (_, at) => 3001 + at + (at === 8 || at === 9 ? 30 : 0))
