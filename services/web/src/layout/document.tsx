import type { Preferences } from '@course-grading/contracts/preferences/preferences'
import type { ComponentChildren } from 'preact'
import type { Locale, Texts } from '../texts/texts.ts'

/** Who looks at a page, and how it looks to them. */
export interface Surroundings {
  readonly texts: Texts
  readonly locale: Locale
  readonly theme: Preferences['theme']
  /** Full name; null before sign-in. */
  readonly person: string | null
  readonly stylePath: string
  readonly iconPath: string
}

interface DocumentProps extends Surroundings {
  readonly title: string
  readonly children: ComponentChildren
}

/** The whole page around what a route shows. */
export function Document({ texts, locale, theme, person, stylePath, iconPath, title, children }: DocumentProps) {
  return (
    <html lang={locale} data-theme={theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · ${texts.product}`}</title>
        <link rel="stylesheet" href={stylePath} />
        <link rel="icon" href={iconPath} type="image/svg+xml" />
      </head>
      <body>
        <header class="site">
          <a class="brand" href="/">
            {texts.product}
          </a>
          {person !== null && (
            <div class="end small">
              <span class="quiet">{person}</span>
              <form method="post" action="/sign-out">
                <button class="plain small">{texts.signOut}</button>
              </form>
            </div>
          )}
        </header>
        <main>{children}</main>
      </body>
    </html>
  )
}
