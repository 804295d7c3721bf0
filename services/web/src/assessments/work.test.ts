import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { FeedbackDocument } from '@course-grading/contracts/feedback/feedback-document'
import type { SubmissionContent } from '@course-grading/contracts/submissions/submission-content'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { packTokens } from '../colouring/code-tokens.ts'
import { en } from '../texts/en.ts'
import { Work } from './work.tsx'

describe('a file of the work', () => {
  it('is lines of text by number, that a script finds and no browser translates', () => {
    expect(drawn({ files: [{ ...file, text: 'a <b>\n\tc' }] })).toContain(
      '<section class="card file" id="file-7" data-file-id="7" data-path="src/a.py">',
    )
    expect(drawn({ files: [{ ...file, text: 'a <b>\n\tc' }] })).toContain(
      '<div class="code" translate="no">' +
        '<div class="row"><span class="line">1</span><span>a &lt;b></span></div>' +
        '<div class="row"><span class="line">2</span><span>\tc</span></div></div>',
    )
  })

  it('has its colours as classes', () => {
    const colours = new Map([
      [
        7,
        packTokens([
          [
            [1, 2],
            [0, 1],
            [4, 3],
          ],
          [[2, 3]],
        ]),
      ],
    ])
    const html = drawn({ files: [{ ...file, text: 'if # c!\n<b>' }] }, { colours })
    expect(html).toContain('<span><span class="t-keyword">if</span> <span class="t-comment"># c</span>!</span>')
    expect(html).toContain('<span><span class="t-string">&lt;b></span></span>')
  })

  it('marks what is not seen in its lines, coloured or not, and in its name, and changes nothing that is copied', () => {
    const colours = new Map([[7, packTokens([[[2, 4]]])]])
    const html = drawn(
      { files: [{ ...file, path: 'src/a\u202Eyp.c', text: '#\u2066a\u200Bb\u00A0👩‍💻\nc\u2069' }] },
      { colours },
    )
    const mark = (code: string, character: string, kind = 'unseen') =>
      `<span class="${kind}" data-code="${code}" title="A character that is not seen: ${code}">${character}</span>`
    expect(html).toContain(
      `<span><span class="t-string">#${mark('U+2066', '\u2066')}a${mark('U+200B', '\u200B')}</span>b` +
        `${mark('U+00A0', '\u00A0', 'unseen space')}👩‍💻</span>`,
    )
    expect(html).toContain(`<span>c${mark('U+2069', '\u2069')}</span>`)
    expect(html).toContain(`<h3><bdi>src/a${mark('U+202E', '\u202E')}yp.c</bdi></h3>`)
    expect(html).toContain('aria-label="Download src/a[U+202E]yp.c"')
  })

  it('can be downloaded where it is folded, too', () => {
    const html = drawn({ files: [{ ...file, template: 'unchanged' }] })
    expect(html).toContain('<details>')
    expect(html).toContain('aria-label="Download src/a.py"')
  })

  it('has an empty line as something to copy', () => {
    expect(drawn({ files: [{ ...file, text: 'a\n\nb' }] })).toContain('<span class="line">2</span><span>\n</span>')
  })

  it('has marks where it differs from the template, and says of how many lines', () => {
    const html = drawn({
      files: [
        {
          ...file,
          template: 'modified',
          changedLines: [
            [1, 1],
            [3, 4],
          ],
          text: 'a\nb\nc\nd',
        },
      ],
    })
    expect(html.match(/<div class="row[^"]*">/g)).toEqual([changed, plain, changed, changed])
    expect(html).toContain('3 changed lines')
    // Which is heard where no script names the lines.
    expect(html.match(/<span role="insertion">[^<]*/g)).toEqual(
      ['a', 'c', 'd'].map((text) => `<span role="insertion">${text}`),
    )
  })

  it('is folded where it is as the template, but not where an annotation is in it', () => {
    const files = [{ ...file, template: 'unchanged' as const }]
    expect([drawn({ files }), drawn({ files }, { feedback })].map((html) => /<details>/.test(html))).toEqual([
      true,
      false,
    ])
  })

  it('is laid out fifty lines at a time where it has many', () => {
    const linesOf = (lines: number): number[] =>
      drawn({ files: [{ ...file, text: 'a\n'.repeat(lines) }] })
        .split('<div class="lines">')
        .slice(1)
        .map((part) => part.match(/class="row/g)?.length ?? 0)
    expect([20, 60, 120, 130].map(linesOf)).toEqual([[], [60], [50, 70], [50, 50, 30]])
  })

  it('folds lines that are as in the template where the person wants that', () => {
    const text = 'a\n'.repeat(40)
    const files = [{ ...file, template: 'modified' as const, changedLines: [[20, 20] as const], text }]
    const html = drawn({ files }, { folds: true })
    expect(html).toMatch(
      /<div class="code"[^>]*><details><summary>Lines 1 to 16, as in the template<\/summary><div class="row/,
    )
    expect(html.match(/Lines \d+ to \d+/g)).toEqual(['Lines 1 to 16', 'Lines 24 to 40'])
    expect(html.match(/class="row/g)).toHaveLength(40)
    expect(drawn({ files })).not.toContain('<details>')
  })

  it('has each annotation below its last line, or none where the script draws them', () => {
    const files = [{ ...file, text: 'a\nb\nc' }]
    expect(drawn({ files }, { feedback })).toMatch(
      /noted">.*>2<.*<article class="note issue">.*Why\?.*<\/article>.*>3</s,
    )
    expect(drawn({ files })).not.toMatch(/noted|article/)
  })

  it('is drawn up to 5,000 lines, and says so', () => {
    const html = drawn({ files: [{ ...file, text: 'a\n'.repeat(5_001) }] })
    expect(html.match(/class="row"/g)?.length).toBe(5_000)
    expect(html).toContain('Drawn are the first 5000 lines; the rest is in the download.')
  })

  it('is cells where it is a notebook, whose lines are numbered through and have the annotations', () => {
    const cells = [
      { cell_type: 'markdown', source: ['# <b>\n', 'Why'] },
      { cell_type: 'code', source: 'c', outputs: [{ output_type: 'stream', text: ['<i>\n'] }] },
      { cell_type: 'code', source: '', outputs: [{ data: { 'text/html': '<script>' } }] },
    ]
    const files = [{ ...file, path: 'a.IPYNB', text: JSON.stringify({ nbformat: 4, cells }) }]
    const html = drawn({ files }, { feedback, colours: new Map([[7, packTokens([[[1, 2]]])]]) })
    expect(html.replaceAll(/<\/?(?:div|p|span|b|header)\b[^>]*>/g, '|').replaceAll(/\|+/g, '|')).toContain(
      '|Markdown cell|1|# &lt;b>|2|Why|<article class="note issue">|To mend|lines 1 to 2|Why?|</article>' +
        '|Code cell|3|c|Output|&lt;i>|Code cell|4|\n|Output|Not drawn: text/html|',
    )
  })

  it.each<[what: string, Partial<File>, says: string]>([
    ['too large', { omitted: 'too_large' }, 'Too large'],
    ['binary', { omitted: 'binary' }, 'Not a text'],
    ['a PDF', { path: 'a.pdf', omitted: 'binary' }, 'Not a text'],
    ['of no known encoding', { omitted: 'not_text' }, 'encoding'],
    ['not given by the learning platform', { omitted: 'unavailable' }, '<a href="?files">Try again</a>'],
    ['empty', { text: '' }, 'Empty.'],
  ])('says where it is %s, and offers the download without any line', (_what, other, says) => {
    const { text: _text, ...bare } = file
    const html = drawn({ files: [{ ...bare, ...other }] })
    expect(html).toContain(says)
    expect(html).toContain('href="/files/3001/7"')
    expect(html).not.toContain('class="row')
  })

  it.each([
    ['a.PNG', true],
    ['a.jpeg', true],
    ['a.gif', true],
    ['a.webp', true],
    ['a.svg', false],
    ['png', false],
  ])('is for the script to draw if it may be an image: %s', (path, isImage) => {
    const { text: _text, ...bare } = file
    const html = drawn({ files: [{ ...bare, path, omitted: 'binary' }] })
    expect(html.includes(`<figure data-image="/files/3001/7" data-name="${path}">`)).toBe(isImage)
  })
})

describe('the work', () => {
  it('has the answers first, then the files, which lead to each other by folder', () => {
    const files = [
      file,
      { ...file, fileId: 8, path: 'b.md', size: 0 },
      { ...file, fileId: 9, path: 'src/c.py', size: 2_000 },
    ]
    const html = drawn({ formAnswers: [{ key: 'why', title: 'Why?', values: ['Since.'] }], files })
    expect([...html.matchAll(/<section[^>]* id="([^"]*)"/g)].map(([, id]) => id)).toEqual([
      'answers',
      'file-7',
      'file-9',
      'file-8',
    ])
    expect(html).toContain('data-answer-key="why"')
    expect(/<nav class="files" aria-label="Files">.*<\/nav>/s.exec(html)?.[0].replaceAll(/<[^>]*>/g, '|')).toBe(
      '||||Answers|||||src/||||||a.py||||||c.py||||||||b.md|||||',
    )
  })

  it('needs no way to its only part', () => {
    expect(drawn({ files: [file] })).not.toContain('<nav')
  })

  it('says what is left out of it', () => {
    const html = drawn({ truncated: { files: 3, excluded: 1 } })
    expect(html).toContain('3 more files are not listed')
    expect(html).toContain('leave out one file')
  })

  it('says where it is empty', () => {
    expect(drawn({})).toContain('Nothing was handed in')
  })

  it('says where it cannot be had, and how to try again', () => {
    const html = render(h(Work, { texts: en, locale: 'en', work: null, folds: true, feedback: null }))
    expect(html).toMatch(/role="alert".*href="\?files">Try again/)
  })
})

type File = SubmissionContent['files'][number]

const changed = '<div class="row changed">'
const plain = '<div class="row">'
const file: File = {
  fileId: 7,
  path: 'src/a.py',
  field: 'f',
  size: 4,
  sha256: 'a',
  language: null,
  template: 'none',
  text: 'text',
}
const example: FeedbackDocument = frontendInternal.operations.getFeedback.replies[200].example
const feedback: FeedbackDocument = {
  ...example,
  annotations: {
    a: {
      anchor: { fileId: 7, path: 'a', sha256: null },
      startLine: 1,
      endLine: 2,
      kind: 'issue',
      body: 'Why?',
      private: false,
    },
  },
}

function drawn(
  content: Partial<SubmissionContent>,
  { colours = new Map(), feedback: remarks = null, folds = false }: Drawing = {},
) {
  const none = { submissionId: 3001, files: [], formAnswers: [], truncated: { files: 0, excluded: 0 } }
  const work = { content: { ...none, ...content }, colours }
  return render(h(Work, { texts: en, locale: 'en', work, folds, feedback: remarks }))
}

interface Drawing {
  readonly colours?: ReadonlyMap<number, ReturnType<typeof packTokens>>
  readonly feedback?: FeedbackDocument | null
  readonly folds?: boolean
}
