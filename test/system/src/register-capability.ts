import type { ServiceProcess } from './service-process.ts'
import type { SystemWorld } from './world.ts'

interface Registered {
  readonly submissionId: number
  readonly maxPoints: number
  readonly courseId?: number
}

/** Registers a submission, as the grading service of its exercise does. */
export async function registerCapability(
  { upstream }: Pick<SystemWorld, 'upstream'>,
  manualGrading: Pick<ServiceProcess, 'url'>,
  { submissionId, maxPoints, courseId = 11 }: Registered,
): Promise<void> {
  const { exerciseId, submitterIds, language, submittedAtMs } = upstream.world.submission(submissionId)
  const registered = await fetch(`${manualGrading.url}/api/internal/manual-grading/capabilities`, {
    method: 'POST',
    headers: {
      'X-Service-Manual-Grading-Secret': 'dev-manual-grading-secret-0000000000',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({
      courseId,
      exerciseId,
      submissionId,
      callbackUrl: upstream.submissionUrl(submissionId),
      maxPoints,
      submitterIds,
      submittedAt: new Date(submittedAtMs).toISOString(),
      language,
      attempt: 1,
    }),
  })
  if (!registered.ok) throw new Error(`registering: ${registered.status} ${await registered.text()}`)
}

/** Where the worker may send the grades of a world. */
export const allowedCallbacks = ({ upstream }: Pick<SystemWorld, 'upstream'>) => ({
  CALLBACK_ALLOWED: `${upstream.url}/api/v2/submissions/*/grader|127.0.0.1/32`,
})
