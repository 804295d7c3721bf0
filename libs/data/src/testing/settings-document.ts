/** The members of a settings document that this package knows of. */
export interface SettingsDocument {
  readonly revision: number
  readonly schemaVersion: number
  readonly courseId: number
  readonly slug: string
  readonly name: string
  readonly languages: readonly string[]
  readonly listed: boolean
  readonly visibleTagSlugs: readonly string[]
  readonly graders: readonly DocumentGrader[]
  readonly manualGradingExercises: readonly number[]
  readonly tags: readonly DocumentTag[]
}

export interface DocumentGrader {
  readonly userId: number
  readonly languages: readonly string[]
  readonly feedbackTags?: readonly string[]
  readonly gradingTags?: readonly string[]
}

export interface DocumentTag {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly color: string
  readonly fontWhite: boolean
}

export function aTag(slug: string): DocumentTag {
  return { slug, name: `Tag ${slug}`, description: '', color: '#cd0000', fontWhite: true }
}

/** A settings document's text: revision 1, no exercises, no graders, two languages, the tags a and b. */
export function settingsText(courseId: number, change: Partial<SettingsDocument> = {}): string {
  return JSON.stringify({
    revision: 1, schemaVersion: 1, courseId, slug: `course-${courseId}`, name: `Course ${courseId}`, languages: ['fi', 'en'],
    listed: true, visibleTagSlugs: [], graders: [], manualGradingExercises: [], tags: [aTag('a'), aTag('b')], ...change,
  })
}

/** What every write of a test says of itself. */
export const byTeacher = { userId: 101, boundary: 'frontend', operation: 'testWrite' } as const
