import type { SeededBreak } from './seeded-break.ts'

const domain = 'libs/domain/src/courses/plan.ts'

/** Violations of the rules on what documents and comments refer to. */
export const documentsBreaks: readonly SeededBreak[] = [
  {
    rule: 'documentsNameWhatExists',
    of: 'a file that has moved',
    says: 'docs/src/content/docs/project/security.md: libs/domain/src/moved.ts is not there',
    changes: {
      'docs/src/content/docs/project/security.md': `By \`libs/domain/src/errors.ts\`, \`libs/domain\` and \`libs/domain/src/moved.ts\`.\n`,
    },
  },
  {
    rule: 'documentsNameWhatExists',
    of: 'a link to a missing page',
    says: 'docs/src/content/docs/project/security.md: docs/src/content/docs/project/keys.md is not there',
    changes: {
      'docs/src/content/docs/project/security.md':
        'See [keys](keys.md#life) and [the map](../../../../README.md), or https://example.org/.\n',
    },
  },
  {
    rule: 'documentsNameWhatExists',
    of: 'a pattern that matches nothing',
    says: 'README.md: libs/data/migrations/*_user__*.sql is not there',
    changes: { 'README.md': 'See `libs/data/migrations/*_course__*.sql` and `libs/data/migrations/*_user__*.sql`.\n' },
  },
  ...['/work/notes.md', '../shared/design/style.md', 'the design, part 3', 'issue 13'].map((words) => ({
    rule: 'nothingPointsOutside',
    of: `a page outside: ${words}`,
    says: 'plan.ts: refers to',
    changes: { [domain]: `// As ${words} says.\nexport const a = 1\n` },
  })),
]
