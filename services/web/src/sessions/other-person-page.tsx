import type { Texts } from '../texts/texts.ts'

interface OtherPersonPageProps {
  readonly texts: Texts
  /** Full names. */
  readonly now: string
  readonly next: string
}

export function OtherPersonPage({ texts, now, next }: OtherPersonPageProps) {
  const { title, question, yes, no } = texts.otherPerson
  return (
    <section class="narrow">
      <h1>{title}</h1>
      <p>{question(now, next)}</p>
      <div class="buttons">
        <form method="post" action="/signed-in">
          <input type="hidden" name="answer" value="no" />
          <button class="main">{no(now)}</button>
        </form>
        <form method="post" action="/signed-in" data-erases-text>
          <input type="hidden" name="answer" value="yes" />
          <button>{yes(next)}</button>
        </form>
      </div>
    </section>
  )
}
