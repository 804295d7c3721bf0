import { requestIdOf } from '@course-grading/http-kit'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { orRefused } from '../http/or-refused.ts'
import { seeOther } from '../http/see-other.ts'
import { showPage } from '../layout/show-page.tsx'
import { languageOf, textsFor } from '../texts/texts.ts'
import { LaunchRefusedPage } from './launch-refused-page.tsx'
import { type LaunchRefusal, readLaunch } from './read-launch.ts'

/** The path to which the learning platform posts launches, from its own site and signed. */
export const launchPath = '/lti/launch'

/** Signs in whom the platform launches. A browser sends no session's cookie with another site's form, so the next page, `/signed-in`, makes it the browser's. */
export function launch(router: Router, deps: Deps): void {
  router.post('launch', launchPath, async (ctx) => {
    const requestId = requestIdOf(ctx)
    const read = await readLaunch(ctx, deps)
    if (read === 'unsigned') deps.signIns.unsigned(ctx)
    if (typeof read === 'string') return showRefused(ctx, deps, { refusal: read, requestId })
    const { token, nonce, timestamp, courseId } = read
    const creating = deps.transport.createSession({ body: { token, launch: { nonce, timestamp } }, requestId })
    const created = await orRefused<Awaited<typeof creating> | LaunchRefusal>(creating, ({ code }) =>
      refusals.get(code),
    )
    if (typeof created === 'string') return showRefused(ctx, deps, { refusal: created, requestId })
    const { sessionId, session } = created.body
    const isTheirs = session.courses.some((course) => course.courseId === courseId)
    const to = isTheirs ? `/courses/${courseId}` : '/?launched=elsewhere'
    deps.cookie.writeWaiting(ctx, { sessionId, userId: session.user.userId, to })
    seeOther(ctx, '/signed-in')
  })
}

/** Refusals by the boundary's code. */
const refusals: ReadonlyMap<string | undefined, LaunchRefusal> = new Map([
  ['already_used', 'used'],
  ['invalid_upstream_token', 'unknownToken'],
  // Only the time of what is sent can be invalid, by the clock of the database.
  ['validation_failed', 'late'],
])

function showRefused(
  ctx: RouterContext,
  deps: Deps,
  { refusal, requestId }: { readonly refusal: LaunchRefusal; readonly requestId: string },
): void {
  const { texts } = textsFor(languageOf(ctx))
  deps.logger.warn('launch refused', { event: 'launch_refused', reason: refusal, requestId })
  ctx.status = 403
  showPage(ctx, deps, null, {
    title: texts.launch.titles[refusal === 'used' ? 'used' : 'other'],
    content: <LaunchRefusedPage texts={texts} refusal={refusal} platformUrl={deps.config.UPSTREAM_BASE_URL} />,
  })
}
