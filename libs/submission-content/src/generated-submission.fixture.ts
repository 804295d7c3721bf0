import fc from 'fast-check'
import { expect } from 'vitest'
import { anyText } from './any-text.fixture.ts'
import { contentLimitBytes } from './assemble-content.ts'
import { contentSource, readContent, type GivenFile } from './content-source.fixture.ts'
import { decodeText } from './decode-text.ts'
import { editedTemplate } from './generated-edits.fixture.ts'
import type { SubmissionFile } from './submission-file.ts'

const mib = 1024 * 1024

const encoded = fc
  .tuple(anyText(60), fc.constantFrom('utf8', 'latin1', 'utf16le'), fc.boolean())
  .map(([text, encoding, hasMark]) => Buffer.from(`${hasMark ? '\uFEFF' : ''}${text}`, encoding as BufferEncoding))

/** A large file that repeats one unit, since that is generated fast. Some units need more bytes in JSON or in UTF-8. */
const large = fc
  .tuple(fc.constantFrom('a', '\n', '"', '\u0001', 'ä', '\xE4\x80'), fc.integer({ min: mib / 2, max: 5 * mib + 1 }))
  .map(([unit, size]) => Buffer.alloc(size, unit, unit === '\xE4\x80' ? 'latin1' : 'utf8'))

const unread: fc.Arbitrary<GivenFile['content']> = fc.constantFrom(
  { kind: 'unavailable' },
  { kind: 'too_large', size: null },
  { kind: 'too_large', size: 6 * mib },
)
const name = fc.oneof(
  fc.constantFrom('solution.py', 'Solution.PY', 'notes.txt', '.DS_Store', 'a/.DS_Store', 'list.h', 'Makefile'),
  anyText(12),
)
const file = (content: fc.Arbitrary<GivenFile['content']>): fc.Arbitrary<GivenFile> =>
  fc.record({ name, field: fc.oneof(fc.constantFrom('file1', 'file2'), anyText(6)), content })

const files = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.array(file(fc.oneof(encoded, fc.uint8Array({ maxLength: 50 }), unread)), { maxLength: 12 }),
  },
  { weight: 1, arbitrary: fc.array(file(fc.oneof(large, encoded)), { minLength: 6, maxLength: 12 }) },
  { weight: 1, arbitrary: file(encoded).map((one) => Array.from({ length: 1_001 }, () => one)) },
)
const answers = fc.array(
  fc.tuple(fc.oneof(fc.constantFrom('essay', 'lang', 'file1', '_aplus_group'), anyText(5)), anyText(40)),
)

/** A submission: its files, its answers, and a template with an edited copy of it among the files. */
export const submission = fc
  .record({ files, answers, edited: editedTemplate, place: fc.nat() })
  .map(({ files: given, answers: pairs, edited: [template, copy], place }) => ({
    files: given.toSpliced(place % (given.length + 1), 0, { name: 'copy.py', content: copy }),
    answers: pairs,
    template,
  }))

type Submission = typeof submission extends fc.Arbitrary<infer Value> ? Value : never

/** Assembles a submission and compares every entry with what was given. */
export async function checkContent({ files: given, answers: pairs, template }: Submission): Promise<void> {
  const templates = new Map([['copy.py', Buffer.from(template)]])
  const content = await readContent(contentSource(given, { answers: pairs, templates }))
  expect(content.bytes).toBeLessThan(contentLimitBytes)
  expect(Object.keys(content)).toEqual(['submissionId', 'files', 'formAnswers', 'truncated', 'bytes'])
  expect(content.files.length + content.truncated.files + content.truncated.excluded).toBe(given.length)
  expect(content.files.length).toBeLessThanOrEqual(1_000)
  for (const entry of content.files) checkEntry(entry, given[entry.fileId - 1])
  const ids = content.files.map(({ fileId }) => fileId)
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  for (const { key, title, values } of content.formAnswers) {
    expect([key, ...values].every((text) => text.isWellFormed()) && title === null && values.length > 0).toBe(true)
  }
}

const entryKeys = /^fileId,path,field,size,sha256,language,template(,changedLines)?(,text|,omitted)$/

function checkEntry(entry: SubmissionFile, given: GivenFile | undefined): void {
  if (given === undefined) throw new Error('a file that was not given')
  expect(Object.keys(entry).join()).toMatch(entryKeys)
  expect([entry.path, entry.field]).toEqual([given.name.toWellFormed(), (given.field ?? 'file1').toWellFormed()])
  expect(entry.sha256 === null || /^[0-9a-f]{64}$/.test(entry.sha256)).toBe(true)
  expect([null, 'python']).toContain(entry.language)
  if (entry.changedLines !== undefined) {
    expect(entry.template).toBe('modified')
    const lines = entry.changedLines.flat()
    expect(lines.every((line, at) => Number.isInteger(line) && line >= (lines[at - 1] ?? 1))).toBe(true)
  }
  const { content } = given
  if (typeof content === 'object' && 'kind' in content) {
    expect([entry.omitted, entry.sha256]).toEqual([content.kind, null])
    return
  }
  const bytes = Buffer.from(content)
  expect(entry.size).toBe(bytes.byteLength)
  const decoded = decodeText(bytes)
  if (entry.omitted !== 'too_large') {
    // Compared here and not by the matcher, which is slow with a text of some MiB.
    expect('text' in decoded ? entry.text === decoded.text : entry.omitted === decoded.omitted).toBe(true)
  } else expect(bytes.byteLength).toBeGreaterThan(mib / 2 - 1)
}
