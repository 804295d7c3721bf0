import type { Preferences } from '@course-grading/contracts/preferences/preferences'
import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import type { Visit } from '../http/visit.ts'
import { answerFields, untouched } from '../layout/forms/answer-fields.ts'
import { formRoute } from '../layout/forms/form-route.tsx'
import type { Page } from '../layout/show-page.tsx'
import { fieldsOf, type PreferenceFields, preferencesOf, readFields } from './preference-fields.ts'
import { type PreferencesForm, PreferencesPage } from './preferences-page.tsx'

export function preferences(router: Router, deps: Deps): void {
  const draw = (visit: Visit, form: PreferencesForm): Page => ({
    title: visit.texts.preferences.title,
    places: [{ name: visit.texts.preferences.title }],
    content: <PreferencesPage visit={visit} serviceZone={deps.config.TIME_ZONE} form={form} />,
  })
  formRoute(router, deps, {
    name: 'preferences',
    path: '/preferences',
    limits: { bytes: 65_536, fields: 1_000 },
    show: async (ctx, visit) => {
      const { session, locale } = visit
      const document = { ...fieldsOf(session.preferences), locale }
      const base = { revision: session.preferencesRevision, document }
      return draw(visit, { ...untouched, base, fields: document, isSaved: ctx.URL.searchParams.has('saved') })
    },
    answer: async (ctx, visit, form) => {
      const answered = await answer(visit, form)
      if (answered === null) return `${ctx.path}?saved`
      return { status: answered.status, page: draw(visit, answered) }
    },
  })
}

async function answer({ boundary, requestId, session, texts }: Visit, form: URLSearchParams) {
  let standing: Preferences = session.preferences
  return await answerFields<PreferenceFields, PreferenceFields>(form, {
    texts,
    fields: readFields(form),
    example: fieldsOf(standing),
    fieldsOf: (document) => document,
    read: (document) => ({ document, unreadable: [] }),
    placeOf: (path) => {
      const field = /^\$\.(locale|timeZone|theme)$/.exec(path)?.[1] ?? 'pinned'
      return { field, title: texts.preferences.fields[field as 'locale'] }
    },
    // Of another revision than the session's nothing is written before what stands is read.
    write: (document, on) =>
      boundary.putPreferences({ body: preferencesOf(document, standing), ifMatch: `"${on}"`, requestId }),
    readStanding: async () => {
      const { body, etag } = await boundary.getPreferences({ requestId })
      standing = body
      return { revision: Number(etag.replaceAll('"', '')), document: fieldsOf(body) }
    },
  })
}
