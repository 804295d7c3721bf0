import type { ComponentChildren } from 'preact'
import type { Texts } from '../texts/texts.ts'
import { type Colours, type Token, tokenClasses, unpackTokens } from '../colouring/code-tokens.ts'
import { untranslated } from '../islands/display/fresh.tsx'
import type { DrawnFile } from './drawn-file.ts'
import { type LineRemark, Remark } from './line-remark.tsx'
import { foldRuns, type LineRange, linesIn } from './line-runs.ts'
import { MarkedText } from './marked-text.tsx'
import { betweenLines, MoreOfNotebook } from './notebook-cells.tsx'

/** Stands in an empty line, which would be lost in copied lines otherwise. */
const lineBreak = '\n'

/** A browser lays out so many lines together, once they come into sight: a work may have 20,000. */
const linesTogether = 50
const fewLines = linesTogether / 2

interface CodeLinesProps {
  readonly texts: Texts
  /** The language of what was handed in. */
  readonly lang?: string | undefined
  readonly drawn: DrawnFile
  readonly colours?: Colours | undefined
  /** The lines that differ from the template. */
  readonly changed?: readonly LineRange[] | undefined
  readonly folds?: boolean
  readonly remarks: readonly LineRemark[]
}

/** Draws each remark below its last line. A remark about lines that are not drawn stands at the end. */
export function CodeLines(props: CodeLinesProps) {
  const { texts, lang, drawn, folds = false, remarks } = props
  const { lines, notebook } = drawn
  /** Colours and template are about the file's own lines, which those of cells are not. */
  const [colours, changed] = notebook === undefined ? [props.colours, props.changed] : []
  const between = notebook && betweenLines(texts, notebook)
  const tokens = colours === undefined ? [] : unpackTokens(colours)
  const noted = remarks.map(({ startLine, endLine }): LineRange => [startLine, endLine])
  const isChanged = linesIn(changed ?? [], lines.length)
  const isNoted = linesIn(noted, lines.length)
  const byLine = Map.groupBy(remarks, ({ endLine }) => Math.min(endLine, lines.length + 1))
  const remarksAt = (line: number): ComponentChildren =>
    byLine.get(line)?.map((remark, place) => <Remark key={place} texts={texts} remark={remark} />)
  const drawAll = (first: number, last: number): ComponentChildren =>
    lines.slice(first - 1, last).map((text, place) => {
      const line = first + place
      return (
        <>
          <div class={rowClass(isChanged[line] === 1, isNoted[line] === 1)}>
            <span class="line">{line}</span>
            <span role={isChanged[line] === 1 ? 'insertion' : undefined}>
              <LineText texts={texts} text={text} tokens={tokens[line - 1] ?? []} />
            </span>
          </div>
          {remarksAt(line)}
          {between?.get(line)}
        </>
      )
    })
  const draw = (first: number, last: number): ComponentChildren =>
    togetherIn(first, last).map(([from, to]) =>
      to - from < fewLines ? (
        drawAll(from, to)
      ) : (
        <div key={from} class="lines">
          {drawAll(from, to)}
        </div>
      ),
    )
  return (
    <div class="code" lang={lang} translate={untranslated}>
      {between?.get(0)}
      {folds && changed !== undefined
        ? foldRuns([...changed, ...noted], lines.length).map(({ first, last, isFolded }) =>
            isFolded ? (
              <details key={first}>
                <summary>{texts.work.sameLines(first, last)}</summary>
                {draw(first, last)}
              </details>
            ) : (
              draw(first, last)
            ),
          )
        : draw(1, lines.length)}
      {remarksAt(lines.length + 1)}
      {notebook && <MoreOfNotebook texts={texts} notebook={notebook} />}
    </div>
  )
}

/** Few lines at the end are drawn with those before them. */
function togetherIn(first: number, last: number): LineRange[] {
  const starts = Array.from(
    { length: Math.max(1, Math.round((last - first + 1) / linesTogether)) },
    (_, nth) => first + nth * linesTogether,
  )
  return starts.map((start, nth) => [start, nth === starts.length - 1 ? last : start + linesTogether - 1])
}

interface LineTextProps {
  readonly texts: Texts
  readonly text: string
  readonly tokens: readonly Token[]
}

function LineText({ texts, text, tokens }: LineTextProps) {
  if (text === '') return <>{lineBreak}</>
  return (
    <>
      {partsOf(text, tokens).map(({ className, part }, place) => {
        const marked = <MarkedText key={place} texts={texts} text={part} />
        return className === '' ? (
          marked
        ) : (
          <span key={place} class={className}>
            {marked}
          </span>
        )
      })}
    </>
  )
}

function partsOf(text: string, tokens: readonly Token[]): { readonly className: string; readonly part: string }[] {
  let end = 0
  const parts = tokens.map(([classNumber, length]) => {
    const start = end
    end += length
    return { className: tokenClasses[classNumber] ?? '', part: text.slice(start, end) }
  })
  return [...parts, { className: '', part: text.slice(end) }]
}

function rowClass(isChanged: boolean, isNoted: boolean): string {
  return `row${isChanged ? ' changed' : ''}${isNoted ? ' noted' : ''}`
}
