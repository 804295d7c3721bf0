import type { Texts } from '../texts/texts.ts'
import { CodeLines } from './code-lines.tsx'
import type { Colours } from '../colouring/code-tokens.ts'
import type { DrawnFile } from './drawn-file.ts'
import type { LineRemark } from './line-remark.tsx'
import { PartCard } from './part-card.tsx'

interface AnnotatedTextProps {
  readonly texts: Texts
  readonly name: string
  readonly level?: 2 | 3
  readonly lang?: string | undefined
  readonly id?: string | undefined
  readonly answerKey?: string
  /** Empty for a text that could not be read. */
  readonly drawn: DrawnFile
  readonly colours?: Colours | undefined
  readonly remarks: readonly LineRemark[]
}

export function AnnotatedText(props: AnnotatedTextProps) {
  const { texts, name, level = 2, lang, id, answerKey, drawn, colours, remarks } = props
  const facts = remarks.length === 0 ? [] : [texts.feedback.remarks(remarks.length)]
  return (
    <PartCard texts={texts} name={name} level={level} facts={facts} id={id} answerKey={answerKey}>
      <CodeLines texts={texts} lang={lang} drawn={drawn} colours={colours} remarks={remarks} />
      {drawn.isCut && <p class="small">{texts.work.cutText(drawn.lines.length)}</p>}
    </PartCard>
  )
}
