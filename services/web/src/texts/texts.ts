import type { RouterContext } from '@koa/router'
import { en } from './en.ts'
import { fi } from './fi.ts'

export type Texts = typeof en

const languages = { en, fi }

export type Locale = keyof typeof languages

/** Texts by a person's preference, such as `fi_FI`; English if it names no known language. */
export function textsFor(preferred: string): { readonly locale: Locale; readonly texts: Texts } {
  const locale: Locale = /^fi\b|^fi_/i.test(preferred) ? 'fi' : 'en'
  return { locale, texts: languages[locale] }
}

/** The first of the known languages that the browser asks for. */
export const languageOf = (ctx: Pick<RouterContext, 'acceptsLanguages'>): string =>
  ctx.acceptsLanguages('en', 'fi') || 'en'
