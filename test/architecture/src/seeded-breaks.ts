import { manifest } from './small-house.ts'

/** A break of one rule, as changes to the small house, and what the rule must say of it. */
export interface SeededBreak {
  readonly rule: string
  readonly of: string
  readonly changes: Readonly<Record<string, string | undefined>>
  readonly says: string
}

const domain = 'libs/domain/src/courses/plan.ts'
const data = 'libs/data/src/index.ts'
const test = 'services/public-api/src/settings/get-course.test.ts'
const kit = { '@course-grading/kit': 'workspace:*' }

/** At least one break for each rule: a rule that finds none of its breaks would be a test that cannot fail. */
export const seededBreaks: readonly SeededBreak[] = [
  {
    rule: 'documentsNameWhatExists',
    of: 'a file that has moved',
    says: 'docs/security.md: libs/domain/src/moved.ts is not there',
    changes: {
      'docs/security.md': `By \`libs/domain/src/errors.ts\`, \`libs/domain\` and \`libs/domain/src/moved.ts\`.\n`,
    },
  },
  {
    rule: 'documentsNameWhatExists',
    of: 'a link that leads nowhere',
    says: 'docs/security.md: docs/keys.md is not there',
    changes: { 'docs/security.md': 'See [keys](keys.md#life) and [the map](../README.md), or https://example.org/.\n' },
  },
  {
    rule: 'arrowsAreKept',
    of: 'a manifest',
    says: 'libs/domain/package.json: must not depend on libs/data',
    changes: {
      'libs/domain/package.json': manifest('@course-grading/domain', { '@course-grading/data': 'workspace:*' }),
    },
  },
  {
    rule: 'arrowsAreKept',
    of: 'an import',
    says: `${domain}: must not import @course-grading/data of libs/data`,
    changes: { [domain]: "import type { planned } from '@course-grading/data'\nexport const x = 1\n" },
  },
  {
    rule: 'arrowsAreKept',
    of: 'a dynamic import',
    says: `${domain}: must not import @course-grading/data of libs/data`,
    changes: { [domain]: "export const x = () => import('@course-grading/data')\n" },
  },
  {
    rule: 'arrowsAreKept',
    of: 'a test package in product code',
    says: 'src/main.ts: must not import @course-grading/kit of test/kit',
    changes: { 'services/public-api/src/main.ts': "import { aCourse } from '@course-grading/kit'\n" },
  },
  {
    rule: 'arrowsAreKept',
    of: 'a service in another',
    says: 'must not depend on services/public-api',
    changes: { 'services/other/package.json': manifest('other', { '@course-grading/public-api': 'workspace:*' }) },
  },
  {
    rule: 'arrowsAreKept',
    of: 'a package without a place',
    says: 'libs/extra: has no arrows',
    changes: { 'libs/extra/package.json': manifest('@course-grading/extra') },
  },
  {
    rule: 'productLeansOnNoTest',
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
    rule: 'importsAreDeclared',
    of: 'a development dependency in product code',
    says: 'src/main.ts: imports @course-grading/kit',
    changes: { 'services/public-api/src/main.ts': "import { aCourse } from '@course-grading/kit'\n" },
  },
  {
    rule: 'importsAreDeclared',
    of: 'a path into another package',
    says: 'leads out of libs/data',
    changes: { [data]: "export { plan } from '../../domain/src/courses/plan.ts'\n" },
  },
  {
    rule: 'packagesHaveNoCircle',
    of: 'development dependencies',
    says: 'libs/contracts → test/kit → libs/contracts',
    changes: { 'libs/contracts/package.json': manifest('@course-grading/contracts', {}, kit) },
  },
  {
    rule: 'modulesHaveNoCircle',
    of: 'values',
    says: 'plan.ts → libs/domain/src/courses/other.ts',
    changes: {
      [domain]: "import { b } from './other.ts'\nexport const a = () => b\n",
      'libs/domain/src/courses/other.ts': "import { a } from './plan.ts'\nexport const b = () => a\n",
    },
  },
  {
    rule: 'referencesAgreeWithManifests',
    of: 'a missing reference',
    says: 'libs/data/tsconfig.json: lacks a reference to libs/domain',
    changes: { 'libs/data/tsconfig.json': '{"extends":"../../tsconfig.base.json"}' },
  },
  {
    rule: 'referencesAgreeWithManifests',
    of: 'a reference too many',
    says: 'libs/contracts/tsconfig.json: refers to libs/domain',
    changes: {
      'libs/contracts/tsconfig.json': '{"extends":"../../tsconfig.base.json","references":[{"path":"../domain"}]}',
    },
  },
  {
    rule: 'referencesAgreeWithManifests',
    of: 'loosened options',
    says: 'libs/domain/tsconfig.json: must not set compilerOptions',
    changes: {
      'libs/domain/tsconfig.json': '{"extends":"../../tsconfig.base.json","compilerOptions":{"strict":false}}',
    },
  },
  {
    rule: 'referencesAgreeWithManifests',
    of: 'a package that the root does not build',
    says: 'tsconfig.json: lacks a reference to test/kit',
    changes: { 'tsconfig.json': '{"references":[{"path":"libs/data"}]}' },
  },
  {
    rule: 'httpKitKnowsNoRules',
    of: 'a rule of the domain',
    says: 'takes plan of the domain',
    changes: { 'libs/http-kit/src/route.ts': "import { plan } from '@course-grading/domain'\nexport const x = plan\n" },
  },
  ...[
    'Date.now()',
    'new Date()',
    'Temporal.Now.instant()',
    'Math.random()',
    'performance.now()',
    "fetch('x')",
    'process.pid',
  ].map((expression) => ({
    rule: 'domainIsPure',
    of: expression,
    says: `${domain}: the domain uses`,
    changes: { [domain]: `export const x = ${expression}\n` },
  })),
  {
    rule: 'domainIsPure',
    of: 'an import',
    says: `${domain}: the domain imports node:fs`,
    changes: { [domain]: "import { readFileSync } from 'node:fs'\nexport const x = readFileSync\n" },
  },
  ...[
    'koa',
    '@koa/router',
    'koa-body',
    'pg',
    'slonik',
    '@slonik/pg-driver',
    'undici',
    'pino',
    'prom-client',
    'ajv/dist/2020.js',
  ].map((library) => ({
    rule: 'librariesHaveOneUser',
    of: library,
    says: 'whose door is',
    changes: { 'services/public-api/src/main.ts': `import '${library}'\n` },
  })),
  ...['process.env.A', "process.env['A']", "process['env']", 'globalThis.process.env'].map((expression) => ({
    rule: 'environmentIsReadInConfig',
    of: expression,
    says: `${data}: reads process.env`,
    changes: { [data]: `export const x = ${expression}\n` },
  })),
  {
    rule: 'environmentIsReadInConfig',
    of: 'destructuring',
    says: `${data}: reads process.env`,
    changes: { [data]: 'const { env } = process\nexport const x = env\n' },
  },
  {
    rule: 'environmentIsReadInConfig',
    of: 'node:process',
    says: `${data}: reads process.env`,
    changes: { [data]: "import { env } from 'node:process'\n" },
  },
  { rule: 'filesAreShort', of: 'code', says: `${domain}: 301 lines`, changes: { [domain]: '// x\n'.repeat(301) } },
  {
    rule: 'filesAreShort',
    of: 'SQL',
    says: '20260101000000_course__create.sql: 301 lines',
    changes: { 'libs/data/migrations/20260101000000_course__create.sql': '-- x\n'.repeat(301) },
  },
  ...[
    ['libs/domain/src/courses/planCourse.ts', 'planCourse is not in kebab-case'],
    ['libs/domain/src/Courses/plan.ts', 'Courses is not in kebab-case'],
    ['libs/domain/src/utils.ts', 'utils says nothing'],
    ['libs/domain/src/course-helpers.ts', 'course-helpers says nothing'],
    ['libs/domain/src/types/a.ts', 'types says nothing'],
    ['libs/domain/src/a.b.ts', 'a.b.ts: is not named'],
    ['libs/data/migrations/1_a.sql', '1_a.sql: a migration is named'],
  ].map(([path = '', says = '']) => ({ rule: 'namesSpeak', of: path, says, changes: { [path]: '' } })),
  {
    rule: 'featureFoldersHaveOneName',
    of: 'a second name',
    says: 'libs/data/src/course: course is no feature',
    changes: { 'libs/data/src/course/x.ts': 'export const x = 1\n' },
  },
  {
    rule: 'nothingIsExportedByDefault',
    of: 'a function',
    says: `${domain}: has a default export`,
    changes: { [domain]: 'export default function plan() {}\n' },
  },
  {
    rule: 'onlyIndexPassesOn',
    of: 'a barrel',
    says: 'libs/domain/src/courses/all.ts: passes on ./plan.ts',
    changes: { 'libs/domain/src/courses/all.ts': "export { plan } from './plan.ts'\n" },
  },
  {
    rule: 'indexesNameTheirExports',
    of: 'a star',
    says: 'libs/domain/src/index.ts: exports *',
    changes: { 'libs/domain/src/index.ts': "export * from './errors.ts'\n" },
  },
  ...[
    'export function plan() {}',
    'export class plan {}',
    'export interface plan { a: 1 }',
    'export const plan = () => 1',
  ].map((declaration) => ({
    rule: 'publicExportsAreDescribed',
    of: declaration,
    says: `${domain}: plan is public`,
    changes: { [domain]: `/** Another. */\nconst a = 1\n${declaration}\n` },
  })),
  ...[
    '// @ts-ignore',
    '/* oxlint-disable */',
    '// eslint-disable-next-line eqeqeq',
    '// ast-grep-ignore',
    '// Stryker disable all',
  ].map((comment) => ({
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
  {
    rule: 'dependenciesHaveReasons',
    of: 'a bare name',
    says: 'libs/http-kit/README.md: gives no reason for koa',
    changes: { 'libs/http-kit/README.md': '- `koa`\n' },
  },
  {
    rule: 'dependenciesHaveReasons',
    of: 'a tool of the root',
    says: 'gives a reason for vitest',
    changes: { 'README.md': '# x\n' },
  },
  {
    rule: 'dependenciesAreUsed',
    of: 'a leftover',
    says: 'libs/http-kit/package.json: nothing in the package uses koa',
    changes: { 'libs/http-kit/src/index.ts': '' },
  },
  ...['^3.3.0', '~3.3.0', '3', 'latest', 'github:koajs/koa', 'https://example.org/koa.tgz'].map((range) => ({
    rule: 'versionsAreExact',
    of: range,
    says: `koa is ${range}`,
    changes: { 'libs/http-kit/package.json': manifest('x', { koa: range }) },
  })),
  {
    rule: 'versionsAreExact',
    of: 'the catalog',
    says: 'pnpm-workspace.yaml: koa is ^3.3.0',
    changes: { 'pnpm-workspace.yaml': 'catalog:\n  koa: ^3.3.0\n' },
  },
  ...[
    '{tarball: https://example.org/koa.tgz}',
    '{integrity: sha512-aa==, tarball: https://example.org/k.tgz}',
    '{type: git, repo: x, commit: y}',
    '{integrity: sha1-aa=}',
  ].map((resolution) => ({
    rule: 'lockfileHoldsOnlyTheRegistry',
    of: resolution,
    says: resolution,
    changes: { 'pnpm-lock.yaml': `packages:\n  koa@3.3.0:\n    resolution: ${resolution}\n` },
  })),
  {
    rule: 'lockfileHoldsOnlyTheRegistry',
    of: 'an empty lockfile',
    says: 'holds no package',
    changes: { 'pnpm-lock.yaml': '' },
  },
  {
    rule: 'operationsAreServedAndTested',
    of: 'no handler',
    says: 'get-course.ts: must be the handler of getCourse',
    changes: { 'services/public-api/src/settings/get-course.ts': undefined },
  },
  {
    rule: 'operationsAreServedAndTested',
    of: 'a handler in another feature',
    says: 'courses/get-course.ts: must be the handler',
    changes: {
      'services/public-api/src/settings/get-course.ts': undefined,
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
    of: 'a refusal that no test asks for',
    says: 'no test asks for not_found of getCourse',
    changes: { [test]: "describe('getCourse', () => {}) // not_found\n" },
  },
  {
    rule: 'operationsAreServedAndTested',
    of: "a refusal that only another operation's test asks for",
    says: 'no test asks for not_found of getCourse',
    changes: {
      [test]: "describe('getCourse', () => {})\n",
      'services/public-api/src/settings/list-courses.test.ts':
        "describe('listCourses', () => { expect(listCourses()).toBe('not_found') })\n",
    },
  },
  {
    rule: 'operationsAreServedAndTested',
    of: 'a shared refusal that no test asks for',
    says: 'services/public-api: no test asks for overloaded',
    changes: { 'services/public-api/src/refusals.test.ts': 'walk(smallBoundary.operations)\n' },
  },
  {
    rule: 'operationsAreServedAndTested',
    of: 'a contract that no test walks',
    says: 'no test walks smallBoundary.operations',
    changes: { 'services/public-api/src/refusals.test.ts': 'const cases = { overloaded: 1 }\n' },
  },
  {
    rule: 'grantsAreUsed',
    of: 'a right that no statement uses',
    says: 'public_api is granted DELETE course, which no statement of services/public-api uses',
    changes: withStatement('GRANT DELETE, SELECT ON course TO public_api;', 'SELECT course.id FROM course'),
  },
  {
    rule: 'grantsAreUsed',
    of: 'a right that everybody has',
    says: 'SELECT of course is granted to PUBLIC, which is no service',
    changes: withStatement(
      'GRANT SELECT ON course TO public_api;\nGRANT SELECT ON course TO PUBLIC;',
      'SELECT course.id FROM course',
    ),
  },
  {
    rule: 'grantsAreUsed',
    of: 'a statement without its right',
    says: 'public_api is not granted UPDATE course, which a statement of services/public-api uses',
    changes: withStatement('GRANT SELECT ON course TO public_api;', 'SELECT course.id FROM course FOR UPDATE'),
  },
  {
    rule: 'grantsAreUsed',
    of: "a right that another service's statement of the same file uses",
    says: 'public_api is granted INSERT course, which no',
    changes: withStatement(
      'GRANT INSERT, SELECT ON course TO public_api;',
      'SELECT course.id FROM course',
      'export const other = sql`INSERT INTO course (id) VALUES (1)`',
    ),
  },
  {
    rule: 'grantsAreUsed',
    of: 'what a trigger does with the rights of the writer',
    says: 'public_api is not granted DELETE course_log, which',
    changes: withStatement(
      `CREATE TABLE course_log (
);
GRANT INSERT ON course TO public_api;
CREATE TRIGGER course__log BEFORE INSERT ON public.course FOR EACH ROW EXECUTE FUNCTION course__log();
CREATE OR REPLACE FUNCTION public.course__log()
AS $function$
BEGIN
  DELETE FROM course_log;
END
$function$;`,
      'INSERT INTO course (id) VALUES (1)',
    ),
  },
]

/** A service that reaches one statement of libs/data, and the rights that its role has. */
function withStatement(grants: string, statement: string, beside = ''): Record<string, string> {
  return {
    'libs/data/schema.sql': `CREATE TABLE course (\n);\n${grants}\n`,
    'libs/data/src/index.ts': "export { findCourse } from './course-queries.ts'\n",
    'libs/data/src/course-queries.ts': `const find = sql\`${statement}\`\nexport const findCourse = () => find\n${beside}\n`,
    'services/public-api/src/main.ts': "import { findCourse } from '@course-grading/data'\nfindCourse()\n",
  }
}
