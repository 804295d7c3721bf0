import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { beforeEach } from 'vitest'
import { openTestWeb } from '../web.fixture.ts'

const { operations } = frontendInternal
const session = operations.getSession.replies[200].example
export const settingsDocument = operations.getCourseSettings.replies[200].example
export const writableSettings = operations.putCourseSettings.example.body

/** The form of the settings of revision 7 as a browser sends it, with other values of some fields: null for a box without a tick. */
export function formOfSettings(
  changed: Readonly<Record<string, string | readonly string[] | null>> = {},
): [string, string][] {
  const { templates, name, slug, languages, courseConfigUrl, ...own } = writableSettings
  const fields: Readonly<Record<string, string | readonly string[] | null>> = {
    person: '101',
    revision: '7',
    name,
    slug,
    languages: languages.join(', '),
    courseConfigUrl: courseConfigUrl ?? '',
    listed: 'on',
    highlightLanguages: own.highlightLanguages,
    visibleTagSlugs: own.visibleTagSlugs,
    automaticExtensions: 'on',
    extensions: templates.extensions.join('\r\n'),
    excludedPathSegments: templates.excludedPathSegments.join('\r\n'),
    ltiLoginUrl: '',
    ...changed,
  }
  return Object.entries(fields).flatMap(([field, value]) =>
    [value ?? []].flat().map((each): [string, string] => [field, each]),
  )
}

/** Pages in English for a teacher of the course of the examples, whose settings are at revision 7. */
export async function openTeaching() {
  const { ask, boundary } = await openTestWeb()
  function signIn(...roles: string[]): void {
    const courses = session.courses.map((course) => ({ ...course, roles }))
    const preferences = { ...session.preferences, locale: 'en' }
    boundary.replyWith('getSession', { status: 200, body: { ...session, courses, preferences } })
  }
  beforeEach(() => {
    boundary.forget()
    signIn('teacher')
  })
  return {
    ask,
    boundary,
    signIn,
    writes: (operation = 'putCourseSettings') => boundary.calls.filter((call) => call.operation === operation),
    /** Refuses each write. */
    refuse: (operation: 'putCourseSettings' | 'importGraders', status: number, body: object): void =>
      boundary.replyWith(operation, { status, body: { requestId: 'r-12345678', ...body } }),
    /** Somebody else wrote `theirs` after the form was drawn, as revision 8. */
    changedMeanwhile(theirs: object): void {
      const document = { ...settingsDocument, ...theirs, revision: 8 }
      const detail = operations.getSettingsRevision.replies[200].example
      boundary.replyWith('getCourseSettings', { status: 200, body: document, revision: 8 })
      boundary.replyWith('getSettingsRevision', ({ target }) => ({
        status: 200,
        body: target.endsWith('/8')
          ? { ...detail, revision: 8, document, by: { userId: 104, fullName: 'Olli Opettaja', alias: false } }
          : detail,
      }))
      boundary.replyWith('putCourseSettings', ({ ifMatch }) =>
        ifMatch === '"8"'
          ? { status: 200, body: { ...document, revision: 9 } }
          : { status: 412, body: { code: 'revision_conflict', requestId: 'r-12345678' } },
      )
    },
  }
}
