import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { DrawnPage } from '../drawn-lines.fixture.ts'

const { operations } = frontendInternal
const list = '/courses/11/comments'
const session = operations.getSession.replies[200].example
const toGrader = {
  getSession: { ...session, courses: session.courses.map((each) => ({ ...each, roles: ['grader'] })) },
}
const snippet = operations.createSnippet.replies[201].example
const one = `${list}/${snippet.snippetId}`
const comments = {
  // One of the course that was used, and the person's own.
  items: [
    { ...snippet, useCount: 1200, lastUsedAt: '2026-11-02T10:00:00.000Z', text: { fi: 'word '.repeat(60) } },
    { ...snippet, exerciseId: null, points: null, snippetId: snippet.snippetId.replace(/.$/, '5'), scope: 'personal' },
  ],
  nextCursor: null,
}
const typed = {
  person: '101',
  revision: '1',
  base: '{"label":"Theirs"}',
  stale: 'label',
  press: 'preview:text.en',
  'text.en': 'Mine',
}

export const drawnComments: readonly DrawnPage[] = [
  ['the comments of a course', `${list}?q=a&done=saved`, { listSnippets: { ...comments, nextCursor: 'a+b' } }],
  ['the comments of a course to its graders', list, { ...toGrader, listSnippets: comments }],
  ['a new comment', `${list}/new`],
  ['a comment that two people changed', `${one}/change`, {}, { form: typed }],
  ['the page that retires a comment', `${one}/retire`],
  ['the templates', `${list}/templates?saved`],
  ['the templates to graders', `${list}/templates`, toGrader],
]
