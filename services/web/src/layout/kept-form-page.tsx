import type { Texts } from '../texts/texts.ts'

interface KeptFormPageProps {
  readonly texts: Texts
  readonly message: string
  /** Where the form was sent, and may be sent again; null where sending it again would be refused, too. */
  readonly action: string | null
  readonly page: string
  readonly isSignedOut: boolean
  /** As they were sent. */
  readonly fields: Iterable<readonly [name: string, value: string]>
  /** Null for a field that nobody types into, which is hidden. */
  readonly titleOf: (name: string) => string | null
}

/** Shows all that was typed, to copy and to send again, where nothing can be taken now. It is drawn from the form alone. */
export function KeptFormPage({ texts, message, action, page, isSignedOut, fields, titleOf }: KeptFormPageProps) {
  const { kept, back, sendAgain } = texts.grading
  let hasText = false
  const sent = [...fields].map(([name, value], index) => {
    const title = titleOf(name)
    const isShown = title !== null && value !== ''
    hasText ||= isShown
    return !isShown ? (
      <input key={index} type="hidden" name={name} value={value} />
    ) : (
      <label key={index} class="area">
        {title}
        <textarea name={name} rows={4} readOnly autoComplete="off">
          {`\n${value}`}
        </textarea>
      </label>
    )
  })
  return (
    <section class="reading">
      <h1>{texts.problems.title}</h1>
      <p role="alert">{message}</p>
      {hasText && <p>{kept}</p>}
      {action === null ? (
        sent
      ) : (
        <form method="post" action={action} autoComplete="off">
          {sent}
          <span class="buttons">
            <button class="main">{sendAgain}</button>
          </span>
        </form>
      )}
      <p>
        <a href={isSignedOut ? '/sign-in' : page} target="_blank" rel="noopener">
          {isSignedOut ? texts.signIn.title : back}
        </a>
      </p>
    </section>
  )
}
