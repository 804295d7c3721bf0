import { bodyLimitBytes } from '@course-grading/contracts/operation/limits'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { inTurn } from '../http/in-turn.ts'
import { readRecordId } from '../http/read-id.ts'
import { turnOf } from '../http/turns.ts'
import { openVisit, type Visit } from '../http/visit.ts'
import { orRefused } from '../http/or-refused.ts'
import { giveBack, type TypedForm, writeRoute } from '../layout/write-route.tsx'
import { claimNext, pathAfterClaim, queuePath } from '../claims/grade-next.ts'
import type { Fields } from '../islands/grading/fields.ts'
import { unfinishedFields } from '../islands/grading/judgement.ts'
import { readForm } from '../islands/grading/read-fields.ts'
import { type Drawn, readDrawn } from './drawn.ts'
import { type PlainRefusal, refusalOf } from './refusal-of.ts'
import { saveFields } from './save-fields.ts'
import { showGrade } from './show-grade.tsx'
import { typedName } from './typed-names.ts'

const path = '/grade/:id'

/** More than any page has: 1,000 annotations, and 50 criteria whose checks fit a rubric. What the form was drawn from counts, too. */
const limits = { bytes: bodyLimitBytes, fields: 16_000 }

const formTyped: TypedForm = {
  limits,
  titleOf: typedName,
  pageOf: (ctx) => ctx.path,
  messageOf: (error, texts) => refusalOf(error, texts).message,
}

export function grade(router: Router, deps: Deps): void {
  router.get('showGrade', path, async (ctx) => {
    const visit = await openVisit(ctx, deps)
    if (visit !== null) await showGrade(ctx, deps, visit, null)
  })
  writeRoute(router, deps, {
    name: 'grade',
    path,
    typed: formTyped,
    write: async (ctx, visit, form) => {
      const { drawn, typed } = await inTurn(turnOf(ctx).caller(), () => readTyped(form))
      if (visit.session.user.userId !== drawn.userId) {
        const message = visit.texts.grading.otherPerson
        await giveBack(ctx, deps, formTyped, { status: 409, message, form, isFinal: true })
        return null
      }
      return await saveAndGoOn(ctx, deps, visit, { form, drawn, typed })
    },
  })
}

function readTyped(form: URLSearchParams): Pick<Sent, 'drawn' | 'typed'> {
  const drawn = readDrawn(form.get('drawn'), limits.fields - form.size)
  return { drawn, typed: readForm(form, drawn.fields) }
}

interface Sent {
  readonly form: URLSearchParams
  readonly drawn: Drawn
  readonly typed: Fields
}

async function saveAndGoOn(
  ctx: RouterContext,
  deps: Deps,
  visit: Visit,
  { form, drawn, typed }: Sent,
): Promise<string | null> {
  const id = readRecordId(ctx.params['id'])
  const note = form.get('note') ?? ''
  const unfinished = unfinishedFields(drawn.fields, typed)
  const action = unfinished.length > 0 ? 'save' : actionOf(form)
  const again = async (refusal: PlainRefusal): Promise<null> => {
    ctx.status = 409
    const on = { judgement: drawn.assessmentRevision, wording: drawn.feedbackRevision }
    await showGrade(ctx, deps, visit, { sent: { base: drawn.fields, typed, on }, note, refusal })
    return null
  }
  const acting = act(visit, { id, drawn, typed, action, note }).then((next) =>
    unfinished.length > 0 ? again({ message: `${visit.texts.live.unfinished}.`, issues: unfinished }) : next,
  )
  return await orRefused(acting, (error) => (error.status === 401 ? undefined : again(refusalOf(error, visit.texts))))
}

/** Enter does what belongs to its field: with a reason for postponing that is to postpone, and else to save. */
function actionOf(form: URLSearchParams): string {
  const action = form.get('action') ?? 'save'
  if (action !== 'enter') return action
  return (form.get('note') ?? '') === '' ? 'save' : 'postpone'
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
    if (!visit.session.preferences.grading.autoAdvance) return `${queuePath(body)}?done=completed`
    const { courseId, exerciseId } = body
    return pathAfterClaim(body, await claimNext(visit, { courseId, exerciseId }), 'completed')
  }
  if (action !== 'handBack' && action !== 'postpone') return `/grade/${id}?saved`
  if (action === 'postpone') await boundary.postponeAssessment({ params, body: { note }, requestId })
  else await boundary.releaseClaim({ params, requestId })
  const { body } = await boundary.getAssessment({ params, requestId })
  return `${queuePath(body)}?done=${action}`
}
