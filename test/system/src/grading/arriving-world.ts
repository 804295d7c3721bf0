import type { FrontendSending } from '../frontend-client.ts'
import { allowedCallbacks, registerCapability } from '../register-capability.ts'
import { type ServiceProcess, waitFor } from '../service-process.ts'
import { type Ask, it as onServices } from '../system-test.ts'
import type { SystemWorld } from '../world.ts'

/** Exercise 1104 with both services: grades that teacher 101 completes and releases arrive in the simulator of A+. */
export interface ArrivingWorld {
  readonly world: SystemWorld
  readonly frontend: ServiceProcess
  /** A request of the teacher that must succeed. */
  readonly ask: (method: string, path: string, sending?: FrontendSending) => Promise<unknown>
  /** Changes members of the exercise's grading settings. */
  readonly changeGrading: (change: object) => Promise<void>
  /** Hands a submission in, and registers it as the grading service of the exercise does. */
  readonly handIn: (submitterIds: readonly number[], language?: string) => Promise<number>
  /** Registers it again, as after staff have sent it to grading again. */
  readonly registerAgain: (submissionId: number) => Promise<void>
  readonly claim: (submissionId: number) => Promise<{ readonly id: string; readonly feedbackId: string }>
  /** Saves a part of an assessment, or of a document. */
  readonly save: (path: string, revision: number, body: object) => Promise<void>
  readonly complete: (assessmentId: string) => Promise<void>
  readonly untilArrived: () => Promise<void>
}

export const exerciseId = 1104
export const maxPoints = 100

/** Tests with these grading settings of the exercise. */
export const arrivingTest = (grading: object) =>
  onServices.extend('arriving', { scope: 'file' }, async ({ world, frontend, ask }) => {
    const arriving = await openArrivingWorld(world, frontend, ask)
    await arriving.changeGrading({ rubricId: null, attempts: 'all', maxOpenClaims: 50, ...grading })
    return arriving
  })

async function openArrivingWorld(world: SystemWorld, frontend: ServiceProcess, send: Ask): Promise<ArrivingWorld> {
  const manualGrading = await world.start('manual-grading', allowedCallbacks(world))
  const ask: ArrivingWorld['ask'] = async (...request) => {
    const got = await send(...request)
    return got.status === 204 ? null : await got.json()
  }
  const register = (submissionId: number) => registerCapability(world, manualGrading, { submissionId, maxPoints })
  return {
    world,
    frontend,
    ask,
    changeGrading: async (change) => {
      const path = `/courses/11/exercises/${exerciseId}/grading`
      const settings = await send('GET', path)
      const body = { ...((await settings.json()) as object), ...change }
      await ask('PUT', path, { ifMatch: settings.headers.get('etag') ?? '', body })
    },
    handIn: async (submitterIds, language = 'en') => {
      const { id } = world.upstream.world.addSubmission({ exerciseId, submitterIds: [...submitterIds], language })
      await register(id)
      return id
    },
    registerAgain: register,
    claim: async (submissionId) =>
      (await ask('POST', `/submissions/${submissionId}/claims`, { body: {} })) as { id: string; feedbackId: string },
    save: async (path, revision, body) => {
      const headers = { 'Content-Type': 'application/merge-patch+json' }
      await ask('PATCH', path, { ifMatch: `"${revision}"`, headers, body })
    },
    complete: async (id) => {
      const { revision } = (await ask('GET', `/assessments/${id}`)) as { revision: number }
      await ask('POST', `/assessments/${id}/complete`, { ifMatch: `"${revision}"` })
    },
    untilArrived: async () => {
      await waitFor(
        'every grade that may set out has arrived',
        async () => {
          const { rows } = await world.query<{ left: number }>(
            "SELECT count(*)::int AS left FROM delivery WHERE state NOT IN ('held', 'delivered', 'cancelled')",
          )
          return rows[0]?.left === 0
        },
        300_000,
      )
    },
  }
}
