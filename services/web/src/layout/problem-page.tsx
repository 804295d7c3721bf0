import type { Texts } from '../texts/texts.ts'

interface ProblemPageProps {
  readonly texts: Texts
  readonly code: string
  readonly requestId: string
}

/** Says what happened, and the id with which somebody can find the request in the logs. */
export function ProblemPage({ texts, code, requestId }: ProblemPageProps) {
  const { byCode, other, title, back, requestId: requestName } = texts.problems
  return (
    <section class="narrow">
      <h1>{title}</h1>
      <p role="alert">{Object.hasOwn(byCode, code) ? byCode[code as keyof typeof byCode] : other}</p>
      <p>
        <a href="/">{back}</a>
      </p>
      <p class="quiet small">{requestName(requestId)}</p>
    </section>
  )
}
