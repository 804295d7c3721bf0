import { type FormField, type Launch, signLaunch } from '@course-grading/test-fake-upstream'
import { openTestWeb, publicOrigin, type TestWeb, type WebReply } from '../web.fixture.ts'

export const service = { key: 'course-grading', secret: 'the-secret', launchUrl: `${publicOrigin}/lti/launch` }
export const token = '0065'.repeat(10)

/** Ada opens course 11 from the menu of A+. The simulator signs, which shares no code with what checks. */
export const signed = (changes: Partial<Launch> = {}): FormField[] =>
  signLaunch({
    service,
    siteUrl: 'https://plus.example',
    person: { id: 101, givenName: 'Ada', familyName: 'Teacher', email: 'ada@plus.example', token },
    role: 'teacher',
    course: { id: 11, code: 'P1', name: 'Programming 1', path: 'p1/2026' },
    ...changes,
  })

interface LaunchedWeb extends TestWeb {
  /** As a browser posts it from a page of A+. */
  readonly launch: (form: FormField[], path?: string) => Promise<WebReply>
}

export async function openLaunchedWeb(
  env: Readonly<Record<string, string>> = { LTI_KEY: service.key, LTI_SECRET: service.secret },
): Promise<LaunchedWeb> {
  const web = await openTestWeb(undefined, env)
  return { ...web, launch: (form, path = '/lti/launch') => web.ask(path, { form, headers: { Origin: 'null' } }) }
}

/** The same form with another value, which nobody signed. */
export function changed(form: FormField[], name: string, value: string): FormField[] {
  return form.map((field) => (field[0] === name ? [name, value] : field))
}
