import { pickLanguage } from '@course-grading/domain/localisation/pick-language'

export interface TemplateUrls {
  /** Addresses of the files that students start from, in all languages; foreign input. */
  readonly templates: readonly string[]
  /** The addresses for each language that A+ names, with those common to all languages; empty if A+ names no language. */
  readonly templatesByLanguage: ReadonlyMap<string, readonly string[]>
}

const maxLength = 64 * 1024
const maxUrl = 2048
const maxUrls = 500
const maxLanguages = 50

/** The addresses are separated by white space, perhaps with language markup (`|en:… …|fi:…|`). */
export function templateUrlsOf(given: unknown): TemplateUrls {
  if (typeof given !== 'string' || given.length > maxLength) return { templates: [], templatesByLanguage: new Map() }
  const languages = languagesOf(given)
  const templatesByLanguage = new Map(
    languages.map((language): [string, string[]] => [language, urlsOf(pickLanguage(given, language))]),
  )
  const templates = languages.length === 0 ? urlsOf(given) : [...new Set([...templatesByLanguage.values()].flat())]
  return { templates: templates.slice(0, maxUrls), templatesByLanguage }
}

function languagesOf(given: string): string[] {
  const variants = given.split('|').slice(1, -1)
  const codes = variants.flatMap((variant) => /^([A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})?):/.exec(variant)?.[1] ?? [])
  return [...new Set(codes)].slice(0, maxLanguages)
}

function urlsOf(given: string): string[] {
  const urls = given.split(/\s+/).filter((url) => /^https?:\/\//.test(url) && url.length <= maxUrl && URL.canParse(url))
  return [...new Set(urls)].slice(0, maxUrls)
}
