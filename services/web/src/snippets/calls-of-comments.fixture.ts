import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { CallsOfRoute } from '../web.fixture.ts'

const { operations } = frontendInternal
const {
  params: { snippetId },
  body: snippet,
} = operations.putSnippet.example
const list = '/courses/11/comments'
const one = `${list}/${snippetId}`
const visit = 'getSession /session'
const course = 'getCourse /courses/11'
const listed = 'listSnippets /courses/11/snippets?limit=50'
const queues = 'listQueues /courses/11/grading/queues?limit=200'
const ofForm = { person: '101', revision: '3', base: '{}' }
const typed = { ...ofForm, label: snippet.label, points: '-0,5', exerciseId: '1103', criterionId: 'style' }
const text = { en: 'T', fi: 'U' }

/** The routes of comments and templates, as in `callsOfRoutes`. */
export const callsOfComments: readonly CallsOfRoute[] = [
  ['comments', `${list}?q=names`, {}, [visit, 'listSnippets /courses/11/snippets?q=names&limit=50', queues]],
  ['showCommentNew', `${list}/new`, {}, [visit, course, queues]],
  [
    'commentNew',
    `${list}/new`,
    { form: { ...typed, scope: 'course', 'text.en': 'T', 'text.fi': 'U' } },
    [
      visit,
      `createSnippet /courses/11/snippets ${JSON.stringify({ scope: 'course', label: snippet.label, text, points: -0.5, exerciseId: 1103, criterionId: 'style' })}`,
    ],
  ],
  ['showComment', `${one}/change`, {}, [visit, course, listed, queues]],
  [
    'comment',
    `${one}/change`,
    { form: { ...typed, exerciseId: '', criterionId: '', points: '', 'text.en': 'T', 'text.fi': ' ' } },
    [
      visit,
      `putSnippet /snippets/${snippetId} "3" ${JSON.stringify({ label: snippet.label, text: { en: 'T' }, points: null, exerciseId: null, criterionId: null })}`,
    ],
  ],
  ['showCommentRetire', `${one}/retire`, {}, [visit, listed]],
  ['commentRetire', `${one}/retire`, { form: { revision: '2' } }, [visit, `retireSnippet /snippets/${snippetId} "2"`]],
  ['showTemplates', `${list}/templates`, {}, [visit, 'getFeedbackTemplates /courses/11/feedback/templates', course]],
  [
    'templates',
    `${list}/templates`,
    { form: { ...ofForm, 'text.en': 'Dear {{studentName}}', 'text.fi': '' } },
    [visit, 'putFeedbackTemplates /courses/11/feedback/templates "3" {"templates":{"en":"Dear {{studentName}}"}}'],
  ],
]
