import { assessEssays, fillDemoCourse } from '@course-grading/starter'
import { createFrontendTransport, FrontendTransportError } from '@course-grading/frontend-transport'
import { describe, expect } from 'vitest'
import { startCuttingProxy } from './cutting-proxy.ts'
import { frontendSecret } from '../frontend-client.ts'
import { asPerson, signInTo } from './frontend-story-calls.ts'
import { registerEssays } from '../register-essays.ts'
import { it as onServices } from '../system-test.ts'
import type { SystemWorld } from '../world.ts'

const signal = AbortSignal.timeout(300_000)
const secret = frontendSecret

const it = onServices
  /** The demo course after starts that each broke off at their next write, and one that came to the end. */
  .extend('broken', { scope: 'file' }, async ({ world }, { onCleanup }) => {
    await registerEssays(world, [3031, 3032, 3033, 3036])
    // A process of its own, because so many starts use up the sign-ins that a person has in one.
    const frontend = await world.start('frontend-internal')
    await fillDemoCourse({ simulatorUrl: world.upstream.url, frontendUrl: frontend.url, secret, signal })
    const proxy = await startCuttingProxy(frontend.url)
    onCleanup(() => proxy.close())
    const outcomes: unknown[] = []
    do outcomes.push(await outcomeOf(assessEssays({ frontendUrl: proxy.url, secret, signal })))
    while (outcomes.at(-1) === 'unreachable')
    return { outcomes, writes: proxy.lost.size }
  })
  .extend('as', { scope: 'file' }, async ({ frontend, broken }, { onCleanup }) => {
    expect(broken.outcomes.at(-1)).toBe('done')
    const transport = createFrontendTransport({ baseUrl: frontend.url, secret })
    onCleanup(() => transport.close())
    return async (userId: number) => asPerson(transport, (await signInTo(transport, userId)).body.sessionId)
  })

describe('the assessed essays of the demo course', { timeout: 120_000 }, () => {
  it('are made once each, however often a start breaks off', async ({ broken, world }) => {
    expect([broken.outcomes.length - 1, broken.writes]).toEqual([18, 18])
    const { rows } = await world.query(
      'SELECT event, count(*)::integer, count(DISTINCT assessment_id)::integer AS essays FROM assessment_event GROUP BY event ORDER BY event',
    )
    expect(rows).toEqual([
      { event: 'claimed', count: 4, essays: 4 },
      { event: 'completed', count: 4, essays: 4 },
      { event: 'feedback_saved', count: 4, essays: 4 },
      { event: 'released', count: 2, essays: 2 },
      { event: 'saved', count: 4, essays: 4 },
    ])
  })

  it('are two released and two held', async ({ as }) => {
    const teacher = await as(101)
    const { body } = await teacher.listSubmissions({
      params: { courseId: 11 },
      query: { exerciseId: 1103, limit: 100 },
    })
    const assessed = body.items.filter(({ assessment }) => assessment !== null)
    expect(assessed.map(({ submissionId, state, points }) => [submissionId, state, points])).toEqual([
      [3031, 'released', 18],
      [3032, 'completed', 18],
      [3033, 'released', 14],
      [3036, 'completed', 10],
    ])
  })

  it('have annotations at the lines that they are about, as the student sees them', async ({ as }) => {
    const student = await as(201)
    const [mine] = (await student.listMyFeedback()).body.items
    const { body } = await student.getMyFeedback({ params: { id: mine!.id } })
    expect(body.bodyHtml).toContain('You got 18 of 20 points')
    const { files } = (await student.getSubmissionContent({ params: { submissionId: 3031 } })).body
    const lines = files.find(({ path }) => path === 'solution.py')?.text?.split('\n') ?? []
    const ofFile = body.annotations.filter(({ anchor }) => 'path' in anchor)
    expect(ofFile.map(({ startLine }) => lines[startLine - 1]?.trim())).toEqual([
      'return dict(Counter(text.lower().split()))',
      'del counts[word]',
      'def bar(percent: float) -> str:',
    ])
    expect(body.annotations.map(({ anchor }) => anchor)).toContainEqual({ answerKey: 'answer' })
  })

  it('stay as people left them when the demo starts again', async ({ as, frontend, world }) => {
    const teacher = await as(101)
    const { rows } = await world.query<{ id: string }>('SELECT id FROM assessment WHERE submission_id = 3032')
    await teacher.reopenAssessment({ params: { id: rows[0]!.id }, body: { reason: 'The points are wrong.' } })
    const before = await eventsOf(world)
    await assessEssays({ frontendUrl: frontend.url, secret, signal })
    expect(await eventsOf(world)).toEqual(before)
  })
})

async function outcomeOf(assessing: Promise<void>): Promise<unknown> {
  try {
    await assessing
    return 'done'
  } catch (error) {
    return error instanceof FrontendTransportError ? (error.kind ?? error.code) : error
  }
}

const eventsOf = async ({ query }: SystemWorld) => (await query('SELECT * FROM assessment_event ORDER BY id')).rows
