import type { SeededBreak } from './seeded-breaks.ts'

const domain = 'libs/domain/src/courses/plan.ts'

/** The violations of the rules of circles. */
export const seededCircles: readonly SeededBreak[] = [
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
    rule: 'foldersHaveNoCircle',
    of: 'a folder that uses a file beside the folders',
    says: 'libs/domain/src/courses → libs/domain/src → libs/domain/src/courses',
    changes: {
      [domain]: "import { b } from '../b.ts'\nexport const a = b\n",
      'libs/domain/src/b.ts': 'export const b = 1\n',
      'libs/domain/src/c.ts': "export { a } from './courses/plan.ts'\n",
    },
  },
  {
    rule: 'foldersHaveNoCircle',
    of: 'a folder inside a folder that uses a file beside it',
    says: 'libs/domain/src/courses → libs/domain/src/courses/days → libs/domain/src/courses',
    changes: {
      [domain]: "import { b } from './days/b.ts'\nexport const a = b\n",
      'libs/domain/src/courses/days/b.ts': "import type { C } from '../c.ts'\nexport const b: C = 1\n",
      'libs/domain/src/courses/c.ts': 'export type C = 1\n',
    },
  },
]
