import { defineBoundary, defineOperation } from '@course-grading/contracts/operation/operation'
import type { SourceTree } from './source-tree.ts'

/** The boundary of the example repository: two operations and two problems, one of which only one operation has. */
export const smallBoundary = defineBoundary({
  name: 'public-api',
  prefix: '/api',
  credentials: { service: 'none', person: 'none' },
  checksFirst: 'path',
  operations: {
    getCourse: defineOperation({
      method: 'get',
      path: '/course',
      tag: 'courses',
      summary: '',
      description: '',
      allow: 'anybody',
      example: {},
      replies: { 200: { description: '' } },
      problems: ['not_found'],
      timeLimitMs: 1000,
    }),
    listCourses: defineOperation({
      method: 'get',
      path: '/courses',
      tag: 'courses',
      summary: '',
      description: '',
      allow: 'anybody',
      example: {},
      replies: { 200: { description: '' } },
      problems: [],
      timeLimitMs: 1000,
    }),
  },
  commonProblems: {
    every: ['overloaded'],
    person: [],
    course: [],
    subject: {},
    fixtureTooling: [],
    body: [],
    ifMatch: [],
    page: [],
  },
  problems: {
    not_found: { status: 404, message: '', condition: '' },
    overloaded: { status: 503, message: '', condition: '' },
  },
})

const resolution = 'resolution: {integrity: sha512-abcDEF0123+/==}'

/** A small example repository that keeps every rule. `changes` replaces files, or removes those that are undefined. */
export function exampleRepository(changes: Readonly<Record<string, string | undefined>> = {}): SourceTree {
  const files: Record<string, string | undefined> = {
    '.gitignore': 'node_modules/\n',
    'package.json': manifest('root', {}, { vitest: '5.1.1' }),
    'pnpm-workspace.yaml': "packages: [libs/*]\n\ncatalog:\n  koa: 3.3.0\n  '@koa/router': 15.7.0\n",
    'pnpm-lock.yaml': `packages:\n\n  koa@3.3.0:\n    ${resolution}\n`,
    'tsconfig.json': references(
      'libs/contracts',
      'libs/data',
      'libs/domain',
      'libs/http-kit',
      'services/public-api',
      'test/kit',
    ),
    'README.md': '- `vitest`: runs the tests of every package\n',
    ...aPackage('libs/contracts'),
    'libs/contracts/src/boundaries/public-api-operations.ts': `export { getCourse } from '../courses/get-course.ts'
export { listCourses } from '../courses/list-courses.ts'
`,
    'libs/contracts/src/courses/get-course.ts': 'export const getCourse = {}\n',
    'libs/contracts/src/courses/list-courses.ts': 'export const listCourses = {}\n',
    ...aPackage('libs/domain'),
    'libs/domain/src/errors/domain-error.ts': '/** A refusal. */\nexport class DomainError extends Error {}\n',
    'libs/domain/src/courses/plan.ts':
      '/** The year of an instant. */\nexport const plan = (at: string) => new Date(at).getFullYear()\n',
    ...aPackage('libs/data', ['libs/domain']),
    'libs/data/src/courses/planned.ts':
      "import { plan } from '@course-grading/domain/courses/plan'\nexport const planned = plan('2026')\n",
    'libs/data/migrations/20260101000000_course__create.sql': 'CREATE TABLE course ();\n',
    ...aPackage('libs/http-kit', ['libs/contracts', 'libs/domain'], { koa: 'catalog:' }),
    'libs/http-kit/README.md': '- `koa`: carries each request to its handler\n',
    'libs/http-kit/src/index.ts': `import Koa from 'koa'
import { getCourse } from '@course-grading/contracts/courses/get-course'
import { DomainError } from '@course-grading/domain/errors/domain-error'
export const serve = { Koa, getCourse, DomainError }
`,
    ...aPackage('services/public-api', ['libs/http-kit'], {}, ['test/kit']),
    'services/public-api/src/main.ts': "import { serve } from '@course-grading/http-kit'\nserve(process.env)\n",
    'services/public-api/src/courses/get-course.ts': 'export const getCourse = () => 1\n',
    'services/public-api/src/courses/list-courses.ts': 'export const listCourses = () => [1]\n',
    'services/public-api/src/courses/list-courses.test.ts':
      "describe('listCourses', () => { expect(listCourses()).toEqual([1]) })\n",
    'services/public-api/src/courses/get-course.test.ts': `import { describe } from 'vitest'
import { aCourse } from '@course-grading/test-kit'
import { getCourse } from './get-course.ts'
describe('getCourse', () => { expect(getCourse(aCourse).code).toBe('not_found') })
`,
    'services/public-api/src/refusals.test.ts': 'testEveryOperation({ overloaded: smallBoundary })\n',
    ...aPackage('test/kit', ['libs/contracts']),
    'test/kit/src/index.ts':
      "import { getCourse } from '@course-grading/contracts/courses/get-course'\nexport const aCourse = getCourse\n",
    ...changes,
  }
  return new Map(Object.entries(files).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** Text of a package.json. */
export function manifest(
  name: string,
  dependencies: Record<string, string> = {},
  devDependencies: Record<string, string> = {},
): string {
  return JSON.stringify({ name, dependencies, devDependencies })
}

function aPackage(
  folder: string,
  uses: readonly string[] = [],
  libraries: Record<string, string> = {},
  tests: readonly string[] = [],
): Record<string, string> {
  return {
    [`${folder}/package.json`]: manifest(nameOf(folder), { ...workspace(uses), ...libraries }, workspace(tests)),
    [`${folder}/tsconfig.json`]: JSON.stringify({
      extends: '../../tsconfig.base.json',
      ...(JSON.parse(references(...[...uses, ...tests].map((path) => `../../${path}`))) as object),
    }),
    [`${folder}/README.md`]: '# A package\n',
  }
}

function workspace(folders: readonly string[]): Record<string, string> {
  return Object.fromEntries(folders.map((folder) => [nameOf(folder), 'workspace:*']))
}

function nameOf(folder: string): string {
  const [layer, name] = folder.split('/')
  return layer === 'test' ? `@course-grading/test-${name}` : `@course-grading/${name}`
}

function references(...paths: string[]): string {
  return JSON.stringify({ references: paths.map((path) => ({ path })) })
}
