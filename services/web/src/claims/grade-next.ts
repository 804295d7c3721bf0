import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readId } from '../http/read-id.ts'
import { orRefused } from '../http/or-refused.ts'
import type { Visit } from '../http/visit.ts'
import { writeRoute } from '../layout/write-route.tsx'

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
  return await claimed(boundary.claimNext({ params, requestId }).then(({ body }) => body ?? 'nothing_left'))
}

const claimed = (claim: Promise<Assessment | Notice>): Promise<Assessment | Notice> =>
  orRefused(claim, (error) => notices.find((code) => code === error.code))

/** What somebody has just done with an assessment, which the page that follows says. */
export type Done = 'completed' | 'postpone' | 'handBack'

export function pathAfterClaim(exercise: Exercise, claim: Assessment | Notice, done?: Done): string {
  const path = typeof claim === 'string' ? queuePath(exercise) : `/grade/${claim.id}`
  const said = new URLSearchParams({ ...(done && { done }), ...(typeof claim === 'string' && { notice: claim }) })
  return said.size === 0 ? path : `${path}?${said}`
}

export function gradeNext(router: Router, deps: Deps): void {
  writeRoute(router, deps, {
    name: 'gradeNext',
    path: '/courses/:courseId/exercises/:exerciseId/grade-next',
    write: async (ctx, visit) => {
      const exercise = exerciseIn(ctx)
      return pathAfterClaim(exercise, await claimNext(visit, exercise))
    },
  })
  writeRoute(router, deps, {
    name: 'takeUp',
    path: '/courses/:courseId/exercises/:exerciseId/submissions/:submissionId/take-up',
    write: async (ctx, { boundary, requestId }) => {
      const exercise = exerciseIn(ctx)
      const params = { submissionId: readId(ctx.params['submissionId']) }
      const claiming = boundary.claimSubmission({ params, requestId }).then(({ body }) => body)
      return pathAfterClaim(exercise, await claimed(claiming))
    },
  })
}

const exerciseIn = ({ params }: RouterContext): Exercise => ({
  courseId: readId(params['courseId']),
  exerciseId: readId(params['exerciseId']),
})
