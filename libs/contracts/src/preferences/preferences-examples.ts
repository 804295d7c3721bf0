import { defaultPreferences, type Preferences } from './preferences.ts'

export const preferencesExample: Preferences = {
  ...defaultPreferences,
  locale: 'fi',
  theme: 'dark',
  pinnedCourses: [11],
}
