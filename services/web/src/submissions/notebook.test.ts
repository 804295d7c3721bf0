import { describe, expect, it } from 'vitest'
import { createTextCutter } from '../colouring/drawn-text.ts'
import { drawnFile } from './drawn-file.ts'
import { readNotebook } from './notebook.ts'

const base64 = (...bytes: readonly number[]): string => Buffer.from(bytes).toString('base64')
const png = base64(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2)
const gif = Buffer.from('GIF89a12').toString('base64')
const code = (...outputs: readonly unknown[]) => ({ cell_type: 'code', source: 'a', outputs })
const textOf = (cells: readonly unknown[], nbformat = 4): string => JSON.stringify({ nbformat, cells })
const first = (...outputs: readonly unknown[]) => readNotebook(textOf([code(...outputs)]))?.cells[0]

describe('a notebook', () => {
  it('is cells of lines, of which an empty one has one', () => {
    const cells = [
      { cell_type: 'markdown', source: ['# a\r\n', 'b\n'] },
      { cell_type: 'code', source: '' },
      { cell_type: 'raw', source: 'c\rd' },
    ]
    expect(readNotebook(textOf(cells))?.cells.map(({ kind, lines }) => [kind, lines])).toEqual([
      ['markdown', ['# a', 'b']],
      ['code', ['']],
      ['raw', ['c', 'd']],
    ])
  })

  it.each([
    ['no JSON', '{'],
    ['other JSON', '[4]'],
    ['an older one', textOf([code()], 3)],
    ['one without cells', textOf([])],
    ['one with a cell of another kind', textOf([code(), { cell_type: 'chart', source: 'a' }])],
    ['one with a cell that is no text', textOf([{ cell_type: 'code', source: [1] }])],
  ])('is a text where it is %s', (_what, text) => {
    const drawn = drawnFile({ path: 'a.ipynb', text }, createTextCutter())
    expect(drawn).toEqual({ lines: [text], isCut: false })
  })

  it('has what was printed, and errors, without what a terminal takes for commands', () => {
    const error = { output_type: 'error', ename: 'E', evalue: 'x', traceback: ['\u001B[0;31mE\u001B[0m', 'x'] }
    const title =
      '\u001B]0;title\u0007\u001B]8;;https://example.org\u001B\\b\u001B(B\u0000\u0007\u009B\b\u001B[2J\n\tc\n'
    expect(first({ text: title }, error, { ename: 'E', evalue: 'y' }, { text: '\u001B[2J' })?.outputs).toEqual([
      { lines: ['b', '\tc'] },
      { lines: ['E', 'x'] },
      { lines: ['E: y'] },
    ])
  })

  it('takes no long time for sequences that do not end', () => {
    const text = '\u001B[0'.repeat(500_000) + '\u001B]'.repeat(500_000) + ';'.repeat(500_000)
    const began = performance.now()
    expect(first({ text })?.outputs).toHaveLength(1)
    expect(performance.now() - began).toBeLessThan(2_000)
  })

  it('has images whose bytes are such images', () => {
    const folded = [`${png.slice(0, 8)}\n`, png.slice(8)]
    const cell = first(
      { data: { 'image/png': folded, 'text/plain': '<Figure>' } },
      { data: { 'image/gif': gif } },
      { data: { 'image/jpeg': png, 'text/plain': 'plain' } },
    )
    expect(cell?.outputs).toEqual([
      { image: `data:image/png;base64,${png}` },
      { image: `data:image/gif;base64,${gif}` },
      { lines: ['plain'] },
    ])
    expect(cell?.notDrawn).toEqual(['image/jpeg'])
  })

  it.each([
    ['image/png', gif],
    ['image/png', `${png}" onerror="alert(1)`],
    ['image/png', Buffer.from('<svg onload="alert(1)"/>').toString('base64')],
    ['image/png', { length: 1 }],
    ['image/svg+xml', '<svg onload="alert(1)"/>'],
    ['image/webp', Buffer.from('RIFF1234WEBP').toString('base64')],
    ['text/html', '<script>alert(1)</script>'],
    ['application/javascript', 'alert(1)'],
    ['application/vnd.jupyter.widget-view+json', {}],
  ])('only names an output of the kind %s that is %j', (type, value) => {
    expect(first({ data: { [type]: value } })).toMatchObject({ outputs: [], notDrawn: [type] })
  })

  it('names no kind that is none', () => {
    expect(first({ data: { '<b>': '', ['a/'.repeat(99)]: '' } })?.notDrawn).toEqual(['?'])
  })

  it('survives outputs of no known form', () => {
    const cells = [code(null, 1, [], {}, { data: [] }, { text: 1 }), { ...code(), outputs: 'none' }]
    expect(readNotebook(textOf(cells))?.cells.map(({ outputs }) => outputs)).toEqual([[], []])
  })

  it('has 1,000 cells, and 20 images of one MiB, and counts the others', () => {
    const large = Buffer.concat([Buffer.from(png, 'base64'), Buffer.alloc(1_048_576)]).toString('base64')
    const images = [large, ...Array.from({ length: 22 }, () => png)].map((each) => ({ data: { 'image/png': each } }))
    const notebook = readNotebook(textOf([code(...images), ...Array.from({ length: 1_001 }, () => code())]))
    expect(notebook?.more).toEqual({ cells: 2, images: 3 })
    expect([notebook?.cells.length, notebook?.cells[0]?.outputs.length]).toEqual([1_000, 20])
  })

  it('is drawn with as many lines as another file, and as many of output', () => {
    const cells = Array.from({ length: 500 }, () => ({ ...code({ text: 'o\n'.repeat(11) }), source: 'a\n'.repeat(10) }))
    const drawn = drawnFile({ path: 'a.ipynb', text: textOf(cells) }, createTextCutter())
    expect([drawn.lines.length, drawn.isCut, drawn.notebook?.areOutputsCut]).toEqual([5_000, false, true])
    expect(drawn.notebook?.cells.at(-1)).toMatchObject({ firstLine: 4_991, lastLine: 5_000, outputs: [] })
    expect(drawn.notebook?.cells[0]?.outputs).toEqual([{ lines: Array(11).fill('o') }])
  })
})
