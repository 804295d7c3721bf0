import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { signed, token } from './sessions/launch.fixture.ts'
import { callsOfTeaching } from './calls-of-teaching.fixture.ts'
import { callsOfPreferences } from './preferences/calls-of-preferences.fixture.ts'
import type { CallsOfRoute, WebRequest } from './web.fixture.ts'

const { operations } = frontendInternal
const A = operations.getAssessment.replies[200].example.id
const F = operations.getFeedback.replies[200].example.id
const refusedSaves = [`assessmentId=${A}`, `feedbackId=${F}`].map(
  (of) => `listParkedDrafts /parked-drafts?${of}&limit=3`,
)
const draft = operations.listParkedDrafts.replies[200].example.items[0]?.id
const exercise = '/courses/11/exercises/1103'
const now = Math.floor(Date.now() / 1000)
const launch = { nonce: '1', timestamp: now }
const drawn = JSON.stringify({ userId: 101, assessmentRevision: 3, feedbackId: F, feedbackRevision: 2, fields: {} })
const launched = { headers: { Cookie: `__Host-launch=cgs_${'b'.repeat(43)}.101.11` } }
const visit = 'getSession /session'
const script = (body: object): WebRequest => ({ method: 'POST', body: JSON.stringify(body) })

/**
 * What each route asks of the boundary, in any order. A call is a line: its operation, path below the boundary's prefix, revision and
 * body, and whose session it has if that is not the browser's.
 */
export const callsOfRoutes: readonly CallsOfRoute[] = [
  ['showSignIn', '/sign-in?to=/x', {}, []],
  [
    'signIn',
    '/sign-in',
    { form: { token } },
    [`createSession /sessions {"token":"${token}"} of nobody`, 'deleteSession /session'],
  ],
  [
    'launch',
    '/lti/launch',
    { form: signed({ nonce: '1', timestampS: now }), headers: { Origin: 'null' } },
    [`createSession /sessions ${JSON.stringify({ token, launch })} of nobody`],
  ],
  ['signedIn', '/signed-in', launched, []],
  [
    'answerSignedIn',
    '/signed-in',
    { form: { answer: 'no', person: '101' }, ...launched },
    ['deleteSession /session of b'],
  ],
  ['signOut', '/sign-out', { form: {} }, ['deleteSession /session']],
  ...callsOfPreferences,
  ['myCourses', '/', {}, [visit]],
  [
    'courseFront',
    '/courses/11',
    {},
    [
      visit,
      'getCourse /courses/11',
      'listQueues /courses/11/grading/queues?limit=200',
      'listMyClaims /my/claims?limit=200',
      'listMyFeedback /my/feedback?courseId=11&limit=50',
      'getGradingProgress /courses/11/grading/progress',
    ],
  ],
  ['refreshCourse', '/courses/11/refresh', { form: {} }, [visit, 'refreshCourseSnapshot /courses/11/snapshot/refresh']],
  ['setUpCourse', '/courses/11/set-up', { form: {} }, [visit, 'configureCourse /courses {"courseId":11}']],
  [
    'queue',
    `${exercise}?state=completed&q=eero+n&cursor=a%2Bb`,
    {},
    [
      visit,
      'listQueues /courses/11/grading/queues?exerciseId=1103',
      'listSubmissions /courses/11/submissions?exerciseId=1103&state=completed&q=eero%20n&limit=50&cursor=a%2Bb',
    ],
  ],
  [
    'queue',
    `${exercise}?state=mine`,
    {},
    [
      visit,
      'listQueues /courses/11/grading/queues?exerciseId=1103',
      'listSubmissions /courses/11/submissions?exerciseId=1103&grader=me&limit=50',
    ],
  ],
  [
    'submissions',
    '/courses/11/submissions?q=eero+n&exercise=1103&state=completed&grader=me&tag=group-a&cursor=a%2Bb',
    {},
    [
      visit,
      'listSubmissions /courses/11/submissions?exerciseId=1103&state=completed&grader=me&q=eero%20n&tag=group-a&limit=50&cursor=a%2Bb',
      'getCourseSnapshot /courses/11/snapshot',
      'getGradingProgress /courses/11/grading/progress',
    ],
  ],
  [
    'submission',
    '/submissions/3001',
    {},
    [visit, 'getSubmission /submissions/3001', 'getSubmissionContent /submissions/3001/content'],
  ],
  ['gradeNext', `${exercise}/grade-next`, { form: {} }, [visit, `claimNext ${exercise}/claims`]],
  ['takeUp', `${exercise}/submissions/3001/take-up`, { form: {} }, [visit, 'claimSubmission /submissions/3001/claims']],
  [
    'showGrade',
    `/grade/${A}`,
    {},
    [
      visit,
      `getAssessment /assessments/${A}`,
      `getFeedback /feedback/${F}`,
      `getExerciseGrading ${exercise}/grading`,
      'listQueues /courses/11/grading/queues?exerciseId=1103',
      'getSubmissionContent /submissions/9101/content',
    ],
  ],
  [
    'grade',
    `/grade/${A}`,
    { form: { drawn, privateNote: 'N', body: 'B', action: 'complete' } },
    [
      visit,
      `patchAssessment /assessments/${A}?base=3 {"privateNote":"N"}`,
      `patchFeedback /feedback/${F}?base=2 {"body":"B"}`,
      `completeAssessment /assessments/${A}/complete "5"`,
      `claimNext ${exercise}/claims`,
    ],
  ],
  [
    'grade',
    `/grade/${A}`,
    { form: { drawn, action: 'postpone', note: 'Later' } },
    [visit, `postponeAssessment /assessments/${A}/postpone {"note":"Later"}`, `getAssessment /assessments/${A}`],
  ],
  [
    'grade',
    `/grade/${A}`,
    { form: { drawn, action: 'handBack' } },
    [visit, `releaseClaim /assessments/${A}/claim`, `getAssessment /assessments/${A}`],
  ],
  [
    'reopen',
    `/grade/${A}/reopen`,
    { form: { reason: 'Again' } },
    [visit, `reopenAssessment /assessments/${A}/reopen {"reason":"Again"}`],
  ],
  ['takeOver', `/grade/${A}/take-over`, { form: {} }, [visit, `takeOverClaim /assessments/${A}/takeover`]],
  [
    'takeUpAgain',
    `/grade/${A}/take-up`,
    { form: {} },
    [visit, `getAssessment /assessments/${A}`, 'claimSubmission /submissions/9101/claims'],
  ],
  [
    'restart',
    `/grade/${A}/restart`,
    { form: { reason: 'Again' } },
    [visit, `restartAssessment /assessments/${A}/restart {"reason":"Again"}`],
  ],
  [
    'reveal',
    `/grade/${A}/reveal`,
    { form: { reason: 'Named' } },
    [
      visit,
      `revealSubmitters /assessments/${A}/reveal {"reason":"Named"}`,
      `getAssessment /assessments/${A}`,
      `getFeedback /feedback/${F}`,
      `getExerciseGrading ${exercise}/grading`,
      'listQueues /courses/11/grading/queues?exerciseId=1103',
      'getSubmissionContent /submissions/9101/content',
    ],
  ],
  [
    'history',
    `/grade/${A}/history?cursor=a%2Bb`,
    {},
    [visit, `getAssessment /assessments/${A}`, `listAssessmentHistory /assessments/${A}/history?limit=50&cursor=a%2Bb`],
  ],
  [
    'attempts',
    `/grade/${A}/attempts`,
    {},
    [visit, `getAssessment /assessments/${A}`, 'getSubmission /submissions/9101'],
  ],
  [
    'differences',
    `/grade/${A}/differences`,
    {},
    [visit, `getAssessment /assessments/${A}`, 'getSubmission /submissions/9101'],
  ],
  ['workAsFile', '/submissions/3001/work.zip', {}, ['getSubmissionArchive /submissions/3001/archive']],
  [
    'withdraw',
    `/grade/${A}/withdraw`,
    { form: { feedback: F, revision: '4' } },
    [visit, `withdrawFeedback /feedback/${F}/withdraw "4"`],
  ],
  [
    'publishAgain',
    `/grade/${A}/publish`,
    { form: { feedback: F, revision: '5' } },
    [visit, `publishFeedback /feedback/${F}/publish "5"`],
  ],
  [
    'work',
    `/grade/${A}/work`,
    {},
    [`getAssessment /assessments/${A}`, 'getSubmissionContent /submissions/9101/content'],
  ],
  ['work', `/grade/${A}/work?submission=3002`, {}, ['getSubmissionContent /submissions/3002/content']],
  [
    'standing',
    `/grade/${A}/standing?feedback=${F}`,
    {},
    [`getAssessment /assessments/${A}`, `getFeedback /feedback/${F}`],
  ],
  [
    'parked',
    `/grade/${A}/parked?feedback=${F}`,
    {},
    [...refusedSaves, ...Array<string>(2).fill(`getParkedDraft /parked-drafts/${draft}`)],
  ],
  [
    'saveJudgement',
    `/grade/${A}/judgement`,
    script({ base: 3, patch: { privateNote: 'N' } }),
    [`patchAssessment /assessments/${A}?base=3 {"privateNote":"N"}`],
  ],
  [
    'saveWording',
    `/grade/${A}/wording`,
    script({ base: 3, feedbackId: F, patch: { body: 'B' } }),
    [`patchFeedback /feedback/${F}?base=3 {"body":"B"}`],
  ],
  ['complete', `/grade/${A}/complete`, script({ revision: 3 }), [`completeAssessment /assessments/${A}/complete "3"`]],
  ['keepClaim', `/grade/${A}/claim`, script({}), [`extendClaim /assessments/${A}/heartbeat`]],
  [
    'leave',
    `/grade/${A}/leave`,
    script({ how: 'postpone', note: 'Later' }),
    [`postponeAssessment /assessments/${A}/postpone {"note":"Later"}`],
  ],
  ['leave', `/grade/${A}/leave`, script({ how: 'handBack', note: '' }), [`releaseClaim /assessments/${A}/claim`]],
  [
    'next',
    `${exercise}/next`,
    script({ locale: 'en', goesOn: true, teaches: false }),
    [
      `claimNext ${exercise}/claims`,
      `getFeedback /feedback/${F}`,
      `getExerciseGrading ${exercise}/grading`,
      'listQueues /courses/11/grading/queues?exerciseId=1103',
    ],
  ],
  [
    'snippets',
    `${exercise}/snippets?q=names&criterion=style&language=fi`,
    {},
    ['listSnippets /courses/11/snippets?exerciseId=1103&limit=20&q=names&criterionId=style'],
  ],
  [
    'snippets',
    `${exercise}/snippets?q=+&criterion=`,
    {},
    ['listSnippets /courses/11/snippets?exerciseId=1103&limit=20'],
  ],
  [
    'preview',
    '/courses/11/preview',
    script({ text: 'T', feedbackId: F }),
    [`previewFeedback /courses/11/feedback/preview {"body":"T","feedbackId":"${F}"}`],
  ],
  [
    'more',
    `/submissions/3001/more?assessment=${A}&feedback=${F}`,
    {},
    ['getSubmission /submissions/3001', ...refusedSaves],
  ],
  ['file', '/files/3001/71', {}, ['getSubmissionFile /submissions/3001/files/71']],
  [
    'myFeedback',
    '/feedback?course=11&cursor=a%2Bb',
    {},
    [visit, 'listMyFeedback /my/feedback?courseId=11&limit=50&cursor=a%2Bb'],
  ],
  [
    'oneFeedback',
    `/feedback/${F}`,
    {},
    [visit, `getMyFeedback /my/feedback/${F}`, 'getSubmissionContent /submissions/9103/content'],
  ],
  ...callsOfTeaching,
]
