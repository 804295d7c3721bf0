import type { Preferences } from '@course-grading/contracts/preferences/preferences'
import type { ComponentChildren } from 'preact'
import type { Locale, Texts } from '../texts/texts.ts'
import type { Place } from './course-of.ts'
import { CoursePlaces, type Within } from './course-places.tsx'

/** Who looks at a page, and how it looks to them. */
export interface Surroundings {
  readonly texts: Texts
  readonly locale: Locale
  /** Of the times on the page. */
  readonly zone: string
  readonly theme: Preferences['theme']
  /** The full name of the person; null before sign-in. */
  readonly person: string | null
  /** The path of the page, with its query. */
  readonly path: string
  readonly stylePath: string
  readonly iconPath: string
}

interface PageScript {
  readonly path: string
  readonly imported: readonly string[]
  readonly nonce: string
}

interface DocumentProps extends Surroundings {
  readonly script: PageScript | undefined
  readonly title: string
  readonly places: readonly Place[]
  readonly within: Within | undefined
  readonly children: ComponentChildren
}

export const myFeedbackPath = '/feedback'

export function Document({
  texts,
  locale,
  zone,
  theme,
  person,
  path,
  stylePath,
  iconPath,
  script,
  title,
  places,
  within,
  children,
}: DocumentProps) {
  return (
    <html lang={locale} data-theme={theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · ${texts.product}`}</title>
        <link rel="stylesheet" href={stylePath} />
        <link rel="icon" href={iconPath} type="image/svg+xml" />
        {script?.imported.map((path) => (
          <link key={path} rel="modulepreload" href={path} nonce={script.nonce} />
        ))}
        {script && <script type="module" src={script.path} nonce={script.nonce} async />}
      </head>
      <body>
        <header class="site">
          <a class="brand" href="/">
            {texts.product}
          </a>
          {places.length > 0 && (
            <nav aria-label={texts.where}>
              {places.map(({ name, path: to }) =>
                to === undefined ? (
                  <span key={name} aria-current="page">
                    {name}
                  </span>
                ) : (
                  <a key={to} href={to}>
                    {name}
                  </a>
                ),
              )}
            </nav>
          )}
          {person !== null && (
            <div class="end small">
              {places.every((place) => place.path !== myFeedbackPath) && (
                <a href={myFeedbackPath}>{texts.feedback.title}</a>
              )}
              <span class="quiet">{person}</span>
              <form method="post" action="/sign-out" data-erases-text={texts.signOutErases}>
                <button class="plain small">{texts.signOut}</button>
              </form>
            </div>
          )}
        </header>
        {within && <CoursePlaces texts={texts} within={within} />}
        <main>{children}</main>
        <footer class="foot small">
          <Looks texts={texts} locale={locale} theme={person === null ? null : theme} path={path} />
          {person !== null && <a href="/preferences">{texts.preferences.title}</a>}
          <span class="quiet">{texts.looks.zone(zone)}</span>
        </footer>
      </body>
    </html>
  )
}

interface LooksProps extends Pick<Surroundings, 'texts' | 'locale' | 'path'> {
  /** Null before sign-in: only the language can be chosen then. */
  readonly theme: Surroundings['theme'] | null
}

/** The forms at the foot that change language and theme, which the person's preferences keep. */
function Looks({ texts, locale, theme, path }: LooksProps) {
  const { language, theme: themeName, themes, languages } = texts.looks
  const choice = (name: string, value: string, text: string, isChosen: boolean) => (
    <button key={value} class="plain small" name={name} value={value} aria-pressed={isChosen}>
      {text}
    </button>
  )
  return (
    <>
      <form method="post" action="/preferences/foot" aria-label={language}>
        <input type="hidden" name="to" value={path} />
        {Object.entries(languages).map(([value, text]) => choice('locale', value, text, value === locale))}
      </form>
      {theme !== null && (
        <form method="post" action="/preferences/foot" aria-label={themeName}>
          <input type="hidden" name="to" value={path} />
          {Object.entries(themes).map(([value, text]) => choice('theme', value, text, value === theme))}
        </form>
      )}
    </>
  )
}
