import type { Catcher, Defect } from '../defect.ts'

const scannerFile = 'libs/domain/src/json/json-text.ts'
const readerFile = 'libs/domain/src/json/read-json.ts'
const inReader = (test: string): Catcher => ({
  project: 'domain',
  file: 'libs/domain/src/json/read-json.test.ts',
  test: `readJson > ${test}`,
})
/** Thousands of bodies through the whole service, compared with a second implementation of the rules. */
const hostileBodies: Catcher = {
  project: 'system',
  file: 'test/system/src/hostile-bodies.long.test.ts',
  test: 'hostile bodies > are accepted only where the rules allow it',
}

export const jsonReader: readonly Defect[] = [
  {
    title: 'of two equal keys the later one wins without an error',
    edits: [{ file: scannerFile, old: 'if (keys.has(key)) this.#duplicate ??= [...this.#path]', new: '' }],
    caughtBy: [inReader('points at the first duplicate key')],
    always: true,
  },
  {
    title: 'there is no limit to nesting',
    edits: [{ file: scannerFile, old: 'const maxNesting = 32', new: 'const maxNesting = Infinity' }],
    caughtBy: [inReader('rejects depth 33')],
  },
  {
    title: 'a byte order mark is ignored',
    edits: [{ file: readerFile, old: 'ignoreBOM: true', new: 'ignoreBOM: false' }],
    caughtBy: [inReader('rejects bytes of a byte order mark')],
  },
  {
    title: 'bad UTF-8 is repaired',
    edits: [{ file: readerFile, old: 'fatal: true', new: 'fatal: false' }],
    caughtBy: [inReader('rejects latin1'), inReader('rejects an overlong encoding')],
  },
  {
    title: 'a lone surrogate is accepted',
    edits: [{ file: scannerFile, old: ' && text.isWellFormed()', new: '' }],
    caughtBy: [inReader('names the character in')],
  },
  {
    title: 'an escaped NUL is accepted',
    edits: [{ file: scannerFile, old: String.raw`!text.includes('\0') && `, new: '' }],
    caughtBy: [inReader('names the character in'), hostileBodies],
  },
  {
    title: 'an integer that is too great is rounded',
    edits: [{ file: scannerFile, old: ' || (Number.isInteger(value) && !Number.isSafeInteger(value))', new: '' }],
    caughtBy: [
      inReader('rejects an integer above 2^53−1'),
      inReader('rejects an integer written as a decimal'),
      hostileBodies,
    ],
  },
  {
    title: 'a number that is too great becomes infinite',
    edits: [{ file: scannerFile, old: '!Number.isFinite(value) || ', new: '' }],
    caughtBy: [inReader('rejects a number too great')],
  },
]
