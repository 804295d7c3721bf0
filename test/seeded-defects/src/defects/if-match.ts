import type { Catcher, Defect } from '../defect.ts'

const preconditions = 'libs/http-kit/src/request/preconditions.ts'
const form = 'const strongRevisionTag = new RegExp(revisionTagPattern)'
const requireIfMatch = (test: string): Catcher => ({
  project: 'http-kit',
  file: 'libs/http-kit/src/request/preconditions.test.ts',
  test: `requireIfMatch > ${test}`,
})
const refuses = requireIfMatch('refuses "')

export const ifMatch: readonly Defect[] = [
  {
    title: 'a weak tag is accepted',
    edits: [
      { file: preconditions, old: form, new: String.raw`const strongRevisionTag = /^(?:W\/)?"(0|[1-9][0-9]{0,15})"$/` },
    ],
    caughtBy: [refuses],
    always: true,
  },
  {
    title: 'leading zeros are accepted',
    edits: [{ file: preconditions, old: form, new: 'const strongRevisionTag = /^"([0-9]{1,16})"$/' }],
    caughtBy: [refuses],
  },
  {
    title: 'the first of a list is accepted',
    edits: [{ file: preconditions, old: form, new: 'const strongRevisionTag = /^"(0|[1-9][0-9]{0,15})"(?:,.*)?$/' }],
    caughtBy: [refuses],
  },
  {
    title: 'a star is accepted',
    edits: [
      {
        file: preconditions,
        old: 'const revision = Number(digits)',
        new: `if (header.kind === 'one' && header.value === '*') return 0\n  const revision = Number(digits)`,
      },
    ],
    caughtBy: [refuses],
  },
  {
    title: 'any number of digits is a revision',
    edits: [
      {
        file: preconditions,
        old: 'digits === undefined || !Number.isSafeInteger(revision)',
        new: 'digits === undefined',
      },
    ],
    caughtBy: [refuses],
  },
  {
    title: 'of two lines the first one counts',
    edits: [
      {
        file: 'libs/http-kit/src/request/raw-headers.ts',
        old: `return second === undefined ? { kind: 'one', value } : { kind: 'many' }`,
        new: `return { kind: 'one', value }`,
      },
    ],
    caughtBy: [requireIfMatch('refuses two If-Match lines, equal or not')],
  },
]
