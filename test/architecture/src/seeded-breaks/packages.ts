import { manifest } from '../example-repository.ts'
import type { SeededBreak } from './seeded-break.ts'

const domain = 'libs/domain/src/courses/plan.ts'
const data = 'libs/data/src/courses/planned.ts'
const kit = { '@course-grading/kit': 'workspace:*' }

/** Violations of the rules on dependencies between packages. */
export const packagesBreaks: readonly SeededBreak[] = [
  {
    rule: 'dependenciesAreAllowed',
    of: 'a manifest',
    says: 'libs/domain/package.json: must not depend on libs/data',
    changes: {
      'libs/domain/package.json': manifest('@course-grading/domain', { '@course-grading/data': 'workspace:*' }),
    },
  },
  {
    rule: 'dependenciesAreAllowed',
    of: 'an import',
    says: `${domain}: must not import @course-grading/data/courses/planned of libs/data`,
    changes: { [domain]: "import type { planned } from '@course-grading/data/courses/planned'\nexport const x = 1\n" },
  },
  {
    rule: 'dependenciesAreAllowed',
    of: 'a dynamic import',
    says: `${domain}: must not import @course-grading/data/courses/planned of libs/data`,
    changes: { [domain]: "export const x = () => import('@course-grading/data/courses/planned')\n" },
  },
  {
    rule: 'dependenciesAreAllowed',
    of: 'a test package in product code',
    says: 'src/main.ts: must not import @course-grading/kit of test/kit',
    changes: { 'services/public-api/src/main.ts': "import { aCourse } from '@course-grading/kit'\n" },
  },
  {
    rule: 'dependenciesAreAllowed',
    of: 'a service in another',
    says: 'must not depend on services/public-api',
    changes: { 'services/other/package.json': manifest('other', { '@course-grading/public-api': 'workspace:*' }) },
  },
  {
    rule: 'dependenciesAreAllowed',
    of: 'a package that is not in the table',
    says: 'libs/extra: is not in the table',
    changes: { 'libs/extra/package.json': manifest('@course-grading/extra') },
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
    rule: 'importsAreDeclared',
    of: 'a development dependency in product code',
    says: 'src/main.ts: imports @course-grading/kit',
    changes: { 'services/public-api/src/main.ts': "import { aCourse } from '@course-grading/kit'\n" },
  },
  {
    rule: 'importsAreDeclared',
    of: 'a path into another package',
    says: 'leads out of libs/data',
    changes: { [data]: "export { plan } from '../../../domain/src/courses/plan.ts'\n" },
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
    rule: 'foldersHaveNoCircle',
    of: 'modules that form none',
    says: 'libs/domain/src/courses → libs/domain/src/rubrics → libs/domain/src/courses',
    changes: {
      [domain]: "import { b } from '../rubrics/b.ts'\nexport const a = b\n",
      'libs/domain/src/rubrics/b.ts': 'export const b = 1\n',
      'libs/domain/src/rubrics/c.ts': "import type { D } from '../courses/d.ts'\nexport type C = D\n",
      'libs/domain/src/courses/d.ts': 'export type D = 1\n',
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
    rule: 'modulesHaveNoCircle',
    of: 'types',
    says: 'plan.ts → libs/domain/src/courses/other.ts',
    changes: {
      [domain]: "import type { B } from './other.ts'\nexport type A = B\n",
      'libs/domain/src/courses/other.ts': "import type { A } from './plan.ts'\nexport type B = A\n",
    },
  },
  {
    rule: 'referencesAgreeWithManifests',
    of: 'a package that developers run',
    says: 'infra/dev/starter/tsconfig.json: must extend tsconfig.base.json',
    changes: {
      'infra/dev/starter/package.json': manifest('@course-grading/dev'),
      'infra/dev/starter/tsconfig.json': '{"extends":"../../tsconfig.base.json"}',
    },
  },
]
