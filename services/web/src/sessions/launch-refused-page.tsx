import type { Texts } from '../texts/texts.ts'
import type { SignInRefusal } from './read-launch.ts'

interface LaunchRefusedPageProps {
  readonly texts: Texts
  readonly refusal: SignInRefusal
  readonly platformUrl: string
}

/** Says what to do, the likeliest first, but not why a signature differs: the launch may be made up. */
export function LaunchRefusedPage({ texts, refusal, platformUrl }: LaunchRefusedPageProps) {
  const { titles, lead, steps, token, platform, courses } = texts.launch
  return (
    <section class="narrow">
      <h1>{titles[refusal === 'used' ? 'used' : 'other']}</h1>
      <p role="alert">{lead[refusal]}</p>
      <ol>
        {steps[refusal].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>
        <a href={platformUrl}>{platform}</a> ·{' '}
        {refusal === 'used' ? (
          <a href="/">{courses}</a>
        ) : (
          <a href="/sign-in">{refusal === 'withoutCookies' ? texts.signIn.title : token}</a>
        )}
      </p>
    </section>
  )
}
