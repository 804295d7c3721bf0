import { FrontendTransportError } from '@course-grading/frontend-transport'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readRecordId } from '../http/read-id.ts'
import type { Visit } from '../http/visit.ts'
import { formRoute } from '../layout/form-route.tsx'
import { refusalOf } from './refusal-of.ts'
import { showGrade } from './show-grade.tsx'

/** A reason has at most 500 characters. */
const limits = { bytes: 16_384, fields: 4 }

interface Taking {
  readonly id: string
  readonly reason: string
}

/** Resolves to what the page shows once, or else the page is opened again. */
type Take = (visit: Visit, taking: Taking) => Promise<object>

/** The ways in which an assessment becomes the person's own, each a button of the page. */
export function takeAssessment(router: Router, deps: Deps): void {
  const by = (name: string, path: string, take: Take): void => {
    formRoute(router, deps, {
      name,
      path: `/grade/:id/${path}`,
      limits,
      titleOf: (field, texts) => (field === 'reason' ? texts.grading.take.why : null),
      pageOf: (ctx) => `/grade/${readRecordId(ctx.params['id'])}`,
      messageOf: (error, texts) => refusalOf(error, texts).message,
      write: (ctx, visit, form) => takeAndShow(ctx, deps, { visit, form, name, take }),
    })
  }
  by('reopen', 'reopen', ({ boundary, requestId }, { id, reason }) =>
    boundary.reopenAssessment({ params: { id }, body: { reason }, requestId }),
  )
  by('takeOver', 'take-over', ({ boundary, requestId }, { id }) =>
    boundary.takeOverClaim({ params: { id }, requestId }),
  )
  by('restart', 'restart', ({ boundary, requestId }, { id, reason }) =>
    boundary.restartAssessment({ params: { id }, body: { reason }, requestId }),
  )
  by('reveal', 'reveal', async ({ boundary, requestId }, { id, reason }) => {
    const { body } = await boundary.revealSubmitters({ params: { id }, body: { reason }, requestId })
    return { revealed: body.submitters.map(({ fullName }) => fullName).join(', ') }
  })
  by('takeUpAgain', 'take-up', async ({ boundary, requestId }, { id }) => {
    const { body } = await boundary.getAssessment({ params: { id }, requestId })
    return await boundary.claimSubmission({ params: { submissionId: body.submissionId }, requestId })
  })
}

interface Taken {
  readonly visit: Visit
  readonly form: URLSearchParams
  readonly name: string
  readonly take: Take
}

async function takeAndShow(ctx: RouterContext, deps: Deps, { visit, form, name, take }: Taken): Promise<void> {
  const reason = form.get('reason') ?? ''
  const id = readRecordId(ctx.params['id'])
  try {
    const taken = await take(visit, { id, reason })
    if ('revealed' in taken) return await showGrade(ctx, deps, visit, { revealed: String(taken.revealed) })
    ctx.redirect(`/grade/${id}`)
    ctx.status = 303
  } catch (error) {
    if (!(error instanceof FrontendTransportError)) throw error
    if (error.status === 401 || error.status === 404) throw error
    ctx.status = 409
    await showGrade(ctx, deps, visit, {
      refusal: refusalOf(error, visit.texts),
      ...(name === 'restart' || name === 'reveal' ? { typedReasons: { [name]: reason } } : { reason }),
    })
  }
}
