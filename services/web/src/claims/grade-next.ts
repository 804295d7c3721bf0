import { FrontendTransportError } from '@course-grading/frontend-transport'
import type Router from '@koa/router'
import type { Deps } from '../deps.ts'
import { readId } from '../http/read-id.ts'
import { openVisit, type Visit } from '../http/visit.ts'

interface Exercise {
  readonly courseId: number
  readonly exerciseId: number
}

export const queuePath = ({ courseId, exerciseId }: Exercise): string => `/courses/${courseId}/exercises/${exerciseId}`

/** What a queue's page says after a claim that brought nothing. */
const notices = ['claim_limit', 'already_claimed', 'not_in_state', 'forbidden'] as const

/** Where to go on: the claimed submission, or the queue with why there is none. */
export async function claimNext({ boundary, requestId }: Visit, { courseId, exerciseId }: Exercise): Promise<string> {
  const path = queuePath({ courseId, exerciseId })
  return await claimed(path, async () => {
    const { body } = await boundary.claimNext({ params: { courseId, exerciseId }, requestId })
    return body?.id ?? null
  })
}

async function claimed(queue: string, claim: () => Promise<string | null>): Promise<string> {
  try {
    const id = await claim()
    return id === null ? `${queue}?notice=nothing_left` : `/grade/${id}`
  } catch (error) {
    const notice = error instanceof FrontendTransportError ? notices.find((code) => code === error.code) : undefined
    if (notice === undefined) throw error
    return `${queue}?notice=${notice}`
  }
}

export function gradeNext(router: Router, deps: Deps): void {
  router.post('/courses/:courseId/exercises/:exerciseId/grade-next', async (ctx) => {
    const visit = await openVisit(ctx, 'gradeNext', deps)
    if (visit === null) return
    const exercise = { courseId: readId(ctx.params['courseId']), exerciseId: readId(ctx.params['exerciseId']) }
    ctx.redirect(await claimNext(visit, exercise))
    ctx.status = 303
  })
  router.post('/courses/:courseId/exercises/:exerciseId/submissions/:submissionId/take-up', async (ctx) => {
    const visit = await openVisit(ctx, 'takeUp', deps)
    if (visit === null) return
    const exercise = { courseId: readId(ctx.params['courseId']), exerciseId: readId(ctx.params['exerciseId']) }
    const params = { submissionId: readId(ctx.params['submissionId']) }
    const { boundary, requestId } = visit
    ctx.redirect(
      await claimed(queuePath(exercise), async () => (await boundary.claimSubmission({ params, requestId })).body.id),
    )
    ctx.status = 303
  })
}
