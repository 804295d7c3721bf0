import { frontendInternal } from '@course-grading/contracts/frontend-internal'
import type { Operation } from '@course-grading/contracts/operation'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askFrontend, signIn } from '../frontend-client.ts'
import { register } from '../frontend-story-grading.ts'
import { fullRun } from '../full-run.ts'
import { hostileBodies } from '../hostile-bodies.ts'
import type { ServiceProcess } from '../service-process.ts'
import { startWorld, type SystemWorld } from '../world.ts'

const bodiesOfEach = fullRun ? 10_000 : 1_000
const { createRubric, patchAssessment, patchFeedback, previewScores } = frontendInternal.operations
const { document } = createRubric.example.body

/** A resource that is written repeatedly, and where it is read. */
interface Target {
  readonly method: string
  readonly path: string
  readonly readPath: string
  readonly readBy: Operation
  readonly mediaType: string
  etag: string | null
}

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
let world: SystemWorld
let service: ServiceProcess
let session: string
const targets = new Map<string, Target>()

async function ask(method: string, path: string, body?: unknown, ifMatch?: string): Promise<Response> {
  const reply = await askFrontend(service, method, path, {
    session,
    ...(body !== undefined && { body }),
    ...(ifMatch !== undefined && { ifMatch }),
  })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return reply
}

beforeAll(async () => {
  world = await startWorld()
  service = await world.start('frontend-internal')
  session = await signIn(service)
  const created = (await (await ask('POST', '/courses/11/rubrics', { document })).json()) as { rubricId: string }
  const rubricPath = `/rubrics/${created.rubricId}`
  const published = await ask('POST', `${rubricPath}/publish`, undefined, '"1"')
  const draft = await ask('PUT', `${rubricPath}/draft`, document, published.headers.get('etag')!)
  const gradingPath = '/courses/11/exercises/1104/grading'
  const grading = await ask('GET', gradingPath)
  const settings = { ...((await grading.json()) as object), rubricId: created.rubricId }
  await ask('PUT', gradingPath, settings, grading.headers.get('etag')!)
  await register(world.database.urls.manualGrading, 70_200)
  const claimed = await ask('POST', '/courses/11/exercises/1104/claims', {})
  const { id, feedbackId } = (await claimed.json()) as { id: string; feedbackId: string }
  const { getAssessment, getFeedback, getRubric } = frontendInternal.operations
  const json = 'application/json'
  const patch = 'application/merge-patch+json'
  const all: readonly (readonly [string, Omit<Target, 'etag'>, string | null])[] = [
    [
      'a rubric',
      { method: 'PUT', path: `${rubricPath}/draft`, readPath: rubricPath, readBy: getRubric, mediaType: json },
      draft.headers.get('etag'),
    ],
    [
      'scores that are tried',
      { method: 'POST', path: `${rubricPath}/preview`, readPath: rubricPath, readBy: getRubric, mediaType: json },
      null,
    ],
    [
      'scores of an assessment',
      {
        method: 'PATCH',
        path: `/assessments/${id}`,
        readPath: `/assessments/${id}`,
        readBy: getAssessment,
        mediaType: patch,
      },
      claimed.headers.get('etag'),
    ],
    [
      'feedback',
      {
        method: 'PATCH',
        path: `/feedback/${feedbackId}`,
        readPath: `/feedback/${feedbackId}`,
        readBy: getFeedback,
        mediaType: patch,
      },
      (await ask('GET', `/feedback/${feedbackId}`)).headers.get('etag'),
    ],
  ]
  for (const [what, target, etag] of all) targets.set(what, { ...target, etag })
})
afterAll(() => world.stop())

/** Sends bytes once, one body after another, which never overloads the service: a 503 is as wrong as a 500. */
const send = ({ method, path, mediaType, etag }: Target, body: Buffer<ArrayBuffer>): Promise<Response> =>
  fetch(`${service.url}/internal/frontend${path}`, {
    method,
    body,
    headers: {
      'X-Service-Frontend-Secret': 'dev-frontend-secret-0000000000000000',
      Authorization: `Bearer ${session}`,
      'Content-Type': mediaType,
      ...(etag !== null && { 'If-Match': etag }),
    },
  })

describe('hostile bodies', () => {
  it.each<[string, fc.Arbitrary<object>]>([
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
    async (what, bodies) => {
      const target = targets.get(what)!
      const isReply = ajv.compile(target.readBy.replies[200]!.schema!)
      const counts = new Map<number, number>()
      await fc.assert(
        fc.asyncProperty(hostileBodies(bodies), async (body) => {
          const reply = await send(target, body)
          const text = await reply.text()
          counts.set(reply.status, (counts.get(reply.status) ?? 0) + 1)
          expect([200, 204, 400, 404, 413], `${text} ${body.toString('latin1').slice(0, 3000)}`).toContain(reply.status)
          if (reply.status === 404) {
            // Only scores name a version of the rubric. Version 1 and the draft exist, and hostile values have other numbers.
            const { version } = JSON.parse(body.toString()) as { version: number }
            const { code } = JSON.parse(text) as { code: string }
            const isOtherVersion = Number.isInteger(version) && version > 1
            expect([what, isOtherVersion, code]).toEqual(['scores that are tried', true, 'not_found'])
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
      expect([(counts.get(200) ?? 0) + (counts.get(204) ?? 0) > 0, (counts.get(400) ?? 0) > bodiesOfEach / 4]).toEqual([
        true,
        true,
      ])
    },
  )

  it('leave no unexpected line in the log', () => {
    expect(service.logLines().filter(({ level }) => level === 'error')).toEqual([])
  })
})
