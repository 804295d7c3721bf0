import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { CallsOfRoute } from '../web.fixture.ts'
import { formOfSettings } from './settings-forms.fixture.ts'

const { operations } = frontendInternal
const settings = '/courses/11/settings'
const visit = 'getSession /session'
const { body } = operations.putCourseSettings.example

/** The routes of what a teacher writes once in a term, as in `callsOfRoutes`. */
export const callsOfSettings: readonly CallsOfRoute[] = [
  [
    'showSettings',
    settings,
    {},
    [visit, `getCourseSettings ${settings}`, `getSettingsRevision ${settings}/revisions/7`],
  ],
  [
    'settings',
    settings,
    { form: formOfSettings({ name: 'Another' }) },
    [
      visit,
      `getSettingsRevision ${settings}/revisions/7`,
      `putCourseSettings ${settings} "7" ${JSON.stringify({ ...body, name: 'Another' })}`,
    ],
  ],
  [
    'settingsRevisions',
    `${settings}/revisions?cursor=a%2Bb`,
    {},
    [visit, `listSettingsRevisions ${settings}/revisions?limit=50&cursor=a%2Bb`],
  ],
  ['settingsRevision', `${settings}/revisions/7`, {}, [visit, `getSettingsRevision ${settings}/revisions/7`]],
  [
    'showCopyCourse',
    '/courses/11/copy?from=12',
    {},
    [visit, 'listQueues /courses/12/grading/queues?limit=200', 'listQueues /courses/11/grading/queues?limit=200'],
  ],
  [
    'copyCourse',
    '/courses/11/copy',
    { form: { person: '101', revision: '0', from: '12', pair: '1103-1103' } },
    [
      visit,
      'listQueues /courses/12/grading/queues?limit=200',
      'listQueues /courses/11/grading/queues?limit=200',
      'copyCourseGrading /courses/11/grading/copy {"fromCourseId":12,"exercises":[{"from":1103,"to":1103}]}',
      'listRubrics /courses/12/rubrics?limit=200',
    ],
  ],
]
