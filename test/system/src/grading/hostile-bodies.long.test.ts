import { fullRun } from '@course-grading/data/testing/full-run'
import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { Operation } from '@course-grading/contracts/operation/operation'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { frontendSecret } from '../frontend-client.ts'
import { register } from '../frontend/frontend-story-grading.ts'
import { hostileBodies } from '../hostile/hostile-bodies.ts'
import type { ServiceProcess } from '../service-process.ts'
import { type Ask, it as onServices } from '../system-test.ts'
import type { SystemWorld } from '../world.ts'

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)

describe('hostile bodies', () => {
  it.for<[string, fc.Arbitrary<object>]>([
    ['a rubric', fc.constant(document)],
    ['scores that are tried', fc.constant(previewScores.example.body)],
    [
      'scores of an assessment',
      fc.constantFrom(patchAssessment.example.body, { scores: previewScores.example.body.scores }),
    ],
    ['feedback', fc.constant(patchFeedback.example.body)],
  ])(
    `of %s are refused with a problem that says why, or are kept as the contract says: ${bodiesOfEach} of each`,
    { timeout: 600_000 },
    async ([what, bodies], { frontend, session, ask, targets }) => {
      const target = targets.get(what)!
      const isReply = ajv.compile(target.readBy.replies[200]!.schema!)
      const counts = new Map<number, number>()
      await fc.assert(
        fc.asyncProperty(hostileBodies(bodies), async (body) => {
          const reply = await send(frontend, session, target, body)
          const text = await reply.text()
          counts.set(reply.status, (counts.get(reply.status) ?? 0) + 1)
          expect([200, 204, 400, 404, 413], `${text} ${body.toString('latin1').slice(0, 3000)}`).toContain(reply.status)
          if (reply.status === 404) {
            // Only scores name a version of the rubric. Version 1 and the draft exist, and hostile values have other numbers.
            const { version } = JSON.parse(body.toString()) as { version: number }
            expect(what).toBe('scores that are tried')
            expect(version).toSatisfy((value: number) => Number.isInteger(value) && value > 1)
            expect(JSON.parse(text)).toMatchObject({ code: 'not_found' })
            return
          }
          if (!reply.ok) {
            const problem = JSON.parse(text) as { code: string; fieldErrors?: readonly object[] }
            expect(problem.code).toBe(reply.status === 413 ? 'payload_too_large' : 'validation_failed')
            if (reply.status === 400) expect(problem.fieldErrors).not.toEqual([])
            return
          }
          if (target.etag === null) return
          target.etag = reply.headers.get('etag')
          const read = await ask('GET', target.readPath)
          expect(isReply(await read.json()), ajv.errorsText(isReply.errors)).toBe(true)
        }),
        { numRuns: bodiesOfEach },
      )
      // Accepted and rejected bodies must both occur; otherwise the test would prove nothing.
      expect((counts.get(200) ?? 0) + (counts.get(204) ?? 0)).toBeGreaterThan(0)
      expect(counts.get(400)).toBeGreaterThan(bodiesOfEach / 4)
    },
  )

  it('leave no unexpected line in the log', ({ frontend: service }) => {
    expect(service.errors()).toEqual([])
  })
})

/** A resource that is written repeatedly, and where it is read. */
interface Target {
  readonly method: string
  readonly path: string
  readonly readPath: string
  readonly readBy: Operation
  etag: string | null
}

async function openTargets({ world, ask }: { world: SystemWorld; ask: Ask }): Promise<ReadonlyMap<string, Target>> {
  const created = await ask('POST', '/courses/11/rubrics', { body: { document } })
  const { rubricId } = (await created.json()) as { rubricId: string }
  const readPath = `/rubrics/${rubricId}`
  const published = await ask('POST', `${readPath}/publish`, { ifMatch: '"1"' })
  const draft = await ask('PUT', `${readPath}/draft`, { body: document, ifMatch: published.headers.get('etag')! })
  const gradingPath = '/courses/11/exercises/1104/grading'
  const grading = await ask('GET', gradingPath)
  const settings = { ...((await grading.json()) as object), rubricId }
  await ask('PUT', gradingPath, { body: settings, ifMatch: grading.headers.get('etag')! })
  await register(world.database.urls.manualGrading, 70_200)
  const claimed = await ask('POST', '/courses/11/exercises/1104/claims', { body: {} })
  const { id, feedbackId } = (await claimed.json()) as { id: string; feedbackId: string }
  const { getAssessment, getFeedback, getRubric } = frontendInternal.operations
  const patched = async (path: string, readBy: Operation): Promise<Target> => ({
    method: 'PATCH',
    path,
    readPath: path,
    readBy,
    etag: (await ask('GET', path)).headers.get('etag'),
  })
  const etag = draft.headers.get('etag')
  return new Map([
    ['a rubric', { method: 'PUT', path: `${readPath}/draft`, readPath, readBy: getRubric, etag }],
    ['scores that are tried', { method: 'POST', path: `${readPath}/preview`, readPath, readBy: getRubric, etag: null }],
    ['scores of an assessment', await patched(`/assessments/${id}`, getAssessment)],
    ['feedback', await patched(`/feedback/${feedbackId}`, getFeedback)],
  ])
}

/** Sends bytes once, one body after another, which never overloads the service: a 503 is as wrong as a 500. */
const send = (
  { url }: ServiceProcess,
  session: string,
  { method, path, etag }: Target,
  body: Buffer<ArrayBuffer>,
): Promise<Response> =>
  fetch(`${url}/internal/frontend${path}`, {
    method,
    body,
    headers: {
      'X-Service-Frontend-Secret': frontendSecret,
      Authorization: `Bearer ${session}`,
      'Content-Type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
      ...(etag !== null && { 'If-Match': etag }),
    },
  })

const bodiesOfEach = fullRun ? 10_000 : 1_000
const { createRubric, patchAssessment, patchFeedback, previewScores } = frontendInternal.operations
const { document } = createRubric.example.body

const it = onServices.extend('targets', { scope: 'file' }, openTargets)
