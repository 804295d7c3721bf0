import type { FeedbackDocument } from '@course-grading/contracts/feedback/feedback-document'
import type { ComponentChildren } from 'preact'
import type { Texts } from '../texts/texts.ts'

/** A remark about some lines; `content` is what its writer wrote, as the page shows that. */
export interface LineRemark {
  readonly startLine: number
  readonly endLine: number
  readonly kind: FeedbackDocument['annotations'][string]['kind']
  readonly content: ComponentChildren
}

interface AnnotatedTextProps {
  readonly texts: Texts
  readonly name: string
  /** What else is to be said of a file. */
  readonly note?: string | undefined
  /** The address of a file's bytes. */
  readonly download?: string
  /** Null where it could not be read. */
  readonly text: string | null
  readonly remarks: readonly LineRemark[]
}

/** Lines are drawn up to here: longer texts are downloaded. */
const maxLines = 5_000

/** A text line by line, each remark below its last line; a remark about lines that are not drawn stands at the end. */
export function AnnotatedText({ texts, name, note, download, text, remarks }: AnnotatedTextProps) {
  const lines = text === null ? [] : text.split(/\r\n|\r|\n/).slice(0, maxLines)
  const byLine = Map.groupBy(remarks, ({ endLine }) => Math.min(endLine, lines.length + 1))
  const isNoted = (line: number): boolean =>
    remarks.some(({ startLine, endLine }) => startLine <= line && line <= endLine)
  return (
    <section class="card file">
      <h2>
        {name} {note !== undefined && <span class="quiet small">{note}</span>}{' '}
        {remarks.length > 0 && <span class="quiet small">{texts.feedback.remarks(remarks.length)}</span>}
      </h2>
      {download !== undefined && (
        <p class="small">
          <a href={download} download>
            {texts.grading.download(name)}
          </a>
        </p>
      )}
      <div class="code" translate={false}>
        {lines.map((content, index) => (
          <Line key={index} number={index + 1} content={content} isNoted={isNoted(index + 1)}>
            {(byLine.get(index + 1) ?? []).map((remark, place) => (
              <Remark key={place} texts={texts} remark={remark} />
            ))}
          </Line>
        ))}
        {(byLine.get(lines.length + 1) ?? []).map((remark, place) => (
          <Remark key={place} texts={texts} remark={remark} />
        ))}
      </div>
    </section>
  )
}

interface LineProps {
  readonly number: number
  readonly content: string
  readonly isNoted: boolean
  readonly children: ComponentChildren
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
  readonly remark: LineRemark
}

function Remark({ texts, remark: { kind, startLine, endLine, content } }: RemarkProps) {
  const { kinds, lines } = texts.feedback
  return (
    <article class={`note ${kind}`}>
      <header>
        <b>{kinds[kind]}</b>
        <span>{lines(startLine, endLine)}</span>
      </header>
      {content}
    </article>
  )
}
