import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readId, readRecordId } from '../http/read-id.ts'
import type { Visit } from '../http/visit.ts'
import { orRefused } from '../http/or-refused.ts'
import { type TypedForm, writeRoute } from '../layout/write-route.tsx'
import { refusalOf } from './refusal-of.ts'
import { type Redrawn, showGrade } from './show-grade.tsx'

const typed: TypedForm = {
  // A reason has at most 500 characters.
  limits: { bytes: 16_384, fields: 4 },
  titleOf: (field, texts) => (field === 'reason' ? texts.grading.take.why : null),
  pageOf: (ctx) => `/grade/${readRecordId(ctx.params['id'])}`,
  messageOf: (error, texts) => refusalOf(error, texts).message,
}

interface Taking {
  readonly id: string
  readonly reason: string
  /** The feedback document as the page showed it. */
  readonly feedback: () => { readonly params: { readonly id: string }; readonly ifMatch: string }
}

/** Resolves to what the page shows once, or else the page is opened again. */
type Take = (visit: Visit, taking: Taking) => Promise<object>

/** What a person does with an assessment besides writing it, each a button of the page. */
export function takeAssessment(router: Router, deps: Deps): void {
  const by = (name: string, path: string, take: Take): void => {
    writeRoute(router, deps, {
      name,
      path: `/grade/:id/${path}`,
      typed,
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
  by('withdraw', 'withdraw', ({ boundary, requestId }, { feedback }) =>
    boundary.withdrawFeedback({ ...feedback(), requestId }),
  )
  by('publishAgain', 'publish', ({ boundary, requestId }, { feedback }) =>
    boundary.publishFeedback({ ...feedback(), requestId }),
  )
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

async function takeAndShow(ctx: RouterContext, deps: Deps, { visit, form, name, take }: Taken): Promise<string | null> {
  const reason = form.get('reason') ?? ''
  const id = readRecordId(ctx.params['id'])
  const show = async (redrawn: Redrawn): Promise<null> => {
    await showGrade(ctx, deps, visit, redrawn)
    return null
  }
  const feedback = () => ({
    params: { id: readRecordId(form.get('feedback') ?? undefined) },
    ifMatch: `"${readId(form.get('revision') ?? undefined)}"`,
  })
  const taking = take(visit, { id, reason, feedback }).then((taken) =>
    'revealed' in taken ? show({ revealed: String(taken.revealed) }) : `/grade/${id}`,
  )
  return await orRefused(taking, (error) => {
    if (error.status === 401 || error.status === 404) return undefined
    ctx.status = 409
    const typedAgain = name === 'restart' || name === 'reveal' ? { typedReasons: { [name]: reason } } : { reason }
    return show({ refusal: refusalOf(error, visit.texts), ...typedAgain })
  })
}
