import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { typedRubric } from '../islands/rubric/typed-rubric.ts'
import type { CallsOfRoute } from '../web.fixture.ts'

const { operations } = frontendInternal
const { rubricId: R, draft } = operations.getRubric.replies[200].example
const { migrationId: M } = operations.getRubricMigration.replies[200].example
const grading = operations.getExerciseGrading.replies[200].example
const rubric = `/courses/11/rubrics/${R}`
const visit = 'getSession /session'
const base = JSON.stringify({ rubric: typedRubric(draft!, 'fi'), open: null, language: 'fi', removed: null })
const head = { title: 'Ohjelmointiprojekti', maxPoints: '20', startingPoints: '0', rounding: 'whole' }

/** What the routes of rubrics ask of the boundary. */
export const callsOfRubrics: readonly CallsOfRoute[] = [
  [
    'rubrics',
    '/courses/11/rubrics?cursor=a%2Bb',
    {},
    [visit, 'listRubrics /courses/11/rubrics?limit=50&cursor=a%2Bb', 'listQueues /courses/11/grading/queues?limit=200'],
  ],
  ['showRubricNew', '/courses/11/rubrics/new?exercise=1103', {}, [visit, 'listRubrics /courses/11/rubrics?limit=200']],
  [
    'rubricNew',
    '/courses/11/rubrics/new',
    { form: { person: '101', copyOf: R } },
    [visit, `copyRubric /rubrics/${R}/copy {"courseId":11}`],
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
  ['showRubricEdit', `${rubric}/edit`, {}, [visit, `getRubric /rubrics/${R}`, 'getCourse /courses/11']],
  [
    'rubricEdit',
    `${rubric}/edit`,
    { form: { person: '101', revision: '3', base, ...head } },
    [
      visit,
      `getRubric /rubrics/${R}`,
      'getCourse /courses/11',
      `putRubricDraft /rubrics/${R}/draft "3" ${JSON.stringify(draft)}`,
    ],
  ],
  [
    'showRubricPublish',
    `${rubric}/publish?exercise=1103`,
    {},
    [visit, `getRubric /rubrics/${R}`, 'listQueues /courses/11/grading/queues?limit=200'],
  ],
  [
    'rubricPublish',
    `${rubric}/publish`,
    { form: { revision: '3' } },
    [visit, `publishRubric /rubrics/${R}/publish "3"`],
  ],
  [
    'rubricUse',
    `${rubric}/use?exercise=1103`,
    { form: { revision: '3' } },
    [
      visit,
      'getExerciseGrading /courses/11/exercises/1103/grading',
      `putExerciseGrading /courses/11/exercises/1103/grading "1" ${JSON.stringify({ ...grading, rubricId: R })}`,
    ],
  ],
  [
    'showMoveWorks',
    `${rubric}/move`,
    {},
    [visit, `getRubric /rubrics/${R}`, 'listQueues /courses/11/grading/queues?limit=200'],
  ],
  [
    'moveWorks',
    `${rubric}/move`,
    { form: { toVersion: '2', exerciseId: '1103', completed: 'on' } },
    [visit, `planRubricMigration /rubrics/${R}/migrations {"toVersion":2,"include":["completed"],"exerciseId":1103}`],
  ],
  [
    'rubricMigration',
    `${rubric}/migrations/${M}?effect=result&cursor=a%2Bb`,
    {},
    [
      visit,
      `getRubric /rubrics/${R}`,
      `getRubricMigration /rubrics/${R}/migrations/${M}?effect=result&limit=50&cursor=a%2Bb`,
      'listQueues /courses/11/grading/queues?limit=200',
    ],
  ],
  [
    'runMigration',
    `${rubric}/migrations/${M}/run`,
    { form: {} },
    [visit, `runRubricMigration /rubrics/${R}/migrations/${M}/run`],
  ],
  [
    'saveRubric',
    `${rubric}/draft`,
    { method: 'POST', body: JSON.stringify({ revision: 3, document: draft }) },
    [`putRubricDraft /rubrics/${R}/draft "3" ${JSON.stringify(draft)}`],
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
