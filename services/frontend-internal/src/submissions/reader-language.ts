import { defaultPreferences, type Preferences } from '@course-grading/contracts/preferences/preferences'
import type { SessionCaller } from '../deps/session-caller.ts'

/** As the frontend named it, e.g. `fi` or `fi_FI`. */
export function readerLocale({ session: { preferences } }: Pick<SessionCaller, 'session'>): string {
  return (preferences === null ? defaultPreferences : (JSON.parse(preferences.document) as Preferences)).locale
}

/** The language in which somebody reads, without its region: `fi` of `fi_FI` and of `fi-FI`. */
export function readerLanguage(caller: SessionCaller): string {
  return readerLocale(caller).split(/[-_]/, 1)[0]?.toLowerCase() ?? ''
}
