import type { FeedbackDocument } from '@course-grading/contracts/feedback/feedback-document'
import type { ComponentChildren } from 'preact'
import type { Texts } from '../texts/texts.ts'

/** A remark about some lines. `content` is its text as the page draws it. */
export interface LineRemark {
  readonly startLine: number
  readonly endLine: number
  readonly kind: FeedbackDocument['annotations'][string]['kind']
  readonly content: ComponentChildren
}

interface RemarkProps {
  readonly texts: Texts
  readonly remark: LineRemark
}

export function Remark({ texts, remark: { kind, startLine, endLine, content } }: RemarkProps) {
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
