import { requestIdOf } from '@course-grading/http-kit'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { answerHead } from '../http/answer-head.ts'
import { orRefused } from '../http/or-refused.ts'
import { ownPath } from '../http/own-path.ts'
import { readForm } from '../http/read-form.ts'
import { seeOther } from '../http/see-other.ts'
import { turnOf } from '../http/turns.ts'
import { findVisit } from '../http/visit.ts'
import { showPage } from '../layout/show-page.tsx'
import { languageOf, textsFor } from '../texts/texts.ts'
import { endSession } from './end-session.ts'
import { OtherPersonPage } from './other-person-page.tsx'
import { LaunchRefusedPage } from './launch-refused-page.tsx'
import { takeSession } from './take-session.ts'

const formLimits = { bytes: 1_024, fields: 4 }

/** Makes a waiting session the browser's. Where it holds, or held last, another person's, a page asks first: that one may have text, erased only after a yes. */
export function signedIn(router: Router, deps: Deps): void {
  answerHead(router, 'signedIn', '/signed-in')
  router.get('signedIn', '/signed-in', async (ctx) => {
    const waiting = deps.cookie.readWaiting(ctx)
    const requestId = requestIdOf(ctx, waiting?.userId)
    if (waiting === null) {
      if (ctx.get('Cookie') === '') return showWithoutCookies(ctx, deps)
      return seeOther(ctx, ownPath(ctx.URL.searchParams.get('to')))
    }
    const { to } = waiting
    if (!deps.cookie.isOfAnother(ctx, waiting.userId))
      return takeSession(ctx, deps, { session: waiting, requestId, to })
    const holds = deps.cookie.read(ctx) !== null
    const visit = holds ? await unlessEnded(findVisit(ctx, deps)) : null
    const waitingPerson = deps.transport.withSession(waiting.sessionId, turnOf(ctx).caller())
    const next = await unlessEnded(waitingPerson.getSession({ requestId }))
    if (next === null) {
      deps.cookie.clearWaiting(ctx)
      return seeOther(ctx, '/')
    }
    const { texts } = visit ?? textsFor(languageOf(ctx))
    showPage(ctx, deps, visit, {
      title: texts.otherPerson.title,
      content: <OtherPersonPage texts={texts} now={visit?.session.user.fullName ?? null} next={next.body.user} />,
    })
  })
  router.post('answerSignedIn', '/signed-in', async (ctx) => {
    const waiting = deps.cookie.readWaiting(ctx)
    const requestId = requestIdOf(ctx, waiting?.userId)
    const form = await readForm(ctx, formLimits)
    if (waiting === null) return seeOther(ctx, '/')
    // Another launch may have come while the page asked about this one.
    if (form.get('person') !== String(waiting.userId)) return seeOther(ctx, '/signed-in')
    const { to } = waiting
    if (form.get('answer') === 'yes') return takeSession(ctx, deps, { session: waiting, requestId, to })
    deps.cookie.clearWaiting(ctx)
    await endSession(ctx, deps, { sessionId: waiting.sessionId, requestId })
    seeOther(ctx, '/')
  })
}

function showWithoutCookies(ctx: RouterContext, deps: Deps): void {
  const { texts } = textsFor(languageOf(ctx))
  ctx.status = 403
  showPage(ctx, deps, null, {
    title: texts.launch.titles.other,
    content: <LaunchRefusedPage texts={texts} refusal="withoutCookies" platformUrl={deps.config.UPSTREAM_BASE_URL} />,
  })
}

const unlessEnded = <Reply,>(asking: Promise<Reply | null>): Promise<Reply | null> =>
  orRefused(asking, ({ status, code }) => (status === 401 && code !== 'invalid_frontend_secret' ? null : undefined))
