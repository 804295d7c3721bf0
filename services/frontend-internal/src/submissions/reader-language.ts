import type { SessionCaller } from '../deps/session-caller.ts'
import { preferencesOf } from '../preferences/preferences-of.ts'

/** The locale in the reader's preferences, such as `fi` or `fi_FI`. */
export const readerLocale = ({ session: { preferences } }: Pick<SessionCaller, 'session'>): string =>
  preferencesOf(preferences).locale

/** The reader's language without its region: `fi` of `fi_FI` and of `fi-FI`. */
export function readerLanguage(caller: SessionCaller): string {
  return readerLocale(caller).split(/[-_]/, 1)[0]?.toLowerCase() ?? ''
}
