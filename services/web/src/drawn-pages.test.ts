import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { afterAll, expect, it, vi } from 'vitest'
import { drawnAttempts } from './assessments/drawn-attempts.fixture.ts'
import { type DrawnPage, formOnRevision, linesOf } from './drawn-lines.fixture.ts'
import { drawnPeople } from './people/drawn-people.fixture.ts'
import { isPage } from './routes.fixture.ts'
import { drawnComments } from './snippets/drawn-comments.fixture.ts'
import { pagesOfSettings } from './settings/drawn-settings.fixture.ts'
import { locales } from './texts/texts.ts'
import { openTestWeb } from './web.fixture.ts'

const { ask, boundary } = await openTestWeb()
// Times of the year in which the test runs would be written without it.
vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-29T10:00:00.000Z') })
afterAll(() => void vi.useRealTimers())
const { operations } = frontendInternal
const session = operations.getSession.replies[200].example
const assessment = operations.getAssessment.replies[200].example
const feedback = operations.getFeedback.replies[200].example
const grading = operations.getExerciseGrading.replies[200].example
const settings = operations.getCourseSettings.replies[200].example
const [row] = operations.listSubmissions.replies[200].example.items
const [queue] = operations.listQueues.replies[200].example.items
const delivery = operations.getDelivery.replies[200].example
const id = (number: number): string => `${delivery.id.slice(0, -1)}${number}`
const other = { userId: 999, fullName: 'Another Grader', alias: false }
const later = '2100-11-02T10:05:00.000Z'
const sent = [
  { ...delivery, state: 'delivered', confirmedBy: 'answer', standing: 'changed' },
  { ...delivery, id: id(2), state: 'pending', notBefore: later },
]
const grade = `/grade/${assessment.id}`
const exercise = '/courses/11/exercises/1103'
const rubric = operations.getRubric.replies[200].example
const rubricVersion = operations.getRubricVersion.replies[200].example
/** A course of two languages. */
const editorCourse = { getCourse: { ...operations.getCourse.replies[200].example, languages: ['en', 'fi'] } }
const [ownSession] = operations.listSessions.replies[200].example.items
const ownSessions = [ownSession, { ...ownSession, createdAt: '2026-11-02T10:00:00.000Z', current: false }]
const rubricPath = `/courses/11/rubrics/${rubric.rubricId}`
const templates = operations.getFeedbackTemplates.replies[200].example
type OperationName = keyof typeof operations

const pages: readonly DrawnPage[] = [
  ['signing in', '/sign-in?to=/x', {}, { signedIn: false }],
  ['signing in without a token', '/sign-in', {}, { form: { token: '' }, signedIn: false }],
  [
    'my courses, one of which is not set up',
    '/?launched=elsewhere',
    { getSession: courses({ courseId: 12, configured: false, roles: ['student'] }) },
  ],
  [
    'a course of a teacher who studies there, too',
    '/courses/11',
    { getSession: courses({ roles: ['teacher', 'student'] }) },
  ],
  ['my preferences', '/preferences?saved', { getSession: courses({ roles: ['grader'] }) }],
  ['my sessions', '/sessions?ended', { listSessions: { items: ownSessions, nextCursor: null } }],
  ['whether students find a course', '/courses/11/settings/listed'],
  ['a course that is not set up, to its teacher', '/courses/11', { getSession: courses({ configured: false }) }],
  ['a queue', `${exercise}?state=in_progress`, { listSubmissions: { items: rows(), nextCursor: 'a+b' } }],
  [
    'a queue of which nothing is left',
    `${exercise}?notice=nothing_left`,
    {
      listQueues: { items: [{ ...queue, mine: 0, oldestWaitingAt: null }], nextCursor: null },
      listSubmissions: { items: [], nextCursor: null },
    },
  ],
  [
    'the submissions of a course',
    '/courses/11/submissions?q=e&state=completed&tag=unknown',
    { listSubmissions: { items: rows(), nextCursor: 'a+b' } },
  ],
  ...drawnAttempts,
  ['the release', `${exercise}/release`, { listSubmissions: { items: rows(), nextCursor: 'more' } }],
  ['the settings of an exercise', `${exercise}/settings?saved`],
  [
    'the graders',
    '/courses/11/settings/graders',
    {},
    { form: { person: '101', revision: '7', graders: JSON.stringify(settings.graders), press: 'change:102' } },
  ],
  [
    'a file of graders',
    '/courses/11/settings/graders/file',
    {},
    { form: { person: '101', revision: '7', csv: operations.importGraders.example.body } },
  ],
  ...drawnPeople,
  ['the exercises by hand', '/courses/11/settings/exercises'],
  ...pagesOfSettings,
  [
    'deliveries that wait for a decision',
    '/courses/11/deliveries?state=refused&done=2',
    { listDeliveries: deliveries() },
  ],
  [
    'deliveries of other states',
    '/courses/11/deliveries?state=held',
    { listDeliveries: { items: sent, nextCursor: null } },
  ],
  ['a delivery that is refused', `/deliveries/${delivery.id}`, { getDelivery: deliveries().items[0] }],
  ['an assessment to its holder', `${grade}?saved`, { getAssessment: { ...assessment, leaseExpiresAt: later } }],
  [
    'an assessment that another holds',
    grade,
    { getAssessment: { ...assessment, holder: other, leaseExpiresAt: later } },
  ],
  [
    'an assessment whose claim has ended',
    grade,
    { getAssessment: { ...assessment, holder: other, leaseExpiresAt: '2026-01-01T10:00:00.000Z' } },
  ],
  [
    'a completed assessment of work that is gone',
    grade,
    { getAssessment: { ...assessment, state: 'completed', holder: null, gone: true } },
  ],
  ['the history of an assessment', `${grade}/history`],
  ['a submission that nobody has begun', '/submissions/3001'],
  [
    'my feedback',
    '/feedback',
    { listMyFeedback: { ...operations.listMyFeedback.replies[200].example, nextCursor: 'a+b' } },
  ],
  ['one feedback', `/feedback/${assessment.id}`],
  ['the rubrics of a course', '/courses/11/rubrics', { listRubrics: { items: rubricRows(), nextCursor: 'a+b' } }],
  ['a rubric with a draft', rubricPath],
  ['a rubric to its graders', rubricPath, { getSession: courses({ roles: ['grader'] }) }],
  [
    'an archived rubric',
    `${rubricPath}?done=archived`,
    { getRubric: { ...rubric, state: 'archived', hasDraft: false } },
  ],
  ['a new rubric', '/courses/11/rubrics/new'],
  ['the editor of a rubric', `${rubricPath}/edit`, editorCourse],
  [
    'a version of a rubric, and what it changed',
    `${rubricPath}/versions/2`,
    { getRubricVersion: { ...rubricVersion, version: 2, wording: 2 } },
  ],
  ['what publishing a rubric changes', `${rubricPath}/publish?exercise=1103`],
  [
    'a rubric that is published',
    `${rubricPath}/publish?exercise=1103&from=/grade/x&done=published`,
    { getRubric: { ...rubric, hasDraft: false, draft: null, latestVersion: 2 } },
  ],
  ['moving works', `${rubricPath}/move?fault=none`],
  ['a plan to move works', `${rubricPath}/migrations/${rubric.rubricId}`],
  [
    'the page that deletes a rubric',
    `${rubricPath}/delete`,
    { getRubric: { ...rubric, state: 'draft', latestVersion: null, latestWording: null, latest: null } },
  ],
  ...drawnComments,
  ['a page that is not there', '/nothing'],
]

/** A tag whose word would be read together with the word before or after it. */
const tagThatTouches =
  /[^\s>]<(?:span|b) class="tag[^>]*>[^<]*|<\/(?:span|a|b|time|bdi)><span class="tag[^>]*>[^<]*|<span class="tag[^<]*<\/span>(?=\S)(?!<\/)[^>]*>/g

/** Each is like the others. */
const unchosenHighlighter = /name="highlightLanguages" value="[^"]*"\/>/

/** The paths to which the pages lead. */
const linked = new Set<string>()

it('pages are drawn as in `drawn-pages.txt`; after a change, `vitest run -u` of this file writes it', async () => {
  const drawn: string[] = []
  const touching: string[] = []
  for (const locale of locales)
    for (const [what, path, replies = {}, asked = {}] of pages) {
      boundary.forget()
      const { getSession = session, ...others } = replies
      const preferences = { ...session.preferences, locale }
      boundary.replyWith('getSession', { status: 200, body: { ...getSession, preferences } })
      for (const [name, body] of Object.entries(others))
        boundary.replyWith(name as OperationName, { status: 200, body })
      const { status, text } = await ask(path, { signedIn: true, headers: { 'Accept-Language': locale }, ...asked })
      // What stands around each page is drawn once.
      const [, main = ''] = /<main>(.*)<\/main>/s.exec(text) ?? []
      touching.push(
        ...[...main.replaceAll(/<div class="code".*?<\/section>/gs, '').matchAll(tagThatTouches)].map(
          ([found]) => `${what}: ${found}`,
        ),
      )
      for (const [, to = ''] of text.matchAll(/ href="(\/[^"?#]*)/g)) if (!to.startsWith('/assets/')) linked.add(to)
      const lines = linesOf(path.startsWith('/?') ? text : main).filter((line) => !unchosenHighlighter.test(line))
      drawn.push(`# ${what}: ${status}, ${locale}`, ...lines, '')
    }
  expect(touching).toEqual([])
  await expect(drawn.join('\n')).toMatchFileSnapshot('./drawn-pages.txt')
})

/** What is new is drawn from no revision, and what was refreshed from the one of the reply. */
const revised = pages.filter(([what]) => !what.startsWith('a new ') && !/with fresh tags$|erases a person$/.test(what))

it.for<DrawnPage>(revised)(
  'what was typed on older revisions meets no field: %s',
  async ([, path, replies = {}, asked = {}]) => {
    const idsAt = async (revision: number) => {
      boundary.forget()
      const all: object = { getAssessment: assessment, getFeedback: feedback, getRubric: rubric, ...replies }
      for (const [name, body] of Object.entries(all)) {
        const isRevised = ['getAssessment', 'getFeedback', 'getRubric'].includes(name)
        boundary.replyWith(name as OperationName, { status: 200, body: isRevised ? { ...body, revision } : body })
        boundary.replyWith('getExerciseGrading', { status: 200, body: grading, revision })
        const mine = { ...session, ...replies.getSession, preferencesRevision: revision }
        boundary.replyWith('getSession', { status: 200, body: mine })
        boundary.replyWith('getFeedbackTemplates', { status: 200, body: { ...templates, revision } })
        boundary.replyWith('getCourseSettings', { status: 200, body: { ...settings, revision }, revision })
      }
      const form = asked.form && { form: formOnRevision(asked.form, revision) }
      return idsOfFields((await ask(path, { signedIn: true, ...asked, ...form })).text)
    }
    const older = await idsAt(3)
    const newer = await idsAt(4)
    expect(newer.filter((id, at) => id === null || older.includes(id) || newer.indexOf(id) < at)).toEqual([])
  },
)

it('what was typed meets its field again while nothing else of its document was written', async () => {
  const idsAt = async (judgement: number, wording: number) => {
    boundary.forget()
    boundary.replyWith('getAssessment', { status: 200, body: { ...assessment, revision: judgement } })
    boundary.replyWith('getFeedback', { status: 200, body: { ...feedback, revision: wording } })
    return idsOfFields((await ask(grade, { signedIn: true })).text)
  }
  const before = await idsAt(3, 3)
  const kept = (await idsAt(4, 3)).filter((id) => before.includes(id))
  expect(kept).toContain('body-r3')
  expect(kept.filter((id) => !/^(?:body|annotations\/)/.test(id ?? ''))).toEqual([])
})

it('no page links to one that is not there', () => {
  const dead = [...linked].filter((path) => !isPage(path))
  expect(dead).toEqual([])
})

/** Browsers keep the texts of fields by their ids, or by their places where they have none, and of none that says so itself. */
const idsOfFields = (html: string): (string | null)[] =>
  [...html.matchAll(/<(?:input(?![^>]* type="hidden")|textarea|select)\b[^>]*>/g)]
    .filter(([tag]) => !tag.includes(' autocomplete="off"'))
    .map(([tag]) => / id="([^"]*)"/.exec(tag)?.[1] ?? null)

/** One that is refused since another grade stands, one that perhaps arrived, and one that cannot be sent. */
function deliveries() {
  const grader = { userId: 104, fullName: 'Olli Opettaja', alias: false }
  const send = { number: 1, startedAt: null, outcome: 'refused', kind: 'graded_elsewhere', status: null }
  const at = '2026-11-02T10:00:00.000Z'
  const seenUpstream = { at, grade: 12, gradingTime: '2026-11-02T11:05:00+02:00', grader }
  const decisions = [{ as: 'send_again', by: grader, at, reason: 'It was not there.' }]
  return {
    items: [
      { ...delivery, state: 'refused', sends: [send], seenUpstream, decideFrom: null, decisions },
      { ...delivery, id: id(2) },
      { ...delivery, id: id(3), sends: [], deliverable: false, state: 'refused', decideFrom: null },
    ] as const,
    nextCursor: 'a+b',
  }
}

function courses(members: object): object {
  return {
    ...session,
    courses: [
      { ...session.courses[0], ...members },
      { ...session.courses[0], courseId: 13, name: 'Third', configured: false },
    ],
  }
}

/** One that an exercise uses, one that was never published, and one that is archived. */
function rubricRows(): object[] {
  const [brief] = operations.listRubrics.replies[200].example.items
  const own = { ...brief, hasDraft: false, exerciseIds: [1103, 1104] }
  return [
    own,
    { ...brief, rubricId: 'b', state: 'draft', latestVersion: null, latestWording: null },
    { ...own, rubricId: 'c', state: 'archived', exerciseIds: [] },
  ]
}

/** One that may be taken up, one that another holds, and one that is completed. */
function rows(): object[] {
  const of = (state: string, holder: object | null) => ({
    id: assessment.id,
    state,
    grader: other,
    holder,
    leaseExpiresAt: holder && later,
  })
  return [
    { ...row, mayClaim: true, postponed: { note: 'The video does not play.', at: later }, superseded: true },
    { ...row, submissionId: 3002, attempt: 2, state: 'in_progress', assessment: of('in_progress', other) },
    { ...row, submissionId: 3003, attempt: 3, state: 'completed', points: 7.5, assessment: of('completed', null) },
  ]
}
