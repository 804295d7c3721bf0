import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'

/** The end of a formula by its beginning. */
const delimiters: ReadonlyMap<string, string> = new Map([
  ['\\(', '\\)'],
  ['\\[', '\\]'],
  ['$$', '$$'],
])
const onOwnLines = /^(?:\\\[|\$\$)/
/** Max lines of a formula that begins a line, so that the time is proportional to the length of the text. */
const maxLines = 100
const hasContent = /[\p{L}\p{N}]/u

/** Leaves `\(…\)`, `\[…\]` and `$$…$$` as typed, for pages that draw formulas: Markdown takes away backslashes, and formats what looks like emphasis. */
export function keepFormulas(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('escape', 'formula', readFormula)
  markdown.block.ruler.before('table', 'formula', readFormulaLines, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  })
}

/** The delimiters that a text lacks from some place on, so that none is searched for twice in vain. */
const missingEnds = new WeakMap<StateInline, Set<string>>()

function readFormula(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state
  const close = delimiters.get(src.slice(pos, pos + 2))
  const missing = missingEnds.get(state) ?? new Set()
  if (close === undefined || missing.has(close)) return false
  const end = src.indexOf(close, pos + 2)
  if (end === -1) missingEnds.set(state, missing.add(close))
  if (end === -1 || end + 2 > posMax || !hasContent.test(src.slice(pos + 2, end))) return false
  if (!silent) state.push('text', '', 0).content = src.slice(pos, end + 2)
  state.pos = end + 2
  return true
}

/** Makes one paragraph of the lines of a formula that begins a line, whatever they look like. */
function readFormulaLines(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (isIndentedCode(state, startLine)) return false
  const first = textOf(state, startLine)
  const close = onOwnLines.test(first) ? delimiters.get(first.slice(0, 2)) : undefined
  if (close === undefined) return false
  const lastLine = Math.min(endLine, startLine + maxLines)
  let line = startLine
  let rest = first.slice(2)
  while (!rest.includes(close)) {
    line += 1
    if (line >= lastLine || state.isEmpty(line) || isOutside(state, line)) return false
    rest = textOf(state, line)
  }
  // `readFormula` reads a formula that stands on one line.
  if (line === startLine) return false
  if (silent) return true
  state.line = line + 1
  const map: [number, number] = [startLine, state.line]
  state.push('paragraph_open', 'p', 1).map = map
  const inline = state.push('inline', '', 0)
  inline.content = state.getLines(startLine, state.line, state.blkIndent, false).trim()
  inline.map = map
  inline.children = []
  state.push('paragraph_close', 'p', -1)
  return true
}

function textOf({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string {
  return src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line])
}

const isIndentedCode = ({ sCount, blkIndent }: StateBlock, line: number): boolean =>
  (sCount[line] ?? 0) - blkIndent >= 4
const isOutside = ({ sCount, blkIndent }: StateBlock, line: number): boolean => (sCount[line] ?? 0) < blkIndent
