import type { Texts } from '../texts/texts.ts'

interface SignInPageProps {
  readonly texts: Texts
  /** The path to go to after the sign-in. */
  readonly to: string
  readonly platformUrl: string
  readonly error: string | null
}

/** The pasted token is never put back into the form. A password field would be no textbox, and browsers would offer to save the token. */
export function SignInPage({ texts, to, platformUrl, error }: SignInPageProps) {
  const { title, token, button, how, platform } = texts.signIn
  return (
    <section class="narrow">
      <h1>{title}</h1>
      <p>{how}</p>
      <form method="post" action="/sign-in">
        <input type="hidden" name="to" value={to} />
        <label for="token">{token}</label>
        <input
          id="token"
          name="token"
          type="text"
          autocomplete="off"
          spellcheck={false}
          maxLength={256}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : 'token-error'}
        />
        {error !== null && (
          <p class="error" id="token-error" role="alert">
            {error}
          </p>
        )}
        <button class="main">{button}</button>
      </form>
      <p>
        <a href={platformUrl}>{platform}</a>
      </p>
    </section>
  )
}
