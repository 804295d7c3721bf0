import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { WebRequest } from '../web.fixture.ts'

const { rubricId: R } = frontendInternal.operations.getRubric.replies[200].example
const rubric = `/courses/11/rubrics/${R}`
const visit = 'getSession /session'

/** What the routes of rubrics ask of the boundary. */
export const callsOfRubrics: readonly [route: string, path: string, asked: WebRequest, calls: string[]][] = [
  [
    'rubrics',
    '/courses/11/rubrics?cursor=a%2Bb',
    {},
    [visit, 'listRubrics /courses/11/rubrics?limit=50&cursor=a%2Bb', 'listQueues /courses/11/grading/queues?limit=200'],
  ],
  [
    'oneRubric',
    rubric,
    {},
    [
      visit,
      `getRubric /rubrics/${R}`,
      `listRubricVersions /rubrics/${R}/versions?limit=50`,
      'listQueues /courses/11/grading/queues?limit=200',
    ],
  ],
  [
    'rubricVersion',
    `${rubric}/versions/1?wording=1`,
    {},
    [visit, `getRubric /rubrics/${R}`, `getRubricVersion /rubrics/${R}/versions/1?wording=1`],
  ],
  [
    'rubricArchive',
    `${rubric}/archive`,
    { form: { revision: '3' } },
    [visit, `archiveRubric /rubrics/${R}/archive "3"`],
  ],
  [
    'rubricRestore',
    `${rubric}/restore`,
    { form: { revision: '3' } },
    [visit, `restoreRubric /rubrics/${R}/restore "3"`],
  ],
  [
    'rubricCopy',
    `${rubric}/copy`,
    { form: { course: '12' } },
    [visit, `copyRubric /rubrics/${R}/copy {"courseId":12}`],
  ],
  ['showRubricDelete', `${rubric}/delete`, {}, [visit, `getRubric /rubrics/${R}`]],
  ['rubricDelete', `${rubric}/delete`, { form: { revision: '3' } }, [visit, `deleteRubric /rubrics/${R} "3"`]],
]
