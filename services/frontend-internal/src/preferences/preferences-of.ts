import { defaultPreferences, type Preferences } from '@course-grading/contracts/preferences/preferences'
import type { StoredPreferences } from '@course-grading/data/preferences/preferences-queries'

/** A document that a former release wrote has the defaults of what has come since. */
export const preferencesOf = (stored: Pick<StoredPreferences, 'document'> | null): Preferences =>
  stored === null ? defaultPreferences : { ...defaultPreferences, ...(JSON.parse(stored.document) as Preferences) }
