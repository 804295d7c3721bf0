import { FrontendTransportError } from '@course-grading/frontend-transport'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readForm } from '../http/read-form.ts'
import { readRecordId } from '../http/read-id.ts'
import { openVisit, type Visit } from '../http/visit.ts'
import { refusalOf } from './refusal-of.ts'
import { showGrade } from './show-grade.tsx'

const maxFormBytes = 16_384

interface Taking {
  readonly id: string
  readonly reason: string
}

type Take = (visit: Visit, taking: Taking) => Promise<unknown>

/** The ways in which an assessment becomes the person's own, each a button of the page. */
export function takeAssessment(router: Router, deps: Deps): void {
  const by = (name: string, path: string, take: Take): void => {
    router.post(`/grade/:id/${path}`, (ctx) => takeAndShow(ctx, deps, name, take))
  }
  by('reopen', 'reopen', ({ boundary, requestId }, { id, reason }) =>
    boundary.reopenAssessment({ params: { id }, body: { reason }, requestId }),
  )
  by('takeOver', 'take-over', ({ boundary, requestId }, { id }) =>
    boundary.takeOverClaim({ params: { id }, requestId }),
  )
  by('takeUpAgain', 'take-up', async ({ boundary, requestId }, { id }) => {
    const { body } = await boundary.getAssessment({ params: { id }, requestId })
    await boundary.claimSubmission({ params: { submissionId: body.submissionId }, requestId })
  })
}

async function takeAndShow(ctx: RouterContext, deps: Deps, name: string, take: Take): Promise<void> {
  const form = await readForm(ctx, maxFormBytes)
  const visit = await openVisit(ctx, name, deps)
  if (visit === null) return
  const reason = form.get('reason') ?? ''
  const id = readRecordId(ctx.params['id'])
  try {
    await take(visit, { id, reason })
    ctx.redirect(`/grade/${id}`)
    ctx.status = 303
  } catch (error) {
    if (!(error instanceof FrontendTransportError) || error.status === 401 || error.status === 404) throw error
    ctx.status = 409
    await showGrade(ctx, deps, visit, { refusal: refusalOf(error, visit.texts), reason })
  }
}
