import type { Texts } from '../texts/texts.ts'

interface ProblemPageProps {
  readonly texts: Texts
  readonly code: string
  readonly requestId: string
  /** Seconds after which another try may do; 0 if nobody says so. */
  readonly retryAfterS: number
}

/** Says what happened, and the id with which somebody can find the request in the logs. */
export function ProblemPage({ texts, code, requestId, retryAfterS }: ProblemPageProps) {
  const { byCode, tooMany, other, title, back, requestId: requestName } = texts.problems
  const message = Object.hasOwn(byCode, code) ? byCode[code as keyof typeof byCode] : other
  return (
    <section class="narrow">
      <h1>{title}</h1>
      <p role="alert">{code === 'rate_limited' ? tooMany(Math.max(1, Math.ceil(retryAfterS / 60))) : message}</p>
      <p>
        <a href="/">{back}</a>
      </p>
      <p class="quiet small">{requestName(requestId)}</p>
    </section>
  )
}
