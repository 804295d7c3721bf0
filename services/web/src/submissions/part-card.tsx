import type { ComponentChildren } from 'preact'
import type { Texts } from '../texts/texts.ts'
import { MarkedName } from './marked-text.tsx'

interface PartCardProps {
  readonly texts: Texts
  readonly name: string
  /** Of the heading: 3 where the page has one for the work. */
  readonly level?: 2 | 3
  /** What stands beside the name. */
  readonly facts: readonly string[]
  /** A link at the end of the heading's line. */
  readonly link?: ComponentChildren
  /** The id by which links and the page's script find the part. */
  readonly id?: string | undefined
  readonly fileId?: number | undefined
  readonly path?: string | undefined
  readonly answerKey?: string | undefined
  /** Whether only the name is seen at first. */
  readonly isFolded?: boolean
  readonly children: ComponentChildren
}

export function PartCard(props: PartCardProps) {
  const { texts, name, level = 2, facts, link, id, fileId, path, answerKey, isFolded = false, children } = props
  const Heading = `h${level}` as const
  const heading = (
    <>
      <Heading>
        <MarkedName texts={texts} text={name} />
      </Heading>
      {facts.map((fact) => (
        <span key={fact} class="quiet small">
          {fact}
        </span>
      ))}
    </>
  )
  return (
    <section class="card file" id={id} data-file-id={fileId} data-path={path} data-answer-key={answerKey}>
      {isFolded ? (
        <details>
          <summary class="part-head">{heading}</summary>
          {link !== undefined && <p class="small">{link}</p>}
          {children}
        </details>
      ) : (
        <>
          <header class="part-head">
            {heading}
            {link !== undefined && <span class="end small">{link}</span>}
          </header>
          {children}
        </>
      )}
    </section>
  )
}
