import { CodeLines } from '../submissions/code-lines.tsx'
import { createTextCutter, type DrawnText } from '../colouring/drawn-text.ts'
import { untranslated } from '../islands/display/fresh.tsx'
import { MarkedName, MarkedText } from '../submissions/marked-text.tsx'
import { PartCard } from '../submissions/part-card.tsx'
import type { Texts } from '../texts/texts.ts'
import { areSame, type ComparedPart, textsOf } from './compared-parts.ts'
import { type DifferingRow, differingRows } from './differing-rows.ts'

interface DifferencesViewProps {
  readonly texts: Texts
  /** The language of what was handed in. */
  readonly lang: string
  readonly parts: readonly ComparedPart[]
  /** How many files the contents do not list. */
  readonly notListed: number
}

/** What differs, part by part, and the names of what does not. */
export function DifferencesView({ texts, lang, parts, notListed }: DifferencesViewProps) {
  const same = parts.filter((part) => areSame(part) === true)
  const cut = createTextCutter()
  return (
    <div class="work">
      {notListed > 0 && <p class="notice">{texts.differences.notListed(notListed)}</p>}
      {parts
        .filter((part) => areSame(part) !== true)
        .map((part, place) => (
          <Part key={place} texts={texts} lang={lang} part={part} cut={cut} />
        ))}
      {same.length > 0 && (
        <section class="card padded">
          <p>{texts.differences.same(same.length)}</p>
          <ul>
            {same.map(({ name }, place) => (
              <li key={place}>
                <MarkedName texts={texts} text={name} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

interface PartProps extends Pick<DifferencesViewProps, 'texts' | 'lang'> {
  readonly part: ComparedPart
  readonly cut: (text: string) => DrawnText
}

function Part({ texts, lang, part, cut }: PartProps) {
  const { name, before, after } = part
  const { added, removed } = texts.differences
  return (
    <PartCard texts={texts} name={name} facts={[...(before ? [] : [added]), ...(after ? [] : [removed])]}>
      <Lines texts={texts} lang={lang} part={part} cut={cut} />
    </PartCard>
  )
}

function Lines({ texts, lang, part, cut }: PartProps) {
  const { unknown, differs, whole, cut: full } = texts.differences
  const { before, after, pairs } = part
  const [one, other] = textsOf(part)
  if (one === undefined || other === undefined)
    return before && after && <p class="quiet">{areSame(part) === null ? unknown : differs}</p>
  if (one === other) return <p class="quiet">{texts.work.empty}</p>
  if (pairs === undefined) {
    const drawn = cut(after === null ? one : other)
    return (
      <>
        <p class="quiet">{whole}</p>
        <CodeLines texts={texts} lang={lang} drawn={drawn} remarks={[]} />
        {drawn.isCut && <p class="small">{texts.work.cutText(drawn.lines.length)}</p>}
      </>
    )
  }
  const rows = differingRows(one, other, pairs)
  const drawn = cut(rows.map((row) => ('text' in row ? `${row.text}\n` : '\n')).join(''))
  return (
    <>
      <div class="code" lang={lang} translate={untranslated}>
        {drawn.lines.map((text, place) => (
          <Row key={place} texts={texts} row={rows[place]} text={text} />
        ))}
      </div>
      {drawn.isCut && <p class="small">{full}</p>}
    </>
  )
}

interface RowProps {
  readonly texts: Texts
  readonly row: DifferingRow | undefined
  /** As much of the line as the page has room for. */
  readonly text: string
}

const classes = { same: 'row', added: 'row changed', removed: 'row gone' } as const

function Row({ texts, row, text }: RowProps) {
  if (row === undefined) return null
  if (row.kind === 'left out') return <div class="same-lines">{texts.differences.sameLines(row.line, row.last)}</div>
  // A line feed stands in an empty line, which would be lost in copied lines otherwise.
  const content = text === '' ? '\n' : <MarkedText texts={texts} text={text} />
  return (
    <div class={classes[row.kind]}>
      <span class="line">{row.line}</span>
      <span>
        {row.kind === 'added' ? <ins>{content}</ins> : row.kind === 'removed' ? <del>{content}</del> : content}
      </span>
    </div>
  )
}
