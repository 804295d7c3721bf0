import type Router from '@koa/router'
import { FrontendTransportError } from '@course-grading/frontend-transport'
import type { Deps } from '../deps/deps.ts'
import { ownPath } from '../http/own-path.ts'
import { readForm } from '../http/read-form.ts'
import { findVisit } from '../http/visit.ts'

const formLimits = { bytes: 16_384, fields: 8 }
const themes = ['system', 'light', 'dark'] as const

/** Without a session the language is kept in the browser, until the person has preferences. A person who changed language or theme elsewhere meanwhile sees that first, and presses again. */
export function putPreferences(router: Router, deps: Deps): void {
  router.post('putPreferences', '/preferences', async (ctx) => {
    const visit = await findVisit(ctx, deps)
    const form = await readForm(ctx, formLimits)
    const chosen = ['en', 'fi'].find((known) => known === form.get('locale'))
    ctx.redirect(ownPath(form.get('to')))
    ctx.status = 303
    if (visit === null) {
      if (chosen !== undefined) deps.cookie.writeLanguage(ctx, chosen)
      return
    }
    const { boundary, requestId, session } = visit
    const { preferences, preferencesRevision } = session
    const locale = chosen ?? visit.locale
    const theme = themes.find((known) => known === form.get('theme')) ?? preferences.theme
    try {
      const body = { ...preferences, locale, theme }
      await boundary.putPreferences({ body, ifMatch: `"${preferencesRevision}"`, requestId })
    } catch (error) {
      if (!(error instanceof FrontendTransportError && error.code === 'revision_conflict')) throw error
    }
  })
}
