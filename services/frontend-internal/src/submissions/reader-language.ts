import { defaultPreferences, type Preferences } from '@course-grading/contracts/preferences/preferences'
import type { SessionCaller } from '../access/session-caller.ts'

/** The language in which somebody reads, without its region: `fi` of `fi_FI` and of `fi-FI`. */
export function readerLanguage({ session: { preferences } }: SessionCaller): string {
  const { locale } = preferences === null ? defaultPreferences : (JSON.parse(preferences.document) as Preferences)
  return locale.split(/[-_]/, 1)[0]?.toLowerCase() ?? ''
}
