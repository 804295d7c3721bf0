import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import { FrontendTransportError } from '@course-grading/frontend-transport'
import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readId } from '../http/read-id.ts'
import { openVisit, type Visit } from '../http/visit.ts'

interface Exercise {
  readonly courseId: number
  readonly exerciseId: number
}

export const queuePath = ({ courseId, exerciseId }: Exercise): string => `/courses/${courseId}/exercises/${exerciseId}`

/** The codes for which the queue's page says why nothing was claimed. */
const notices = ['claim_limit', 'already_claimed', 'not_in_state', 'forbidden'] as const

export type Notice = (typeof notices)[number] | 'nothing_left'

type Asking = Pick<Visit, 'boundary' | 'requestId'>

export async function claimNext({ boundary, requestId }: Asking, params: Exercise): Promise<Assessment | Notice> {
  return await claimed(async () => (await boundary.claimNext({ params, requestId })).body ?? null)
}

async function claimed(claim: () => Promise<Assessment | null>): Promise<Assessment | Notice> {
  try {
    return (await claim()) ?? 'nothing_left'
  } catch (error) {
    const notice = error instanceof FrontendTransportError ? notices.find((code) => code === error.code) : undefined
    if (notice === undefined) throw error
    return notice
  }
}

export const pathAfterClaim = (exercise: Exercise, claim: Assessment | Notice): string =>
  typeof claim === 'string' ? `${queuePath(exercise)}?notice=${claim}` : `/grade/${claim.id}`

export function gradeNext(router: Router, deps: Deps): void {
  router.post('gradeNext', '/courses/:courseId/exercises/:exerciseId/grade-next', async (ctx) => {
    const visit = await openVisit(ctx, deps)
    if (visit === null) return
    const exercise = { courseId: readId(ctx.params['courseId']), exerciseId: readId(ctx.params['exerciseId']) }
    ctx.redirect(pathAfterClaim(exercise, await claimNext(visit, exercise)))
    ctx.status = 303
  })
  router.post('takeUp', '/courses/:courseId/exercises/:exerciseId/submissions/:submissionId/take-up', async (ctx) => {
    const visit = await openVisit(ctx, deps)
    if (visit === null) return
    const exercise = { courseId: readId(ctx.params['courseId']), exerciseId: readId(ctx.params['exerciseId']) }
    const params = { submissionId: readId(ctx.params['submissionId']) }
    const { boundary, requestId } = visit
    const claim = await claimed(async () => (await boundary.claimSubmission({ params, requestId })).body)
    ctx.redirect(pathAfterClaim(exercise, claim))
    ctx.status = 303
  })
}
