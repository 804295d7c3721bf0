import type { CourseSettings, CourseTag } from '@course-grading/domain/settings/course-settings'

export function aTag(slug: string): CourseTag {
  return { slug, name: `Tag ${slug}`, description: '', color: '#cd0000', fontWhite: true }
}

/** A settings document's text: revision 1, no exercises, no graders, two languages, the tags a and b. */
export function settingsText(courseId: number, change: Partial<CourseSettings> = {}): string {
  const settings: CourseSettings = {
    revision: 1,
    schemaVersion: 1,
    courseId,
    slug: `course-${courseId}`,
    name: `Course ${courseId}`,
    languages: ['fi', 'en'],
    highlightLanguages: [],
    courseConfigUrl: null,
    templates: { automaticExtensions: true, extensions: [], excludedPathSegments: [] },
    listed: true,
    visibleTagSlugs: [],
    graders: [],
    manualGradingExercises: [],
    tags: [aTag('a'), aTag('b')],
    ltiLoginUrl: null,
    ...change,
  }
  return JSON.stringify(settings)
}

/** The author and origin that writes of tests record. */
export const byTeacher = { userId: 101, boundary: 'frontend', operation: 'testWrite' } as const
