import { highlightLanguageOf, lastSegment } from './highlight-language.ts'

/** The settings of a course about templates and excluded files. */
export interface TemplateSettings {
  readonly highlightLanguages: readonly string[]
  readonly templates: {
    readonly automaticExtensions: boolean
    readonly extensions: readonly string[]
    readonly excludedPathSegments: readonly string[]
  }
}

/**
 * Whether a course's settings allow a file to be a template. Its extension must be listed, in any letter case; or, with
 * `automaticExtensions`, its name must imply one of the course's highlighters. None of its path segments may be excluded.
 */
export function admitsTemplate({ highlightLanguages, templates }: TemplateSettings, path: string): boolean {
  if (isExcluded(path, templates.excludedPathSegments)) return false
  const name = lastSegment(path).toLowerCase()
  return (
    templates.extensions.some((extension) => name.endsWith(extension.toLowerCase())) ||
    (templates.automaticExtensions && highlightLanguageOf(path, highlightLanguages) !== null)
  )
}

/** Whether one of the segments of a path is excluded. */
export function isExcluded(path: string, excludedPathSegments: readonly string[]): boolean {
  return path.split(/[/\\]/).some((segment) => excludedPathSegments.includes(segment))
}

/**
 * The name by which a template and a file of a submission are matched: the last segment of the path, in the form in which A+ stores
 * names of files. It keeps ASCII letters, digits, dots, underscores and hyphens, but no hyphen in front, and at most 80 characters.
 */
export function templateName(path: string): string {
  return lastSegment(path)
    .replaceAll(/[^A-Za-z0-9._-]/g, '')
    .replace(/^-/, '_')
    .slice(0, 80)
}
