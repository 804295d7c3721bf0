import { FrontendTransportError } from '@course-grading/frontend-transport'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readForm } from '../http/read-form.ts'
import { readRecordId } from '../http/read-id.ts'
import { openVisit, type Visit, visitOf } from '../http/visit.ts'
import { showPage } from '../layout/show-page.tsx'
import { languageOf, textsFor } from '../texts/texts.ts'
import { claimNext, pathAfterClaim, queuePath } from '../claims/grade-next.ts'
import type { Fields } from '../islands/grading/fields.ts'
import { unfinishedFields } from '../islands/grading/judgement.ts'
import { readFields } from '../islands/grading/read-fields.ts'
import { type Drawn, readDrawn } from './drawn.ts'
import { KeptTextPage } from './kept-text-page.tsx'
import { type PlainRefusal, refusalOf } from './refusal-of.ts'
import { saveFields } from './save-fields.ts'
import { showGrade } from './show-grade.tsx'

const path = '/grade/:id'

export function grade(router: Router, deps: Deps): void {
  router.get(path, async (ctx) => {
    const visit = await openVisit(ctx, 'showGrade', deps)
    if (visit !== null) await showGrade(ctx, deps, visit, null)
  })
  router.post(path, async (ctx) => {
    const form = await readForm(ctx)
    const drawn = readDrawn(form.get('drawn'))
    const typed = readFields(form, drawn.fields)
    const keep = (message: string, visit: Visit | null): void => {
      const { texts } = visit ?? textsFor(languageOf(ctx))
      const content = <KeptTextPage texts={texts} message={message} path={ctx.path} typed={typed} />
      showPage(ctx, deps, visit, { title: texts.problems.title, content })
    }
    try {
      const visit = await openVisit(ctx, 'grade', deps)
      const { texts } = visit ?? textsFor(languageOf(ctx))
      if (visit?.session.user.userId !== drawn.userId) {
        ctx.status = 409
        return keep(visit === null ? texts.grading.sessionEnded : texts.grading.otherPerson, visit)
      }
      await saveAndGoOn(ctx, deps, visit, { form, drawn, typed })
    } catch (error) {
      if (!(error instanceof FrontendTransportError)) throw error
      ctx.status = error.status ?? 503
      const visit = visitOf(ctx)
      const { texts } = visit ?? textsFor(languageOf(ctx))
      keep(refusalOf(error, texts).message, visit)
    }
  })
}

interface Sent {
  readonly form: URLSearchParams
  readonly drawn: Drawn
  readonly typed: Fields
}

async function saveAndGoOn(ctx: RouterContext, deps: Deps, visit: Visit, { form, drawn, typed }: Sent): Promise<void> {
  const id = readRecordId(ctx.params['id'])
  const note = form.get('note') ?? ''
  const unfinished = unfinishedFields(drawn.fields, typed)
  const action = unfinished.length > 0 ? 'save' : (form.get('action') ?? 'save')
  const again = async (refusal: PlainRefusal): Promise<void> => {
    ctx.status = 409
    await showGrade(ctx, deps, visit, { sent: { base: drawn.fields, typed }, note, refusal })
  }
  try {
    const next = await act(visit, { id, drawn, typed, action, note })
    if (unfinished.length > 0)
      return await again({ message: visit.texts.grading.refusals.incomplete, issues: unfinished })
    ctx.redirect(next)
    ctx.status = 303
  } catch (error) {
    if (!(error instanceof FrontendTransportError) || error.status === 401) throw error
    await again(refusalOf(error, visit.texts))
  }
}

interface Action {
  readonly id: string
  readonly drawn: Drawn
  readonly typed: Fields
  readonly action: string
  readonly note: string
}

/** Saves before any other action, so that nothing is lost. Resolves to the path to redirect to. */
async function act(visit: Visit, { id, drawn, typed, action, note }: Action): Promise<string> {
  const { boundary, requestId } = visit
  const revision = await saveFields(visit, { id, drawn, typed })
  const params = { id }
  if (action === 'complete') {
    const { body } = await boundary.completeAssessment({ params, ifMatch: `"${revision}"`, requestId })
    if (!visit.session.preferences.grading.autoAdvance) return queuePath(body)
    const { courseId, exerciseId } = body
    return pathAfterClaim(body, await claimNext(visit, { courseId, exerciseId }))
  }
  if (action !== 'handBack' && action !== 'postpone') return `/grade/${id}?saved`
  if (action === 'postpone') await boundary.postponeAssessment({ params, body: { note }, requestId })
  else await boundary.releaseClaim({ params, requestId })
  const { body } = await boundary.getAssessment({ params, requestId })
  return queuePath(body)
}
