import type { CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'

/** The settings that have no page of their own. */
export type OwnField = keyof Omit<
  CourseSettingsUpdate,
  'schemaVersion' | 'templates' | 'graders' | 'manualGradingExercises'
>

/** Those that two people can change to different values: of a set both changes stand. */
export const comparedFields = ['name', 'languages', 'slug', 'courseConfigUrl'] as const satisfies readonly OwnField[]
export type ComparedField = (typeof comparedFields)[number]

export const isCompared = (field: string): field is ComparedField => comparedFields.some((each) => each === field)

/** What a text field shows. */
export const textOf = (document: CourseSettingsUpdate, field: ComparedField): string =>
  field === 'languages' ? document.languages.join(', ') : (document[field] ?? '')

/** One entry a line. */
export const linesOf = (entries: readonly string[]): string => entries.join('\n')

/** The settings with what was typed. What was not touched stays as it is, whatever its field makes of it. */
export function readSettingsForm(form: URLSearchParams, base: CourseSettingsUpdate): CourseSettingsUpdate {
  const typed = (name: string): string => form.get(name) ?? ''
  const textIn = (name: ComparedField): string | null =>
    typed(name) === textOf(base, name) ? null : typed(name).trim()
  const linesIn = (name: string, before: string[]): string[] =>
    typed(name) === linesOf(before).replaceAll(/\r\n?/g, '\n')
      ? before
      : typed(name)
          .split('\n')
          .filter((line) => line.trim() !== '')
  const address = textIn('courseConfigUrl')
  return {
    ...base,
    name: textIn('name') ?? base.name,
    slug: textIn('slug') ?? base.slug,
    languages:
      textIn('languages')
        ?.split(/[\s,;]+/)
        .filter((code) => code !== '') ?? base.languages,
    courseConfigUrl: address === null ? (base.courseConfigUrl ?? null) : address === '' ? null : address,
    listed: form.has('listed'),
    highlightLanguages: chosenOf(form.getAll('highlightLanguages'), base.highlightLanguages),
    visibleTagSlugs: chosenOf(form.getAll('visibleTagSlugs'), base.visibleTagSlugs),
    templates: {
      automaticExtensions: form.has('automaticExtensions'),
      extensions: linesIn('extensions', base.templates.extensions),
      excludedPathSegments: linesIn('excludedPathSegments', base.templates.excludedPathSegments),
    },
  }
}

/** In the order of before, then what is new. */
const chosenOf = (chosen: readonly string[], before: readonly string[]): string[] => [
  ...before.filter((entry) => chosen.includes(entry)),
  ...chosen.filter((entry) => !before.includes(entry)),
]
