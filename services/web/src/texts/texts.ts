import type { RouterContext } from '@koa/router'
import { en } from './en.ts'
import { fi } from './fi.ts'
import { sv } from './sv.ts'

export type Texts = typeof en

const languages = { en, fi, sv }

export type Locale = keyof typeof languages

export const locales: readonly Locale[] = ['en', 'fi', 'sv']

/** Texts by a person's preference, such as `fi_FI`; English if it names no known language. */
export function textsFor(preferred: string): { readonly locale: Locale; readonly texts: Texts } {
  const [language] = preferred.toLowerCase().split(/[-_]/)
  const locale = locales.find((known) => known === language) ?? 'en'
  return { locale, texts: languages[locale] }
}

export const languageCookie = 'language'

/** The language that was chosen in the browser, or else the first of the known ones that it asks for. */
export const languageOf = (ctx: Pick<RouterContext, 'acceptsLanguages' | 'cookies'>): string =>
  ctx.cookies.get(languageCookie) ?? (ctx.acceptsLanguages([...locales]) || 'en')
