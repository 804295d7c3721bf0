import type { StudentFeedback } from '@course-grading/contracts/feedback/student-feedback'
import { SafeHtml } from '../layout/safe-html.tsx'
import type { Texts } from '../texts/texts.ts'

type Annotation = StudentFeedback['annotations'][number]

interface AnnotatedTextProps {
  readonly texts: Texts
  readonly name: string
  /** Null where it could not be read. */
  readonly text: string | null
  readonly language: string
  readonly annotations: readonly Annotation[]
}

/** Lines are drawn up to here: longer texts are downloaded. */
const maxLines = 5_000

/** A text line by line, each remark below its last line; a remark about lines that are not drawn stands at the end. */
export function AnnotatedText({ texts, name, text, language, annotations }: AnnotatedTextProps) {
  const lines = text === null ? [] : text.split(/\r\n|\r|\n/).slice(0, maxLines)
  const byLine = Map.groupBy(annotations, ({ endLine }) => Math.min(endLine, lines.length + 1))
  const isNoted = (line: number): boolean =>
    annotations.some(({ startLine, endLine }) => startLine <= line && line <= endLine)
  return (
    <section class="card file">
      <h2>
        {name} <span class="quiet small">{texts.feedback.remarks(annotations.length)}</span>
      </h2>
      <div class="code" translate={false}>
        {lines.map((content, index) => (
          <Line key={index} number={index + 1} content={content} isNoted={isNoted(index + 1)}>
            {(byLine.get(index + 1) ?? []).map((annotation, place) => (
              <Remark key={place} texts={texts} language={language} annotation={annotation} />
            ))}
          </Line>
        ))}
        {(byLine.get(lines.length + 1) ?? []).map((annotation, place) => (
          <Remark key={place} texts={texts} language={language} annotation={annotation} />
        ))}
      </div>
    </section>
  )
}

interface LineProps {
  readonly number: number
  readonly content: string
  readonly isNoted: boolean
  readonly children: preact.ComponentChildren
}

function Line({ number, content, isNoted, children }: LineProps) {
  return (
    <>
      <div class={isNoted ? 'row noted' : 'row'}>
        <span class="line">{number}</span>
        <span>{content}</span>
      </div>
      {children}
    </>
  )
}

interface RemarkProps {
  readonly texts: Texts
  readonly language: string
  readonly annotation: Annotation
}

function Remark({ texts, language, annotation: { kind, startLine, endLine, bodyHtml } }: RemarkProps) {
  const { kinds, lines } = texts.feedback
  return (
    <article class={`note ${kind}`}>
      <header>
        <b>{kinds[kind]}</b>
        <span>{lines(startLine, endLine)}</span>
      </header>
      <SafeHtml html={bodyHtml} lang={language} />
    </article>
  )
}
