import { itChecksInOrder } from '@course-grading/test-service'
import { afterAll, beforeAll, expect } from 'vitest'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples, frontendBoundary } from '../tested-boundary.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startServiceForExamples()
})
afterAll(() => service.stop())

const boundary = frontendBoundary(() => service)

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
