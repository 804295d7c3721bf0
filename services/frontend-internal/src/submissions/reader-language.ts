import { defaultPreferences, type Preferences } from '@course-grading/contracts/preferences/preferences'
import type { SessionCaller } from '../deps/session-caller.ts'

/** The locale in the reader's preferences, such as `fi` or `fi_FI`. */
export function readerLocale({ session: { preferences } }: Pick<SessionCaller, 'session'>): string {
  return (preferences === null ? defaultPreferences : (JSON.parse(preferences.document) as Preferences)).locale
}

/** The reader's language without its region: `fi` of `fi_FI` and of `fi-FI`. */
export function readerLanguage(caller: SessionCaller): string {
  return readerLocale(caller).split(/[-_]/, 1)[0]?.toLowerCase() ?? ''
}
