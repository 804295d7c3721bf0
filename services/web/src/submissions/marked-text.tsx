import { unseenParts } from '@course-grading/domain/feedback/unseen-characters'
import type { Texts } from '../texts/texts.ts'

interface MarkedTextProps {
  readonly texts: Texts
  readonly text: string
}

/** Marks each character that is not seen with its code, which is not copied, and takes its effect on others. */
export function MarkedText({ texts, text }: MarkedTextProps) {
  return (
    <>
      {unseenParts(text).map((part, place) =>
        part.code === null ? (
          part.text
        ) : (
          <span
            key={place}
            class={isSpace.test(part.text) ? 'unseen space' : 'unseen'}
            data-code={part.code}
            title={texts.work.unseen(part.code)}
          >
            {part.text}
          </span>
        ),
      )}
    </>
  )
}

const isSpace = /\p{Zs}/u

/** The name of a file or an answer, whose direction changes nothing beside it. */
export function MarkedName({ texts, text }: MarkedTextProps) {
  return (
    <bdi>
      <MarkedText texts={texts} text={text} />
    </bdi>
  )
}
