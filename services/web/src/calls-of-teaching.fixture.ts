import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { callsOfDeliveries } from './delivery/calls-of-deliveries.fixture.ts'
import { callsOfPeople } from './people/calls-of-people.fixture.ts'
import { callsOfRubrics } from './rubrics/calls-of-rubrics.fixture.ts'
import { callsOfComments } from './snippets/calls-of-comments.fixture.ts'
import { callsOfSettings } from './settings/calls-of-settings.fixture.ts'
import type { CallsOfRoute } from './web.fixture.ts'

const { operations } = frontendInternal
const exercise = '/courses/11/exercises/1103'
const visit = 'getSession /session'
/** What each form has beside its fields. */
const ofForm = { person: '101', revision: '3' }
const grading = operations.putExerciseGrading.example.body

/** The routes of a teacher's pages, as in `callsOfRoutes`. */
export const callsOfTeaching: readonly CallsOfRoute[] = [
  [
    'showRelease',
    `${exercise}/release`,
    {},
    [
      visit,
      'listQueues /courses/11/grading/queues?exerciseId=1103',
      'listSubmissions /courses/11/submissions?exerciseId=1103&state=completed&limit=200',
      `releaseGrades ${exercise}/release?dryRun=true`,
    ],
  ],
  [
    'release',
    `${exercise}/release`,
    {
      form: [
        ['person', '101'],
        ['assessmentId', 'a'],
        ['assessmentId', 'b'],
      ],
    },
    [visit, `releaseGrades ${exercise}/release {"assessmentIds":["a","b"]}`],
  ],
  [
    'release',
    `${exercise}/release`,
    { form: { person: '101', planned: '31' } },
    [visit, `releaseGrades ${exercise}/release?dryRun=true`, `releaseGrades ${exercise}/release {}`],
  ],
  ['gradesAsFile', `${exercise}/grades.csv`, {}, [`exportGrades ${exercise}/grades?dialect=comma`]],
  ['worksAsFile', `${exercise}/works.zip`, {}, [`getExerciseArchive ${exercise}/archive`]],
  ['showListed', '/courses/11/settings/listed', {}, [visit, 'getCourseSettings /courses/11/settings']],
  [
    'listed',
    '/courses/11/settings/listed',
    { form: { ...ofForm, listed: 'on' } },
    [
      visit,
      'getSettingsRevision /courses/11/settings/revisions/3',
      `putCourseSettings /courses/11/settings "3" ${JSON.stringify({ ...operations.putCourseSettings.example.body, listed: true })}`,
    ],
  ],
  ...callsOfRubrics,
  ...callsOfComments,
  ...callsOfPeople,
  [
    'showExerciseSettings',
    `${exercise}/settings`,
    {},
    [
      visit,
      `getExerciseGrading ${exercise}/grading`,
      'listQueues /courses/11/grading/queues?exerciseId=1103',
      'listRubrics /courses/11/rubrics?state=published&limit=200',
    ],
  ],
  [
    'exerciseSettings',
    `${exercise}/settings`,
    {
      form: {
        ...ofForm,
        base: JSON.stringify(grading),
        anonymous: 'on',
        attempts: 'latest',
        order: 'bands',
        autoPoints: 'shown',
        release: 'manual',
        leaseMinutes: '45',
        maxOpenClaims: '5',
      },
    },
    [
      visit,
      `putExerciseGrading ${exercise}/grading "3" ${JSON.stringify({
        ...grading,
        releaseAt: null,
        leaseMinutes: 45,
        notify: false,
      })}`,
    ],
  ],
  [
    'showExercisesByHand',
    '/courses/11/settings/exercises',
    {},
    [visit, 'getCourseSnapshot /courses/11/snapshot', 'getCourseSettings /courses/11/settings'],
  ],
  [
    'exercisesByHand',
    '/courses/11/settings/exercises',
    { form: { ...ofForm, 'exercise/1102': 'on', 'exercise/1104': 'on' } },
    [
      visit,
      'getSettingsRevision /courses/11/settings/revisions/3',
      `putCourseSettings /courses/11/settings "3" ${JSON.stringify({
        ...operations.putCourseSettings.example.body,
        manualGradingExercises: [1102, 1104],
      })}`,
    ],
  ],
  ...callsOfDeliveries,
  ...callsOfSettings,
  [
    'showGraders',
    '/courses/11/settings/graders',
    {},
    [
      visit,
      'getCourseSettings /courses/11/settings',
      'getSettingsRevision /courses/11/settings/revisions/7',
      'getGradingProgress /courses/11/grading/progress',
      'listQueues /courses/11/grading/queues?limit=200',
    ],
  ],
  [
    'graders',
    '/courses/11/settings/graders',
    { form: { ...ofForm, graders: '[{"userId":103,"languages":["fi"]}]' } },
    [
      visit,
      'getSettingsRevision /courses/11/settings/revisions/3',
      `putCourseSettings /courses/11/settings "3" ${JSON.stringify({
        ...operations.putCourseSettings.example.body,
        graders: [{ userId: 103, languages: ['fi'] }],
      })}`,
    ],
  ],
  ['showGradersFile', '/courses/11/settings/graders/file', {}, [visit, 'getCourseSettings /courses/11/settings']],
  [
    'gradersFile',
    '/courses/11/settings/graders/file',
    { form: { ...ofForm, csv: 'CSV', press: 'replace' } },
    [visit, 'importGraders /courses/11/graders "3" "CSV"'],
  ],
  ['gradersAsFile', '/courses/11/settings/graders.csv', {}, ['exportGraders /courses/11/graders']],
]
