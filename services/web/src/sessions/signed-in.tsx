import { FrontendTransportError } from '@course-grading/frontend-transport'
import { nameRoute } from '@course-grading/http-kit'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps.ts'
import { readForm } from '../http/read-form.ts'
import type { LaunchedSession } from '../http/session-cookie.ts'
import { openVisit } from '../http/visit.ts'
import { showPage } from '../layout/show-page.tsx'
import { endSession } from './end-session.ts'
import { OtherPersonPage } from './other-person-page.tsx'
import { takeSession } from './take-session.ts'

const maxFormBytes = 1_024

/** Where a launch leads: its session becomes the browser's, unless another person is at work there, who is asked first. */
export function signedIn(router: Router, deps: Deps): void {
  router.get('/signed-in', async (ctx) => {
    const launched = deps.cookie.readLaunched(ctx)
    const requestId = nameRoute(ctx, 'signedIn', launched?.userId)
    if (launched === null) return leave(ctx, deps)
    const held = deps.cookie.read(ctx)
    const isOther = held !== null && held.userId !== launched.userId
    const visit = isOther ? await unlessEnded(openVisit(ctx, 'signedIn', deps)) : null
    if (visit === null) return take(ctx, deps, { launched, requestId })
    const next = await unlessEnded(deps.transport.withSession(launched.sessionId).getSession({ requestId }))
    if (next === null) return leave(ctx, deps)
    const { texts } = visit
    showPage(ctx, deps, visit, {
      title: texts.otherPerson.title,
      content: <OtherPersonPage texts={texts} now={visit.session.user.fullName} next={next.body.user.fullName} />,
    })
  })
  router.post('/signed-in', async (ctx) => {
    const launched = deps.cookie.readLaunched(ctx)
    const requestId = nameRoute(ctx, 'answerSignedIn', launched?.userId)
    const isWanted = (await readForm(ctx, maxFormBytes)).get('answer') === 'yes'
    if (launched === null) return leave(ctx, deps)
    if (isWanted) return take(ctx, deps, { launched, requestId })
    await endSession(deps, launched.sessionId, requestId)
    leave(ctx, deps)
  })
}

interface Launched {
  readonly launched: LaunchedSession
  readonly requestId: string
}

/** Null where the session that asks has ended. */
async function unlessEnded<Reply>(asking: Promise<Reply>): Promise<Reply | null> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof FrontendTransportError && error.status === 401) return null
    throw error
  }
}

async function take(ctx: RouterContext, deps: Deps, { launched, requestId }: Launched): Promise<void> {
  const { courseId } = launched
  deps.cookie.clearLaunched(ctx)
  await takeSession(ctx, deps, {
    session: launched,
    requestId,
    to: courseId === 0 ? '/?launched=elsewhere' : `/courses/${courseId}`,
  })
}

/** Back to whoever is at work there. */
function leave(ctx: RouterContext, { cookie }: Deps): void {
  cookie.clearLaunched(ctx)
  ctx.redirect('/')
  ctx.status = 303
}
