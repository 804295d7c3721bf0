import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Annotation, FeedbackText } from './feedback-text.ts'
import { type FeedbackPatch, applyFeedbackPatch, feedbackParts } from './patch-feedback.ts'

describe('applyFeedbackPatch', () => {
  it('changes what the patch names, and says which parts that are', () => {
    const { text: after, changed } = patched({
      language: 'fi',
      annotations: { a: { body: 'Why not?' }, b: { ...remark, anchor: { answerKey: 'essay' } } },
    })
    expect(after).toEqual({
      language: 'fi',
      body: 'Good.',
      annotations: { a: { ...remark, body: 'Why not?' }, b: { ...remark, anchor: { answerKey: 'essay' } } },
    })
    expect(changed).toEqual(['language', 'annotations.a', 'annotations.b'])
  })

  it('removes what the patch sets to null', () => {
    expect(patched({ body: null, annotations: { a: null } })).toMatchObject({
      text: { body: '', annotations: {} },
      changed: ['body', 'annotations.a'],
    })
    expect(patched({ annotations: null }).text.annotations).toEqual({})
  })

  it('changes nothing if the patch has the present values', () => {
    expect(patched({ body: 'Good.', annotations: { a: { endLine: 4 }, c: null } }).changed).toEqual([])
  })

  it('keeps a file without a hash as one without, since a patch cannot say null', () => {
    const { annotations } = patched({ annotations: { b: { ...remark, anchor: { fileId: 8, path: 'x' } } } }).text
    expect(annotations['b']?.anchor).toEqual({ fileId: 8, path: 'x', sha256: null })
  })

  it.each<[FeedbackPatch, string[]]>([
    [{ language: 'sv' }, ['$.language invalid_value']],
    [
      { annotations: { b: {} } },
      ['anchor', 'startLine', 'endLine', 'kind', 'body', 'private'].map(
        (member) => `$.annotations.b.${member} required`,
      ),
    ],
    [{ annotations: { a: { endLine: 2 } } }, ['$.annotations.a.endLine invalid_value']],
    [{ annotations: { a: { endLine: 3, startColumn: 5, endColumn: 4 } } }, ['$.annotations.a.endColumn invalid_value']],
    [{ annotations: { a: { anchor: { answerKey: 'essay' } } } }, ['$.annotations.a.anchor invalid_value']],
    [{ annotations: { a: { anchor: { path: null } } } }, ['$.annotations.a.anchor.path required']],
    [{ annotations: { a: { snippet: { edited: true } } } }, ['$.annotations.a.snippet.snippetId required']],
  ])('finds what makes %j impossible', (patch, issues) => {
    expect(issuesOf(patch)).toEqual(issues)
  })

  it('keeps a language that the course has given up', () => {
    expect(issuesOf({ language: 'sv', body: 'x' }, { ...text, language: 'sv' })).toEqual([])
  })

  it('takes a thousand annotations and no more', () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, remark]))
    const empty = { ...text, annotations: {} }
    expect(issuesOf({ annotations: many(1_000) }, empty)).toEqual([])
    expect(issuesOf({ annotations: many(1_001) }, empty)).toEqual(['$.annotations too_large'])
  })

  it('takes no more than 1,500,000 bytes', () => {
    const annotations = Object.fromEntries(
      Array.from({ length: 160 }, (_, at) => [`n${at}`, { ...remark, body: 'x'.repeat(9_500) }]),
    )
    expect(issuesOf({ annotations })).toEqual(['$ too_large'])
  })

  it('names the snippets that annotations newly refer to', () => {
    const snippet = { snippetId: 's1', edited: false }
    const before = { ...text, annotations: { a: { ...remark, snippet } } }
    expect(patched({ annotations: { a: { body: 'x' }, b: { ...remark, snippet } } }, before).newSnippets).toEqual([
      's1',
    ])
  })

  it('touches the parts that the patch names, changed or not', () => {
    expect(feedbackParts.touched(text, { body: 'Good.', annotations: { a: {}, b: null } })).toEqual([
      'body',
      'annotations.a',
      'annotations.b',
    ])
    expect(feedbackParts.touched(text, { annotations: null })).toEqual(['annotations.a'])
    expect(feedbackParts.pathOf('annotations.a')).toBe('$.annotations.a')
  })

  it('gives the same text from two patches of different parts in either order', () => {
    const id = fc.constantFrom('a', 'b', 'c')
    fc.assert(
      fc.property(id, fc.string(), fc.string(), (key, body, remarkBody) => {
        const one: FeedbackPatch = { body }
        const other: FeedbackPatch = { annotations: { [key]: { ...remark, body: remarkBody } } }
        const inOrder = patched(other, patched(one).text).text
        expect(patched(one, patched(other).text).text).toEqual(inOrder)
      }),
    )
  })
})

const remark: Annotation = {
  anchor: { fileId: 7, path: 'src/main.py', sha256: null },
  startLine: 3,
  endLine: 4,
  kind: 'issue',
  body: 'Why?',
  private: false,
}
const text: FeedbackText = { language: 'en', body: 'Good.', annotations: { a: remark } }
const languages = ['en', 'fi']
const patched = (patch: FeedbackPatch, before = text) => applyFeedbackPatch(before, patch, languages)
const issuesOf = (patch: FeedbackPatch, before = text) =>
  patched(patch, before).issues.map(({ path, code }) => `${path} ${code}`)
