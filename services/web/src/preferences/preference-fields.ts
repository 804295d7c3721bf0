import type { Preferences } from '@course-grading/contracts/preferences/preferences'
import { textsFor } from '../texts/texts.ts'

/** What the form's fields hold, as texts: `on` or nothing in a box. */
export interface PreferenceFields {
  readonly locale: string
  /** Empty: that of the service. */
  readonly timeZone: string
  readonly theme: Preferences['theme']
  readonly autoAdvance: string
  readonly hideTemplateCode: string
  /** Ids of courses, in their order. */
  readonly pinned: string
}

export const fieldsOf = ({ locale, timeZone, theme, grading, pinnedCourses }: Preferences): PreferenceFields => ({
  locale: textsFor(locale).locale,
  timeZone: timeZone ?? '',
  theme,
  autoAdvance: grading.autoAdvance ? 'on' : '',
  hideTemplateCode: grading.hideTemplateCode ? 'on' : '',
  pinned: pinnedCourses.join(' '),
})

export const readFields = (form: URLSearchParams): PreferenceFields => ({
  locale: form.get('locale') ?? '',
  timeZone: form.get('timeZone') ?? '',
  theme: form.get('theme') ?? '',
  autoAdvance: form.get('autoAdvance') ?? '',
  hideTemplateCode: form.get('hideTemplateCode') ?? '',
  pinned: form.getAll('pinned').join(' '),
})

/** Members that this form does not have stay as they stand. */
export const preferencesOf = (fields: PreferenceFields, standing: Preferences): Preferences => ({
  ...standing,
  locale: fields.locale,
  timeZone: fields.timeZone === '' ? null : fields.timeZone,
  theme: fields.theme,
  grading: {
    ...standing.grading,
    autoAdvance: fields.autoAdvance !== '',
    hideTemplateCode: fields.hideTemplateCode !== '',
  },
  pinnedCourses: pinnedIn(fields),
})

export const pinnedIn = ({ pinned }: Pick<PreferenceFields, 'pinned'>): number[] =>
  pinned.split(' ').flatMap((id) => (id === '' ? [] : [Number(id)]))
