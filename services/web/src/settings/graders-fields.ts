import { readJson } from '@course-grading/domain/json/read-json'
import { HttpError } from '@course-grading/http-kit'
import type { CourseGrader } from './write-settings.ts'

/** Which students' works a grader gets: of all, of none, or of those with one of the tags. */
export interface TagChoice {
  readonly which: 'all' | 'none' | 'some'
  readonly tags: readonly string[]
}

/** The fields of the one grader whose line is open. */
export interface OpenGrader {
  /** Null for somebody who is added. */
  readonly userId: number | null
  /** One of the staff, by user id. */
  readonly staff: string
  /** A user number or an e-mail address. */
  readonly person: string
  readonly languages: readonly string[]
  readonly gradingTags: TagChoice
  readonly feedbackTags: TagChoice
}

export interface GradersFields {
  readonly graders: readonly CourseGrader[]
  readonly open: OpenGrader | null
}

export const newGrader = (languages: readonly string[]): OpenGrader => ({
  userId: null,
  staff: '',
  person: '',
  languages,
  gradingTags: { which: 'all', tags: [] },
  feedbackTags: { which: 'all', tags: [] },
})

export const openGrader = ({ userId, languages, gradingTags, feedbackTags }: CourseGrader): OpenGrader => ({
  ...newGrader(languages),
  userId,
  gradingTags: choiceOf(gradingTags),
  feedbackTags: choiceOf(feedbackTags),
})

function choiceOf(tags: readonly string[] | undefined): TagChoice {
  if (tags === undefined) return { which: 'all', tags: [] }
  return { which: tags.length === 0 ? 'none' : 'some', tags }
}

const tagsOf = ({ which, tags }: TagChoice): string[] | undefined =>
  which === 'all' ? undefined : which === 'none' ? [] : [...tags]

/** What the open line makes of a person. */
export function graderOf(open: OpenGrader, userId: number): CourseGrader {
  const [gradingTags, feedbackTags] = [tagsOf(open.gradingTags), tagsOf(open.feedbackTags)]
  return {
    userId,
    languages: [...open.languages],
    ...(feedbackTags && { feedbackTags }),
    ...(gradingTags && { gradingTags }),
  }
}

/** The graders with one of them changed, or added at the end. */
export function withGrader(graders: readonly CourseGrader[], changed: CourseGrader): CourseGrader[] {
  const isKnown = graders.some(({ userId }) => userId === changed.userId)
  return isKnown
    ? graders.map((grader) => (grader.userId === changed.userId ? changed : grader))
    : [...graders, changed]
}

/** What everybody but the open line holds travels in one field. @throws HttpError validation_failed */
export function readGradersFields(form: URLSearchParams): GradersFields {
  const reading = readJson(Buffer.from(form.get('graders') ?? ''), { maxMembers: 32_000 })
  const graders: unknown = reading.ok ? reading.value : null
  if (!Array.isArray(graders) || !graders.every(isGrader)) throw new HttpError('validation_failed')
  const userId = form.get('open')
  if (userId === null) return { graders, open: null }
  return {
    graders,
    open: {
      userId: /^[1-9]\d{0,15}$/.test(userId) ? Number(userId) : null,
      staff: form.get('staff') ?? '',
      person: (form.get('person-typed') ?? '').trim(),
      languages: form.getAll('languages'),
      gradingTags: readChoice(form, 'gradingTags'),
      feedbackTags: readChoice(form, 'feedbackTags'),
    },
  }
}

function readChoice(form: URLSearchParams, name: string): TagChoice {
  const which = form.get(name)
  return { which: which === 'none' || which === 'some' ? which : 'all', tags: form.getAll(`${name}/tag`) }
}

function isGrader(value: unknown): value is CourseGrader {
  if (typeof value !== 'object' || value === null) return false
  const { userId, languages, gradingTags = [], feedbackTags = [] } = value as Partial<CourseGrader>
  return Number.isSafeInteger(userId) && [languages, gradingTags, feedbackTags].every(isTexts)
}

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string')
