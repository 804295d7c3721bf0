import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { DrawnPage } from '../drawn-lines.fixture.ts'
import { formOfSettings } from './settings-forms.fixture.ts'

const { operations } = frontendInternal
const session = operations.getSession.replies[200].example
const { rubricId } = operations.getRubric.replies[200].example

/** What `drawn-pages.txt` has of the pages of a term's end, with the replies of the boundary. */
export const pagesOfSettings: readonly DrawnPage[] = [
  ['the settings of a course', '/courses/11/settings?saved'],
  [
    'the settings of a course with fresh tags',
    '/courses/11/settings',
    {},
    { form: formOfSettings({ press: 'refresh', listed: null }) },
  ],
  ['the revisions of the settings', '/courses/11/settings/revisions', { listSettingsRevisions: revisions() }],
  ['what a revision changed', '/courses/11/settings/revisions/7', { getSettingsRevision: changedSettings() }],
  ['a new term without another course', '/courses/11/copy'],
  ['a new term from another course', '/courses/11/copy?from=13', { getSession: taught() }],
  [
    'a new term, and what was left out',
    '/courses/11/copy',
    { getSession: taught(), copyCourseGrading: leftOutForEachReason() },
    { form: { person: '101', revision: '4', from: '13', pair: '1103-1104' } },
  ],
]

/** Another course of the teacher, which is set up. */
function taught(): object {
  const [course] = session.courses
  return { ...session, courses: [course, { ...course, courseId: 13, name: 'Third', instanceName: 'Spring 2026' }] }
}

function revisions(): object {
  const [revision] = operations.listSettingsRevisions.replies[200].example.items
  const by = (boundary: string, operation: string, number: number) => ({
    ...revision,
    boundary,
    operation,
    revision: number,
  })
  const items = [by('public', 'putCourseSettings', 9), by('frontend', 'refreshCourseTags', 8), by('frontend', 'x', 7)]
  return { items, nextCursor: 'a+b' }
}

/** A change of each kind. */
function changedSettings(): object {
  const { example } = operations.getSettingsRevision.replies[200]
  const before: Record<string, unknown> = {
    '$.name': 'Programming',
    '$.languages': ['en'],
    '$.listed': false,
    '$.highlightLanguages': ['python', 'c'],
    '$.templates.extensions': [],
    '$.graders': [{ userId: 102, languages: ['en'] }],
    '$.manualGradingExercises': [1103, 1105],
    '$.tags': [],
    '$.ltiLoginUrl': 'https://plus.example/lti-login/3/',
  }
  const changes = Object.entries(before).map(([path, value]) => ({ path, before: value, after: null }))
  return { ...example, changes: [...changes, { path: '$.visibleTagSlugs', before: null, after: null, omitted: true }] }
}

/** By the closed lists of the contract. */
function leftOutForEachReason(): object {
  const { example } = operations.copyCourseGrading.replies[200]
  const [from, to] = [1103, 1104]
  const rubrics = ['copied_before', 'not_published', 'archived', 'no_language', 'ask_again']
  const snippets = ['copied_before', 'no_language', 'no_exercise', 'ask_again', 'too_many']
  const left = {
    rubrics: [
      ...rubrics.map((reason) => ({ rubricId, reason, isNewerThanCopy: false })),
      { rubricId, reason: 'copied_before', isNewerThanCopy: true },
    ],
    snippets: snippets.flatMap((reason) => [
      { snippetId: operations.listSnippets.replies[200].example.items[0]?.snippetId, reason },
      { snippetId: 'another', reason },
    ]),
    exercises: ['not_listed', 'no_settings', 'has_settings', 'rubric_left_out', 'a new one'].map((reason) => ({
      from,
      to,
      reason,
    })),
    settings: ['dueAt', 'releaseAt'].map((setting) => ({ from, to, setting, reason: 'time' })),
    templates: ['no_language', 'has_templates'].map((reason) => ({ language: 'sv', reason })),
  }
  return { ...example, leftOut: left }
}
