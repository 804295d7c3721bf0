/** Absent tags mean no restriction; an empty list means none at all. */
export interface Grader {
  readonly userId: number
  readonly languages: readonly string[]
  readonly feedbackTags?: readonly string[]
  readonly gradingTags?: readonly string[]
}

export interface TemplateSettings {
  readonly automaticExtensions: boolean
  readonly extensions: readonly string[]
  readonly excludedPathSegments: readonly string[]
}

export interface CourseTag {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly color: string
  readonly fontWhite: boolean
}

export interface CourseSettingsChange {
  readonly schemaVersion: number
  readonly slug: string
  readonly name: string
  readonly languages: readonly string[]
  readonly highlightLanguages: readonly string[]
  readonly courseConfigUrl?: string | null
  readonly templates: TemplateSettings
  readonly listed: boolean
  readonly visibleTagSlugs: readonly string[]
  readonly graders: readonly Grader[]
  readonly manualGradingExercises: readonly number[]
}

export interface CourseSettings extends CourseSettingsChange {
  readonly revision: number
  readonly courseId: number
  readonly courseConfigUrl: string | null
  readonly tags: readonly CourseTag[]
  readonly ltiLoginUrl: string | null
}

type KeptCourseSettings = Pick<CourseSettings, 'revision' | 'courseId' | 'tags' | 'ltiLoginUrl'>

/** Keys are in the contract's order; lists as given but for the exercises, which ascend; an absent configuration URL is null. */
export function composeCourseSettings(kept: KeptCourseSettings, change: CourseSettingsChange): CourseSettings {
  return {
    revision: kept.revision,
    schemaVersion: change.schemaVersion,
    courseId: kept.courseId,
    slug: change.slug,
    name: change.name,
    languages: change.languages,
    highlightLanguages: change.highlightLanguages,
    courseConfigUrl: change.courseConfigUrl ?? null,
    templates: {
      automaticExtensions: change.templates.automaticExtensions,
      extensions: change.templates.extensions,
      excludedPathSegments: change.templates.excludedPathSegments,
    },
    listed: change.listed,
    visibleTagSlugs: change.visibleTagSlugs,
    graders: change.graders.map(composeGrader),
    manualGradingExercises: change.manualGradingExercises.toSorted((a, b) => a - b),
    tags: kept.tags.map(({ slug, name, description, color, fontWhite }) => ({
      slug,
      name,
      description,
      color,
      fontWhite,
    })),
    ltiLoginUrl: kept.ltiLoginUrl,
  }
}

function composeGrader(grader: Grader): Grader {
  return {
    userId: grader.userId,
    languages: grader.languages,
    ...(grader.feedbackTags && { feedbackTags: grader.feedbackTags }),
    ...(grader.gradingTags && { gradingTags: grader.gradingTags }),
  }
}
