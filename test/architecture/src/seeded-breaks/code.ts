import type { SeededBreak } from './seeded-break.ts'

const domain = 'libs/domain/src/courses/plan.ts'
const data = 'libs/data/src/courses/planned.ts'

/** Violations of the rules on how code is written. */
export const codeBreaks: readonly SeededBreak[] = [
  {
    rule: 'httpKitKnowsNoRules',
    of: 'a rule of the domain',
    says: 'imports @course-grading/domain/courses/plan',
    changes: {
      'libs/http-kit/src/route.ts':
        "import { plan } from '@course-grading/domain/courses/plan'\nexport const x = plan\n",
    },
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
    says: 'may import',
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
  ].map(([path = '', says = '']) => ({ rule: 'namesAreMeaningful', of: path, says, changes: { [path]: '' } })),
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
]
