import type { Issue } from '../errors/domain-error.ts'
import { composeCourseSettings, type CourseSettings, type CourseSettingsChange } from './course-settings.ts'

interface CourseSettingsPlan {
  readonly next: CourseSettings
  readonly issues: readonly Issue[]
}

export type SlugRule = 'immutable' | 'may_change'

/** Every issue at once, except who is staff, and who holds a slug or an exercise: only upstream and the database know. */
export function planCourseSettings(
  current: CourseSettings,
  change: CourseSettingsChange,
  slug: SlugRule,
): CourseSettingsPlan {
  const next = composeCourseSettings({ ...current, revision: current.revision + 1 }, change)
  return {
    next,
    issues: [...(slug === 'immutable' ? slugIssues(current, change) : []), ...referenceIssues(current, change)],
  }
}

function slugIssues(current: CourseSettings, change: CourseSettingsChange): Issue[] {
  if (change.slug === current.slug) return []
  return [{ path: '$.slug', code: 'immutable', message: `The slug must stay "${current.slug}".` }]
}

function referenceIssues(current: CourseSettings, change: CourseSettingsChange): Issue[] {
  const tags = new Set(current.tags.map((tag) => tag.slug))
  const languages = new Set(change.languages)
  return [
    ...unknownEntries('$.visibleTagSlugs', change.visibleTagSlugs, tags, 'tag'),
    ...change.graders.flatMap((grader, index) => [
      ...unknownEntries(`$.graders[${index}].languages`, grader.languages, languages, 'language'),
      ...unknownEntries(`$.graders[${index}].feedbackTags`, grader.feedbackTags ?? [], tags, 'tag'),
      ...unknownEntries(`$.graders[${index}].gradingTags`, grader.gradingTags ?? [], tags, 'tag'),
    ]),
  ]
}

/** The first code points of an entry: enough to find it, and never megabytes. */
const shownStart = /^[^]{0,128}/u

function unknownEntries(
  path: string,
  entries: readonly string[],
  known: ReadonlySet<string>,
  kind: 'tag' | 'language',
): Issue[] {
  return entries
    .filter((entry) => !known.has(entry))
    .map((entry) => ({
      path,
      code: 'invalid_value',
      message: `The course has no ${kind} "${shownStart.exec(entry)?.[0]}".`,
    }))
}
