import { studentDocumentExample } from '@course-grading/contracts/feedback/feedback-examples'
import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { maxPageSize } from '@course-grading/contracts/schemas/paging'
import type { StandInBoundary } from './stand-in-boundary.fixture.ts'
import type { WebRequest } from './web.fixture.ts'

const { operations } = frontendInternal

const some = <Item>(count: number, make: (number: number) => Item): Item[] =>
  Array.from({ length: count }, (_each, place) => make(place + 1))
const person = (userId: number) => ({ userId, fullName: `Firstname Lastname-Of-Many ${userId}`, alias: false })
const nameOf = (number: number): string => `|en:${number}. Programming exercise|fi:${number}. Ohjelmointitehtävä|`
const idOf = (number: number): string => `019ea3f2-7000-7a10-8c2d-${String(number).padStart(12, '0')}`
const tags = some(40, (number) => ({
  description: '',
  color: '#CD0000',
  fontWhite: true,
  name: `Group ${number}`,
  slug: `group-${number}`,
}))
const pairOf = (number: number) => ({ from: 10_000 + number, to: 10_000 + number })
const gradersOf = some(200, (number) => ({
  userId: 100 + number,
  languages: ['en', 'fi'],
  ...(number % 2 === 0 && { gradingTags: [`group-${1 + (number % 40)}`] }),
}))
const settings = {
  ...operations.getCourseSettings.replies[200].example,
  tags,
  languages: ['en', 'fi', 'sv'],
  graders: gradersOf,
  manualGradingExercises: some(400, (number) => 10_000 + number),
}

const [queue] = operations.listQueues.replies[200].example.items
const [shown] = operations.listSubmissions.replies[200].example.items
const [brief] = operations.listRubrics.replies[200].example.items
const [revision] = operations.listSettingsRevisions.replies[200].example.items
const [delivery] = operations.listDeliveries.replies[200].example.items
const progress = operations.getGradingProgress.replies[200].example
const snippet = operations.createSnippet.replies[201].example
const session = operations.getSession.replies[200].example

const student = operations.getStudent.replies[200].example
const [work] = student.submissions
const studentText = `/courses/11/feedback/${studentDocumentExample.id}`
const lists = {
  listStudents: some(1_200, (number) => ({
    ...student,
    ...person(2_000 + number),
    tagSlugs: some(5, (tag) => `group-${tag}`),
  })),
  listFeedbackVersions: some(200, (number) => ({
    ...operations.getFeedbackVersion.replies[200].example,
    number,
  })),
  listQueues: some(400, (number) => ({
    ...queue,
    exerciseId: 10_000 + number,
    exerciseName: nameOf(number),
    dueAt: new Date(Date.now() + 86_400_000).toISOString(),
    grading: { ...queue.grading, rubricId: idOf(number) },
  })),
  listRubrics: some(400, (number) => ({
    ...brief,
    rubricId: idOf(number),
    exerciseIds: [10_000 + number],
    hasDraft: true,
  })),
  listSnippets: some(2_000, (number) => ({
    ...snippet,
    snippetId: idOf(number),
    text: { en: '"'.repeat(5_000), fi: 'ä'.repeat(5_000), sv: 'å'.repeat(5_000) },
    useCount: 2_000 - number,
    lastUsedAt: '2026-11-02T10:00:00.000Z',
  })),
  listSettingsRevisions: some(400, (number) => ({ ...revision, revision: 401 - number })),
  listDeliveries: some(400, (number) => ({
    ...delivery,
    id: idOf(number),
    exerciseName: nameOf(number),
    submitters: some(3, (student) => person(2_000 + number + student)),
    upstream: { at: '2026-11-02T10:00:00.000Z', grade: 12, status: 'ready', latePenalty: null },
  })),
  listSubmissions: some(400, (number) => ({
    ...shown,
    submissionId: number,
    exerciseName: nameOf(number),
    postponed: { note: 'n'.repeat(500), at: shown.submittedAt },
    submitters: some(3, (student) => person(2_000 + number + student)),
    state: 'completed',
    points: 12.5,
    assessment: { id: idOf(number), state: 'completed', grader: person(101), holder: null, leaseExpiresAt: null },
  })),
}

const bodies = {
  getSession: {
    ...session,
    courses: [11, 10].map((courseId) => ({ ...session.courses[0], courseId, configured: true, roles: ['teacher'] })),
    preferences: { ...session.preferences, locale: 'en' },
  },
  getGradingProgress: {
    graders: some(200, (number) => ({
      ...progress.graders[0],
      person: person(100 + number),
      gradingTags: gradersOf[number - 1]?.gradingTags ?? null,
    })),
    staff: some(200, (number) => person(500 + number)),
    stuck: some(400, (number) => ({
      exerciseId: 10_000 + number,
      exerciseName: nameOf(number),
      languages: [{ language: 'sv', count: 12 }],
      byTags: 3,
    })),
  },
  getCourseSnapshot: {
    ...operations.getCourseSnapshot.replies[200].example,
    tags,
    modules: some(20, (module) => ({
      id: module,
      name: `|en:Round ${module}|fi:Kierros ${module}|`,
      open: true,
      exercises: some(20, (number) => ({
        exerciseId: 10_000 + (module - 1) * 20 + number,
        name: nameOf((module - 1) * 20 + number),
        maxPoints: 20,
        manual: true,
      })),
    })),
  },
  getCourse: { ...operations.getCourse.replies[200].example, languages: settings.languages },
  getFeedbackTemplates: { revision: 7, templates: { en: 'A'.repeat(20_000), fi: 'ä'.repeat(20_000) } },
  getStudent: {
    ...student,
    submissions: some(5_000, (number) => ({
      ...work,
      submissionId: number,
      exerciseName: nameOf(number),
      state: 'released',
      points: 17,
      maxPoints: 20,
    })),
    feedback: some(1_000, (number) => ({
      id: idOf(number),
      submissionId: number,
      state: 'published',
      author: person(101),
      updatedAt: shown.submittedAt,
      publishedAt: shown.submittedAt,
      readAt: null,
    })),
    pointsByExercise: some(400, (number) => ({
      exerciseId: 10_000 + number,
      exerciseName: nameOf(number),
      points: 17,
      maxPoints: 20,
    })),
  },
  getFeedback: { ...studentDocumentExample, body: 'A line of a text.\n'.repeat(1_000) },
  getCourseSettings: settings,
  getSettingsRevision: {
    ...operations.getSettingsRevision.replies[200].example,
    document: settings,
    changes: [
      { path: '$.graders', before: [], after: gradersOf },
      { path: '$.manualGradingExercises', before: [], after: settings.manualGradingExercises },
    ],
  },
  copyCourseGrading: {
    ...operations.copyCourseGrading.replies[200].example,
    leftOut: {
      rubrics: some(400, (number) => ({ rubricId: idOf(number), reason: 'copied_before', isNewerThanCopy: true })),
      snippets: some(2_000, (number) => ({ snippetId: idOf(number), reason: 'no_language' })),
      exercises: some(200, (number) => ({ ...pairOf(number), reason: 'has_settings' })),
      settings: some(200, (number) => ({ ...pairOf(number), setting: 'dueAt', reason: 'time' })),
      templates: [],
    },
  },
  importGraders: {
    ...operations.importGraders.replies[200].example,
    graders: gradersOf.map(({ userId }) => ({ userId, languages: ['sv'], feedbackTags: ['group-1'] })),
  },
}

type Name = Parameters<StandInBoundary['replyWith']>[0]

/** A course of the largest size that pages are made for: 400 exercises, 200 graders, and more than a page of all else. */
export function beLarge({ replyWith }: StandInBoundary): void {
  for (const [name, body] of Object.entries(bodies)) replyWith(name as Name, { status: 200, body, revision: 7 })
  for (const [name, items] of Object.entries(lists))
    replyWith(name as Name, ({ target }) => {
      const asked = new URL(target, 'http://boundary').searchParams
      const [from, limit] = [Number(asked.get('cursor') ?? 0), Number(asked.get('limit') ?? maxPageSize)]
      const nextCursor = from + limit < items.length ? String(from + limit) : null
      return { status: 200, body: { items: items.slice(from, from + limit), nextCursor } }
    })
}

const course = '/courses/11'
const rows = some(200, (number) => `${100 + number};sv;group-1;`)
const sent = { person: '101', revision: '7' }
const pairs = some(400, (number): [string, string] => ['pair', `${10_000 + number}-${10_000 + number}`])
const csv = `email;languages;feedbackTags;gradingTags\n${rows.join('\n')}\n`

export const pagesOfLargeCourse: [what: string, path: string, asked?: WebRequest][] = [
  ['the overview', course],
  ['the graders', `${course}/settings/graders`],
  [
    'the graders, one of them open',
    `${course}/settings/graders`,
    { form: { ...sent, graders: JSON.stringify(gradersOf), press: 'change:110' } },
  ],
  ['a file of graders', `${course}/settings/graders/file`, { form: { ...sent, csv } }],
  ['the exercises by hand', `${course}/settings/exercises`],
  ['the settings of an exercise', `${course}/exercises/10001/settings`],
  ['the queue of an exercise', `${course}/exercises/10001`],
  ['the release of an exercise', `${course}/exercises/10001/release`],
  ['the deliveries', `${course}/deliveries`],
  ['the deliveries that wait', `${course}/deliveries?state=ambiguous`],
  ['the rubrics', `${course}/rubrics`],
  ['the submissions', `${course}/submissions`],
  ['the comments', `${course}/comments`],
  ['a comment with 15,000 characters', `${course}/comments/${idOf(1)}/change`],
  ['the templates', `${course}/comments/templates`],
  ['the preferences', '/preferences'],
  ['the students', `${course}/students`],
  ['a student with 5,000 submissions', `${course}/students/201`],
  ['a text to a student', studentText],
  ['the settings', `${course}/settings`],
  ['the revisions of the settings', `${course}/settings/revisions`],
  ['a revision of the settings', `${course}/settings/revisions/7`],
  ['a course to copy from', `${course}/copy?from=10`],
  ['what was copied', `${course}/copy`, { form: [...Object.entries({ ...sent, from: '10' }), ...pairs] }],
]
