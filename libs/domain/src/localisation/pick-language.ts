/** Reads A+'s `1. |en:Text|fi:Teksti|`, the outside common; else the first variant with a colon. Text without variants stays. */
export function pickLanguage(raw: string, language: string): string {
  const firstBar = raw.indexOf('|')
  const lastBar = raw.lastIndexOf('|')
  if (firstBar === lastBar) return raw
  const variants = raw.slice(firstBar + 1, lastBar).split('|')
  const requested = variants.find((variant) => variant.startsWith(`${language}:`))
  const picked = requested?.slice(language.length + 1) ?? firstText(variants)
  return picked === undefined ? raw : raw.slice(0, firstBar) + picked + raw.slice(lastBar + 1)
}

/** The text in each of its languages. */
export function allLanguages(raw: string): string[] {
  const codes = [...raw.matchAll(/\|([^|:]*):/g)].map(([, code = '']) => code)
  return codes.length === 0 ? [raw] : codes.map((code) => pickLanguage(raw, code))
}

function firstText(variants: readonly string[]): string | undefined {
  const first = variants.find((variant) => variant.includes(':'))
  return first?.slice(first.indexOf(':') + 1)
}
