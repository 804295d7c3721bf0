import { itChecksInOrder } from '@course-grading/test-service'
import { expect } from 'vitest'
import { serviceOfFile } from './service-test.fixture.ts'
import { frontendBoundary } from './tested-boundary.fixture.ts'

const boundary = frontendBoundary(serviceOfFile())

itChecksInOrder(boundary, 'importGraders', [
  {
    check: 'text',
    title: 'a wrong header',
    code: 'invalid_csv',
    path: expect.stringMatching(/^\$/) as string,
    text: (text) => text.replace('email', 'mail'),
  },
  {
    check: 'schema',
    title: 'a bad row',
    code: 'validation_failed',
    path: '$.rows[0].email',
    text: (text) => text.replace('\n', '\nnobody;fi;;\n'),
  },
  {
    check: 'own',
    title: 'a language that the course has not',
    code: 'validation_failed',
    path: '$.rows[2].languages',
    text: (text) => `${text}101;sv;;\n`,
  },
  {
    check: 'own',
    title: 'somebody who is not staff',
    code: 'validation_failed',
    path: '$.rows[2].email',
    text: (text) => `${text}105;fi;;\n`,
  },
])

itChecksInOrder(boundary, 'refreshCourseTags', [
  {
    check: 'own',
    title: 'an LTI login of another course',
    code: 'validation_failed',
    path: '$.ltiLoginUrl',
    text: (text) => text.replace('null', '"https://elsewhere.example.org/lti-login/1/"'),
  },
])

const setting = (change: object) => (text: string) => JSON.stringify({ ...(JSON.parse(text) as object), ...change })
const conflict = {
  check: 'own',
  order: 2,
  code: 'manual_grading_exercise_conflict',
  path: '$.manualGradingExercises',
} as const

itChecksInOrder(boundary, 'putCourseSettings', [
  {
    check: 'own',
    order: 1,
    title: 'a grader who is not staff',
    code: 'validation_failed',
    path: '$.graders[0].userId',
    text: setting({ graders: [{ userId: 105, languages: ['fi'] }] }),
  },
  {
    check: 'own',
    order: 2,
    title: "another course's slug",
    code: 'slug_taken',
    path: '$.slug',
    text: setting({ slug: 'data-structures' }),
  },
  { ...conflict, title: 'an exercise of another course', text: setting({ manualGradingExercises: [1301] }) },
  {
    ...conflict,
    title: 'an exercise of another course beside one of a third',
    text: setting({ manualGradingExercises: [1201, 1301] }),
  },
  {
    check: 'own',
    order: 3,
    title: 'an exercise that is none of the course',
    code: 'validation_failed',
    path: '$.manualGradingExercises[1]',
    text: setting({ manualGradingExercises: [1103, 1201] }),
  },
])

itChecksInOrder(boundary, 'createSession', [
  {
    check: 'own',
    title: 'a token of nobody',
    code: 'invalid_upstream_token',
    text: (text) => text.replace(/[0-9a-f]{40}/, 'f'.repeat(40)),
  },
])
