import { manifest } from './example-repository.ts'

/** A violation of one rule, as changes to the example repository, and a part of the message that must report it. */
export interface SeededBreak {
  readonly rule: string
  readonly of: string
  readonly changes: Readonly<Record<string, string | undefined>>
  readonly says: string
}

const domain = 'libs/domain/src/courses/plan.ts'
const data = 'libs/data/src/courses/planned.ts'

/** At least one violation for each rule, but those of circles: a rule that finds none would be a test that cannot fail. */
export const seededBreaks: readonly SeededBreak[] = [
  {
    rule: 'dependenciesAreAllowed',
    of: 'a manifest',
    says: 'libs/domain/package.json: must not depend on libs/data',
    changes: {
      'libs/domain/package.json': manifest('@course-grading/domain', { '@course-grading/data': 'workspace:*' }),
    },
  },
  {
    rule: 'productImportsNoTestCode',
    of: 'a fixture of its own',
    says: 'imports ./plan.fixture.ts',
    changes: { [domain]: "import { a } from './plan.fixture.ts'\nexport const x = a\n" },
  },
  {
    rule: 'importsAreDeclared',
    of: 'a library that is not declared',
    says: `${data}: imports koa`,
    changes: { [data]: "import Koa from 'koa'\nexport const x = Koa\n" },
  },
  {
    rule: 'referencesAgreeWithManifests',
    of: 'a missing reference',
    says: 'libs/data/tsconfig.json: lacks a reference to libs/domain',
    changes: { 'libs/data/tsconfig.json': '{"extends":"../../tsconfig.base.json"}' },
  },
  {
    rule: 'httpKitKnowsNoRules',
    of: 'a rule of the domain',
    says: 'imports @course-grading/domain/courses/plan',
    changes: {
      'libs/http-kit/src/route.ts':
        "import { plan } from '@course-grading/domain/courses/plan'\nexport const x = plan\n",
    },
  },
  ...['Date.now()', 'Math.random()', "fetch('x')", 'process.pid'].map((expression) => ({
    rule: 'domainIsPure',
    of: expression,
    says: `${domain}: the domain uses`,
    changes: { [domain]: `export const x = ${expression}\n` },
  })),
  ...[
    ["import { readFileSync } from 'node:fs'", 'imports node:fs, which is not for browsers'],
    ["import { plan } from '@course-grading/domain/courses/plan'", 'domain/courses/plan, which is not for browsers'],
    ["import { getCourse } from '@course-grading/contracts/courses/get-course'", 'which is not for browsers'],
    ["import type { Visit } from '../http/visit.ts'", 'imports ../http/visit.ts, which is not for browsers'],
    ["import './staff.island.ts'", 'imports ./staff.island.ts, which begins to work'],
  ].map(([code = '', says = '']) => ({
    rule: 'islandsSuitBrowsers',
    of: code,
    says,
    changes: { 'services/web/src/islands/saver.ts': `${code}\n` },
  })),
  {
    rule: 'islandsSuitBrowsers',
    of: 'a text that a browser cannot read',
    says: 'services/web/src/texts/en.ts: imports ../http/visit.ts',
    changes: { 'services/web/src/texts/en.ts': "import { visit } from '../http/visit.ts'\nexport const en = visit\n" },
  },
  ...['koa', 'slonik', 'undici', 'pino'].map((library) => ({
    rule: 'librariesHaveOneUser',
    of: library,
    says: 'may import',
    changes: { 'services/public-api/src/main.ts': `import '${library}'\n` },
  })),
  ...['process.env.A', "process['env']"].map((expression) => ({
    rule: 'environmentIsReadInConfig',
    of: expression,
    says: `${data}: reads process.env`,
    changes: { [data]: `export const x = ${expression}\n` },
  })),
  { rule: 'filesAreShort', of: 'code', says: `${domain}: 301 lines`, changes: { [domain]: '// x\n'.repeat(301) } },
  {
    rule: 'functionsAreShort',
    of: 'one inside another',
    says: `${domain}:1: a function of 61 lines`,
    changes: { [domain]: `export const plan = () => {\n${'  // x\n'.repeat(56)}  return () => {\n    x()\n  }\n}\n` },
  },
  ...[
    ['libs/domain/src/courses/planCourse.ts', 'planCourse is not in kebab-case'],
    ['libs/domain/src/course-helpers.ts', 'course-helpers says nothing'],
    ['services/public-api/src/courses/coursePage.tsx', 'coursePage is not in kebab-case'],
    ['services/public-api/src/courses/course.page.tsx', 'is not named as source files are'],
    ['libs/data/migrations/1_a.sql', '1_a.sql: a migration is named'],
  ].map(([path = '', says = '']) => ({ rule: 'namesAreMeaningful', of: path, says, changes: { [path]: '' } })),
  {
    rule: 'packagesAreNamedAsTheirFolders',
    of: 'a package for tests without the word',
    says: 'test/tools/package.json: must be named @course-grading/test-tools',
    changes: { 'test/tools/package.json': manifest('@course-grading/tools') },
  },
  {
    rule: 'featureFoldersHaveOneName',
    of: 'a second name',
    says: 'libs/data/src/course: course is not a feature',
    changes: { 'libs/data/src/course/x.ts': 'export const x = 1\n' },
  },
  {
    rule: 'nothingIsExportedByDefault',
    of: 'a function',
    says: `${domain}: has a default export`,
    changes: { [domain]: 'export default function plan() {}\n' },
  },
  ...['// @ts-ignore', '/* oxlint-disable */', '// Stryker disable all'].map((comment) => ({
    rule: 'noCheckIsSilenced',
    of: comment,
    says: 'switches a check off',
    changes: { [domain]: `${comment}\nexport const x = 1\n` },
  })),
  {
    rule: 'dependenciesHaveReasons',
    of: 'no README',
    says: 'libs/data/README.md: is missing',
    changes: { 'libs/data/README.md': undefined },
  },
  ...['^3.3.0', 'github:koajs/koa'].map((range) => ({
    rule: 'versionsAreExact',
    of: range,
    says: `koa is ${range}`,
    changes: { 'libs/http-kit/package.json': manifest('x', { koa: range }) },
  })),
  ...['{tarball: https://example.org/koa.tgz}', '{integrity: sha1-aa=}'].map((resolution) => ({
    rule: 'lockfileHoldsOnlyTheRegistry',
    of: resolution,
    says: resolution,
    changes: { 'pnpm-lock.yaml': `packages:\n  koa@3.3.0:\n    resolution: ${resolution}\n` },
  })),
  {
    rule: 'documentsNameWhatExists',
    of: 'a file that has moved',
    says: 'docs/src/content/docs/project/security.md: libs/domain/src/moved.ts is not there',
    changes: {
      'docs/src/content/docs/project/security.md': `By \`libs/domain/src/errors/domain-error.ts\`, \`libs/domain\` and \`libs/domain/src/moved.ts\`.\n`,
    },
  },
  ...['/work/notes.md', '../shared/design/style.md', 'the design, part 3', 'issue 13'].map((words) => ({
    rule: 'nothingPointsOutside',
    of: `a page outside: ${words}`,
    says: 'plan.ts: refers to',
    changes: { [domain]: `// As ${words} says.\nexport const a = 1\n` },
  })),
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
    of: 'an operation that no test of its folder describes',
    says: "a test must have describe('getCourse', …)",
    changes: { 'services/public-api/src/courses/get-course.test.ts': "describe('courses', () => 'not_found')\n" },
  },
  {
    rule: 'operationsAreListedOnce',
    of: 'a list in product code',
    says: 'services/public-api/src/caps.ts: lists the operations getCourse, listCourses',
    changes: { 'services/public-api/src/caps.ts': "export const caps = ['getCourse', 'listCourses']\n" },
  },
  {
    rule: 'studentsReadTheView',
    of: 'a frozen text that is read from its table',
    says: 'libs/data/src/feedback/latest.ts: reads what is frozen for students without the view',
    changes: { 'libs/data/src/feedback/latest.ts': "export const x = 'SELECT student_text FROM completed_result'\n" },
  },
  {
    rule: 'presentPeopleAreReadByTheView',
    of: 'a statement that counts whoever has left, too',
    says: 'libs/data/src/courses/planned.ts: reads the roster without the view',
    changes: { [data]: "export const x = 'SELECT count(*) FROM roster_student'\n" },
  },
  {
    rule: 'presentPeopleAreReadByTheView',
    of: 'a file that is allowed what it no longer does',
    says: 'libs/data/src/students/list-students.ts: reads no roster any more',
    changes: { 'libs/data/src/students/list-students.ts': "export const x = 'SELECT FROM present_student'\n" },
  },
  {
    rule: 'presentPeopleAreReadByTheView',
    of: 'a function of the schema that counts whoever has left, too',
    says: 'libs/data/schema.sql, course_size: reads the roster without the view',
    changes: {
      'libs/data/schema.sql':
        'CREATE OR REPLACE FUNCTION public.course_size()\nAS $function$ SELECT count(*) FROM roster_student $function$\n',
    },
  },
  {
    rule: 'studentsReadTheView',
    of: 'rows of students with the points of results',
    says: 'libs/data/schema.sql, submission_for_student: reads results for students without the view',
    changes: {
      'libs/data/schema.sql': 'CREATE VIEW submission_for_student AS\n SELECT points\n   FROM completed_result;\n',
    },
  },
  {
    rule: 'grantsAreUsed',
    of: 'a function that reads what its caller may not',
    says: 'public_api is not granted SELECT person, which a statement of services/public-api uses',
    changes: {
      ...withStatement(
        'GRANT SELECT ON course TO public_api;',
        'SELECT course.id FROM course CROSS JOIN people_of(course.id)',
      ),
      'libs/data/schema.sql':
        'CREATE TABLE course (\n);\nCREATE TABLE person (\n);\nGRANT SELECT ON course TO public_api;\n' +
        'CREATE OR REPLACE FUNCTION public.people_of(id bigint)\nAS $function$ SELECT person.id FROM person $function$\n',
    },
  },
  {
    rule: 'grantsAreUsed',
    of: 'a right that no statement uses',
    says: 'public_api is granted DELETE course, which no statement of services/public-api uses',
    changes: withStatement('GRANT DELETE, SELECT ON course TO public_api;', 'SELECT course.id FROM course'),
  },
  {
    rule: 'operationsAreServedAndTested',
    of: 'a problem that no test asks for',
    says: 'no test asks for not_found of getCourse',
    changes: { 'services/public-api/src/courses/get-course.test.ts': "describe('getCourse', () => {}) // not_found\n" },
  },
  {
    rule: 'operationsAreServedAndTested',
    of: 'a problem that only the test of another operation in the file asks for',
    says: 'no test asks for not_found of getCourse',
    changes: {
      'services/public-api/src/courses/get-course.test.ts':
        "describe('getCourse', () => {})\ndescribe('listCourses', () => 'not_found')\n",
    },
  },
  {
    rule: 'grantsAreUsed',
    of: 'a statement without its right',
    says: 'public_api is not granted UPDATE course, which a statement of services/public-api uses',
    changes: withStatement('GRANT SELECT ON course TO public_api;', 'SELECT course.id FROM course FOR UPDATE'),
  },
]

/** A service that reaches one statement of libs/data, and the rights that its role has. */
function withStatement(grants: string, statement: string): Record<string, string> {
  return {
    'libs/data/schema.sql': `CREATE TABLE course (\n);\n${grants}\n`,
    'libs/data/src/courses/course-queries.ts': `const find = sql\`${statement}\`\nexport const findCourse = () => find\n`,
    'services/public-api/src/main.ts':
      "import { findCourse } from '@course-grading/data/courses/course-queries'\nfindCourse()\n",
  }
}
