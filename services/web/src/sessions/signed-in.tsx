import { FrontendTransportError } from '@course-grading/frontend-transport'
import { nameRoute } from '@course-grading/http-kit'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readForm } from '../http/read-form.ts'
import type { LaunchedSession } from '../deps/session-cookie.ts'
import { openVisit } from '../http/visit.ts'
import { showPage } from '../layout/show-page.tsx'
import { languageOf, textsFor } from '../texts/texts.ts'
import { endSession } from './end-session.ts'
import { OtherPersonPage } from './other-person-page.tsx'
import { takeSession } from './take-session.ts'

const maxFormBytes = 1_024

/**
 * Makes the session of a launch the browser's. If the browser holds, or held last, another person's session, a page asks first, since
 * that person may have text there.
 */
export function signedIn(router: Router, deps: Deps): void {
  router.get('/signed-in', async (ctx) => {
    const launched = deps.cookie.readLaunched(ctx)
    const requestId = nameRoute(ctx, 'signedIn', launched?.userId)
    if (launched === null) return goOn(ctx, '/')
    const held = deps.cookie.read(ctx)
    if (held === null || held.userId === launched.userId) return take(ctx, deps, { launched, requestId })
    const visit = await unlessEnded(openVisit(ctx, 'signedIn', deps))
    const next = await unlessEnded(deps.transport.withSession(launched.sessionId).getSession({ requestId }))
    if (next === null) {
      deps.cookie.clearLaunched(ctx)
      return goOn(ctx, '/')
    }
    const { texts } = visit ?? textsFor(languageOf(ctx))
    showPage(ctx, deps, visit, {
      title: texts.otherPerson.title,
      content: <OtherPersonPage texts={texts} now={visit?.session.user.fullName ?? null} next={next.body.user} />,
    })
  })
  router.post('/signed-in', async (ctx) => {
    const launched = deps.cookie.readLaunched(ctx)
    const requestId = nameRoute(ctx, 'answerSignedIn', launched?.userId)
    const form = await readForm(ctx, maxFormBytes)
    if (launched === null) return goOn(ctx, '/')
    // Another launch may have come while the page asked about this one.
    if (form.get('person') !== String(launched.userId)) return goOn(ctx, '/signed-in')
    if (form.get('answer') === 'yes') return take(ctx, deps, { launched, requestId })
    deps.cookie.clearLaunched(ctx)
    await endSession(deps, launched.sessionId, requestId)
    goOn(ctx, '/')
  })
}

/** Null if the session of the call has ended. */
async function unlessEnded<Reply>(asking: Promise<Reply>): Promise<Reply | null> {
  try {
    return await asking
  } catch (error) {
    const isEnded =
      error instanceof FrontendTransportError && error.status === 401 && error.code !== 'invalid_frontend_secret'
    if (isEnded) return null
    throw error
  }
}

async function take(
  ctx: RouterContext,
  deps: Deps,
  { launched, requestId }: { readonly launched: LaunchedSession; readonly requestId: string },
): Promise<void> {
  const { courseId } = launched
  await takeSession(ctx, deps, {
    session: launched,
    requestId,
    to: courseId === 0 ? '/?launched=elsewhere' : `/courses/${courseId}`,
  })
}

function goOn(ctx: RouterContext, to: string): void {
  ctx.redirect(to)
  ctx.status = 303
}
