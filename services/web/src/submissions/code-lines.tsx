import type { ComponentChildren } from 'preact'
import type { Texts } from '../texts/texts.ts'
import { type Colours, type Token, tokenClasses, unpackTokens } from './code-tokens.ts'
import type { DrawnText } from './drawn-text.ts'
import { type LineRemark, Remark } from './line-remark.tsx'

export type LineRange = readonly [first: number, last: number]

/** The attribute is a word. Preact's type is that of the property, which is not drawn where it is false. */
const untranslated = 'no' as unknown as boolean

/** Stands in an empty line, or it would be lost where lines are copied. */
const lineBreak = '\n'

interface CodeLinesProps {
  readonly texts: Texts
  /** Of what was handed in. */
  readonly lang?: string | undefined
  readonly drawn: DrawnText
  readonly colours?: Colours | undefined
  /** Lines that differ from the template. */
  readonly changed?: readonly LineRange[] | undefined
  readonly remarks: readonly LineRemark[]
}

/** A text line by line, each remark below its last line; a remark about lines that are not drawn stands at the end. */
export function CodeLines({ texts, lang, drawn: { lines }, colours, changed = [], remarks }: CodeLinesProps) {
  const tokens = colours === undefined ? [] : unpackTokens(colours)
  const isChanged = linesIn(changed, lines.length)
  const isNoted = linesIn(
    remarks.map(({ startLine, endLine }): LineRange => [startLine, endLine]),
    lines.length,
  )
  const byLine = Map.groupBy(remarks, ({ endLine }) => Math.min(endLine, lines.length + 1))
  const remarksAt = (line: number): ComponentChildren =>
    byLine.get(line)?.map((remark, place) => <Remark key={place} texts={texts} remark={remark} />)
  return (
    <div class="code" lang={lang} translate={untranslated}>
      {lines.map((text, index) => (
        <>
          <div class={rowClass(isChanged[index + 1] === 1, isNoted[index + 1] === 1)}>
            <span class="line">{index + 1}</span>
            <span>
              <LineText text={text} tokens={tokens[index] ?? []} />
            </span>
          </div>
          {remarksAt(index + 1)}
        </>
      ))}
      {remarksAt(lines.length + 1)}
    </div>
  )
}

function LineText({ text, tokens }: { readonly text: string; readonly tokens: readonly Token[] }) {
  if (text === '') return <>{lineBreak}</>
  if (tokens.length === 0) return <>{text}</>
  return (
    <>
      {partsOf(text, tokens).map(({ className, part }, place) =>
        className === '' ? (
          part
        ) : (
          <span key={place} class={className}>
            {part}
          </span>
        ),
      )}
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

/** Of each line from 1, 1 if a range has it. */
function linesIn(ranges: readonly LineRange[], count: number): Uint8Array {
  const lines = new Uint8Array(count + 1)
  for (const [first, last] of ranges) lines.fill(1, first, last + 1)
  return lines
}
