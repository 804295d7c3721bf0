/**
 * One language of a text that may hold A+'s markup, `1. |en:Text|fi:Teksti|`: what comes before the first bar and
 * after the last one is common to all languages. Where the requested language is missing, the first variant that has a
 * colon is used. A text without any variant is not markup and stays as it is. Time grows with the length of the text
 * alone.
 */
export function pickLanguage(raw: string, language: string): string {
  const firstBar = raw.indexOf('|')
  const lastBar = raw.lastIndexOf('|')
  if (firstBar === lastBar) return raw
  const variants = raw.slice(firstBar + 1, lastBar).split('|')
  const requested = variants.find((variant) => variant.startsWith(`${language}:`))
  const picked = requested?.slice(language.length + 1) ?? firstText(variants)
  return picked === undefined ? raw : raw.slice(0, firstBar) + picked + raw.slice(lastBar + 1)
}

function firstText(variants: readonly string[]): string | undefined {
  const first = variants.find((variant) => variant.includes(':'))
  return first?.slice(first.indexOf(':') + 1)
}
