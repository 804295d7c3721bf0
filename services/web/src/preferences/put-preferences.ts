import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { ownPath } from '../http/own-path.ts'
import { orRefused } from '../http/or-refused.ts'
import { readForm } from '../http/read-form.ts'
import { seeOther } from '../http/see-other.ts'
import { findVisit } from '../http/visit.ts'
import { locales } from '../texts/texts.ts'

const formLimits = { bytes: 16_384, fields: 8 }
const themes = ['system', 'light', 'dark'] as const

/** Without a session the language is kept in the browser, until the person has preferences. A person who changed language or theme elsewhere meanwhile sees that first, and presses again. */
export function putPreferences(router: Router, deps: Deps): void {
  router.post('putPreferences', '/preferences/foot', async (ctx) => {
    const visit = await findVisit(ctx, deps)
    const form = await readForm(ctx, formLimits)
    const chosen = locales.find((known) => known === form.get('locale'))
    seeOther(ctx, ownPath(form.get('to')))
    if (visit === null) {
      if (chosen !== undefined) deps.cookie.writeLanguage(ctx, chosen)
      return
    }
    const { boundary, requestId, session } = visit
    const { preferences, preferencesRevision } = session
    const locale = chosen ?? visit.locale
    const theme = themes.find((known) => known === form.get('theme')) ?? preferences.theme
    const body = { ...preferences, locale, theme }
    const saving = boundary.putPreferences({ body, ifMatch: `"${preferencesRevision}"`, requestId })
    await orRefused<unknown>(saving, ({ code }) => (code === 'revision_conflict' ? null : undefined))
  })
}
