import type { Texts } from '../texts/texts.ts'

interface OtherPersonPageProps {
  readonly texts: Texts
  readonly now: string | null
  readonly next: { readonly userId: number; readonly fullName: string }
}

export function OtherPersonPage({ texts, now, next: { userId, fullName } }: OtherPersonPageProps) {
  const { title, question, ended, yes, no, noOther, erases } = texts.otherPerson
  const person = <input type="hidden" name="person" value={userId} />
  return (
    <section class="narrow">
      <h1>{title}</h1>
      <p>{now === null ? ended(fullName) : question(now, fullName)}</p>
      <div class="buttons">
        <form method="post" action="/signed-in">
          {person}
          <input type="hidden" name="answer" value="no" />
          <button class="main">{now === null ? noOther : no(now)}</button>
        </form>
        <form method="post" action="/signed-in" data-erases-text={erases}>
          {person}
          <input type="hidden" name="answer" value="yes" />
          <button>{yes(fullName)}</button>
        </form>
      </div>
    </section>
  )
}
