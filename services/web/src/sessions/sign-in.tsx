import { requestIdOf } from '@course-grading/http-kit'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { ownPath } from '../http/own-path.ts'
import { readForm } from '../http/read-form.ts'
import { showPage } from '../layout/show-page.tsx'
import { languageOf, type Texts, textsFor } from '../texts/texts.ts'
import { isRefusedToken } from '../deps/sign-in-limits.ts'
import { SignInPage } from './sign-in-page.tsx'
import { offerSession } from './take-session.ts'

const formLimits = { bytes: 4_096, fields: 4 }
const tokenForm = /^[\x21-\x7e]{1,256}$/

export function signIn(router: Router, deps: Deps): void {
  router.get('showSignIn', '/sign-in', (ctx) =>
    showSignIn(ctx, deps, { to: ownPath(ctx.URL.searchParams.get('to')), error: null }),
  )
  router.post('signIn', '/sign-in', async (ctx) => {
    const requestId = requestIdOf(ctx)
    const form = await readForm(ctx, formLimits)
    const to = ownPath(form.get('to'))
    const token = (form.get('token') ?? '').trim()
    if (!tokenForm.test(token)) return showSignIn(ctx, deps, { to, error: token === '' ? 'empty' : 'refused' })
    try {
      const { body } = await deps.signIns.byToken(ctx, () =>
        deps.transport.createSession({ body: { token }, requestId }),
      )
      const session = { sessionId: body.sessionId, userId: body.session.user.userId }
      await offerSession(ctx, deps, { session, requestId, to })
    } catch (error) {
      if (!isRefusedToken(error)) throw error
      showSignIn(ctx, deps, { to, error: 'refused' })
    }
  })
}

interface SignInAttempt {
  readonly to: string
  readonly error: Extract<keyof Texts['signIn'], 'empty' | 'refused'> | null
}

function showSignIn(ctx: RouterContext, deps: Deps, { to, error }: SignInAttempt): void {
  const { texts } = textsFor(languageOf(ctx))
  if (error !== null) ctx.status = 422
  showPage(ctx, deps, null, {
    title: texts.signIn.title,
    content: (
      <SignInPage
        texts={texts}
        to={to}
        platformUrl={deps.config.UPSTREAM_BASE_URL}
        error={error && texts.signIn[error]}
      />
    ),
  })
}
