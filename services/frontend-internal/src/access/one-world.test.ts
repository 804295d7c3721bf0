import type { GradingProgress } from '@course-grading/contracts/claims/grading-progress'
import { describe, expect } from 'vitest'
import { ask, operations } from '../every-operation.fixture.ts'
import { itOn } from '../service-test.fixture.ts'
import { idsOf, peopleOf, startOneWorld, type Work, works } from './one-world.fixture.ts'
import {
  archived,
  claimedInTurn,
  each,
  exported,
  handBack,
  list,
  type Look,
  ofStudents,
} from './one-world-views.fixture.ts'

const it = itOn(startOneWorld).extend('as', { scope: 'file' }, ({ service }) => peopleOf(service))

describe.each(views())('%s', (_operation, column, look) => {
  it.for(people())('shows %s what the table says, and nothing else', async ([_who, userId, cells], { as }) => {
    expect(await look(as(userId))).toEqual(column.flatMap((name) => cells[name] ?? []))
  })
})

describe('listQueues', () => {
  it.for(people())('counts as mine for %s what the table says', async ([_who, userId, { grades }], { as }) => {
    const reply = await as(userId)('GET', '/courses/11/grading/queues')
    if (reply.ok) expect(await reply.json()).toMatchObject({ items: [{ mine: 0 }, { mine: grades?.length }] })
    else await expect(reply).toBeProblem(403, 'forbidden')
  })
})

describe('getGradingProgress', () => {
  it('counts as what each grader may grade what the table says', async ({ service }) => {
    const { graders } = await service.read<GradingProgress>('/courses/11/grading/progress')
    for (const [who, userId, { grades }] of people().filter((row) => row[3] === 'grader'))
      expect(graders.find(({ person }) => person.userId === userId)?.mayGrade, who).toBe(grades?.length)
  })
})

describe('the operations of a right in the course', () => {
  it.for(people())('are for %s as the table says', async ([_who, userId, , right], { service }) => {
    const session = await service.signIn(userId)
    for (const each of ofCourse) {
      const [name, { allow, method }] = each
      // The right is checked before the media type, so that nothing is written.
      const write = { body: 'x', headers: { 'Content-Type': 'text/plain' } }
      const reply = await ask(service, each, { session, ...(method !== 'get' && write) })
      expect(reply.status === 403, name).toBe(rights.indexOf(allow) > rights.indexOf(right))
      await reply.body?.cancel()
    }
  })
})

describe('the lists of the boundary', () => {
  it('are all here, if they differ between members of staff with the same right', () => {
    const lists = operations.filter(([, { pageKey }]) => pageKey !== undefined).map(([name]) => name)
    const here = ['listQueues', ...views().map(([name]) => name.split(' ')[0])]
    expect(lists.filter((name) => !here.includes(name))).toEqual([
      'listSessions',
      'listCourses',
      'listSettingsRevisions',
      'listRubrics',
      'listRubricVersions',
      'getRubricMigration',
      'listOpenClaims',
      'listMyClaims',
      'listParkedDrafts',
      'listSnippets',
    ])
  })
})

/** Each includes those before it. */
const rights: readonly string[] = ['nobody', 'member', 'grader', 'teacher']
const ofCourse = operations.filter(
  ([, { allow, path }]) => rights.includes(allow) && path.startsWith('/courses/{courseId}'),
)

/** What a student may see of it is in the column `own`, where a view names it. */
type Column = 'students' | 'addressed' | 'documents' | 'reads' | 'grades' | 'teaches' | 'own'
type Cells = Readonly<Partial<Record<Column, readonly Work[]>>>

function people(): readonly (readonly [who: string, userId: number, cells: Cells, right: string])[] {
  const rows = [
    // who                                              right     students addressed documents reads grades teaches own
    ['a teacher', 101, /*                           */ 'teacher', 'all', 'all', 'all', 'all', 'all', 'all', ''],
    ['a teacher who is also a grader with tags', 302, /**/ 'teacher', 'all', 'all', 'all', 'all', 'all', 'all', ''],
    ['a grader of everything', 103, /*              */ 'grader', 'all', 'all', 'all', 'all', 'all', '', ''],
    ['a grader by language', 102, /*                */ 'grader', 'all', 'all', 'fi', 'fi', 'fi', '', ''],
    ['a grader by feedback tags alone', 303, /*     */ 'grader', 'all', 'A', 'A', 'all', 'all', '', ''],
    ['a grader by grading tags alone', 304, /*      */ 'grader', 'all', 'all', 'all', 'all', 'A', '', ''],
    ['a grader for feedback alone', 305, /*         */ 'grader', 'A', 'A', 'A', 'A', '', '', ''],
    ['a grader for grading alone', 306, /*          */ 'grader', 'B', '', '', 'B', 'B', '', ''],
    ['a grader by language and both tags', 307, /*  */ 'grader', 'all', 'A', 'fiA', 'fi', 'fiB', '', ''],
    ['an assistant who is no grader', 105, /*       */ 'member', '', '', '', '', '', '', ''],
    ['a student', 201, /*                           */ 'member', '', '', '', '', '', '', 'fiA'],
    ['a stranger', 104, /*                          */ 'nobody', '', '', '', '', '', '', ''],
  ] as const
  const columns = ['students', 'addressed', 'documents', 'reads', 'grades', 'teaches', 'own'] as const
  return rows.map(([who, userId, right, ...cells]) => {
    const worksOf = (cell = '') => works.filter((work) => cell !== '' && (cell === 'all' || work.includes(cell)))
    return [who, userId, Object.fromEntries(columns.map((column, at) => [column, worksOf(cells[at])])), right]
  })
}

/** Each list and each operation about one thing of a student, with its columns. */
function views(): readonly (readonly [operation: string, columns: readonly Column[], look: Look])[] {
  const course = '/courses/11'
  return [
    ['listStudents', ['students'], list(`${course}/students?`, 'userId')],
    ['listStudents by feedback', ['documents'], list(`${course}/students?feedback=published&`, 'userId')],
    ['getStudent', ['students', 'own'], each((work) => `${course}/students/${idsOf(work).student}`)],
    [
      'getStudent with submissions',
      ['reads', 'own'],
      ofStudents(({ submissions }) => submissions.map(({ submissionId }) => submissionId)),
    ],
    ['getStudent with feedback', ['documents', 'own'], ofStudents(({ feedback }) => feedback.map(({ id }) => id))],
    ['listFeedbackStudents', ['addressed'], list(`${course}/feedback/students?`, 'userId')],
    ['listFeedbackStudents with it', ['documents'], list(`${course}/feedback/students?state=published&`, 'userId')],
    ['getFeedback', ['documents'], each((work) => `/feedback/${idsOf(work).document}`)],
    ['listFeedbackVersions', ['documents'], each((work) => `/feedback/${idsOf(work).document}/versions`)],
    [
      'createFeedback',
      ['documents'],
      each(
        () => `${course}/feedback`,
        'POST',
        (work) => ({ userId: idsOf(work).student, language: idsOf(work).language }),
      ),
    ],
    ['listMyFeedback', ['own'], list('/my/feedback?', 'id')],
    ['getMyFeedback', ['own'], each((work) => `/my/feedback/${idsOf(work).document}`)],
    ['listSubmissions', ['reads', 'own'], list(`${course}/submissions?exerciseId=1107&`, 'submissionId')],
    [
      'listSubmissions to claim',
      ['grades'],
      list(`${course}/submissions?exerciseId=1107&`, 'submissionId', 'mayClaim'),
    ],
    ['getSubmission', ['reads', 'own'], each((work) => `/submissions/${idsOf(work).waiting}`)],
    ['getSubmissionContent', ['reads', 'own'], each((work) => `/submissions/${idsOf(work).waiting}/content`)],
    [
      'getSubmissionFile',
      ['reads', 'own'],
      each((work) => `/submissions/${idsOf(work).waiting}/files/${idsOf(work).file}`),
    ],
    ['getSubmissionArchive', ['reads', 'own'], each((work) => `/submissions/${idsOf(work).waiting}/archive`)],
    ['getExerciseArchive', ['reads'], archived],
    ['claimNext', ['grades'], claimedInTurn],
    [
      'claimSubmission',
      ['grades'],
      each((work) => `/submissions/${idsOf(work).waiting}/claims`, 'POST', undefined, handBack),
    ],
    ['getAssessment', ['reads'], each((work) => `/assessments/${idsOf(work).assessment}`)],
    ['listAssessmentHistory', ['teaches'], each((work) => `/assessments/${idsOf(work).assessment}/history`)],
    ['listDeliveries', ['teaches'], list(`${course}/deliveries?`, 'submissionId')],
    ['exportGrades', ['teaches'], exported],
  ]
}
