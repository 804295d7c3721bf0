import { defaultPreferences, type Preferences } from './preferences.ts'

/** Preferences of somebody who chose some. */
export const preferencesExample: Preferences = {
  ...defaultPreferences,
  locale: 'fi',
  theme: 'dark',
  pinnedCourses: [11],
}
