import { manifest } from '../example-repository.ts'
import type { SeededBreak } from './seeded-break.ts'

const test = 'services/public-api/src/courses/get-course.test.ts'

/** Violations of the rules on operations and their tests. */
export const operationsBreaks: readonly SeededBreak[] = [
  {
    rule: 'servicesHaveBoundaries',
    of: 'a new service',
    says: 'services/other: its boundary is not in src/rules.ts',
    changes: { 'services/other/package.json': manifest('@course-grading/other') },
  },
  {
    rule: 'operationsAreServedAndTested',
    of: 'no handler',
    says: 'get-course.ts: must be the handler of getCourse',
    changes: { 'services/public-api/src/courses/get-course.ts': undefined },
  },
  {
    rule: 'operationsAreServedAndTested',
    of: 'a handler in another feature',
    says: 'courses/get-course.ts: must be the handler',
    changes: {
      'services/public-api/src/courses/get-course.ts': undefined,
      'services/public-api/src/users/get-course.ts': 'export const getCourse = 1\n',
    },
  },
  {
    rule: 'operationsAreServedAndTested',
    of: 'no test',
    says: "must have describe('getCourse'",
    changes: { [test]: undefined },
  },
  {
    rule: 'operationsAreServedAndTested',
    of: 'a test of another name',
    says: "must have describe('getCourse'",
    changes: { [test]: "describe('course', () => { x('not_found') })\n" },
  },
  {
    rule: 'operationsAreServedAndTested',
    of: 'a problem that no test asks for',
    says: 'no test asks for not_found of getCourse',
    changes: { [test]: "describe('getCourse', () => {}) // not_found\n" },
  },
  {
    rule: 'operationsAreServedAndTested',
    of: "a problem that only another operation's test asks for",
    says: 'no test asks for not_found of getCourse',
    changes: {
      [test]: "describe('getCourse', () => {})\n",
      'services/public-api/src/courses/list-courses.test.ts':
        "describe('listCourses', () => { expect(listCourses()).toBe('not_found') })\n",
    },
  },
  {
    rule: 'operationsAreServedAndTested',
    of: 'a common problem that no test asks for',
    says: 'services/public-api: no test asks for overloaded',
    changes: { 'services/public-api/src/refusals.test.ts': 'testEveryOperation(smallBoundary)\n' },
  },
  {
    rule: 'operationsAreServedAndTested',
    of: 'a boundary whose operations no test covers',
    says: 'services/public-api: no test calls testEveryOperation',
    changes: { 'services/public-api/src/refusals.test.ts': 'const cases = { overloaded: 1 }\n' },
  },
  {
    rule: 'operationsAreListedOnce',
    of: 'a list in product code',
    says: 'services/public-api/src/caps.ts: lists the operations getCourse, listCourses',
    changes: { 'services/public-api/src/caps.ts': "export const caps = ['getCourse', 'listCourses']\n" },
  },
  {
    rule: 'operationsAreListedOnce',
    of: 'a list for tests',
    says: 'test/kit/src/calls.ts: lists the operations',
    changes: { 'test/kit/src/calls.ts': "export const calls = [['getCourse', 1], ['listCourses', 2]]\n" },
  },
]
