import { highlightLanguageOf, lastSegment } from './highlight-language.ts'

export interface TemplateSettings {
  readonly highlightLanguages: readonly string[]
  readonly templates: {
    readonly automaticExtensions: boolean
    readonly extensions: readonly string[]
    readonly excludedPathSegments: readonly string[]
  }
}

/** Admits a file by its extension, in any letter case, or if the course highlights it, unless a segment of its path is excluded. */
export function admitsTemplate({ highlightLanguages, templates }: TemplateSettings, path: string): boolean {
  if (isExcluded(path, templates.excludedPathSegments)) return false
  const name = lastSegment(path).toLowerCase()
  return (
    templates.extensions.some((extension) => name.endsWith(extension.toLowerCase())) ||
    (templates.automaticExtensions && highlightLanguageOf(path, highlightLanguages) !== null)
  )
}

export function isExcluded(path: string, excludedPathSegments: readonly string[]): boolean {
  return path.split(/[/\\]/).some((segment) => excludedPathSegments.includes(segment))
}

/** The last segment as A+ stores names: ASCII letters, digits, `.`, `_` and `-`, no hyphen in front, at most 80 characters. */
export function templateName(path: string): string {
  return lastSegment(path)
    .replaceAll(/[^A-Za-z0-9._-]/g, '')
    .replace(/^-/, '_')
    .slice(0, 80)
}
