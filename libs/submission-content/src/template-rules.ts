import { highlightLanguageOf, lastSegment } from './highlight-language.ts'

/** What the settings of a course say about templates and excluded files. */
export interface TemplateSettings {
  readonly highlightLanguages: readonly string[]
  readonly templates: {
    readonly automaticExtensions: boolean
    readonly extensions: readonly string[]
    readonly excludedPathSegments: readonly string[]
  }
}

/**
 * Whether a course's settings let a file be a template: by its extension, whatever its case, or with `automaticExtensions` because
 * its name implies one of the course's highlighters; and none of its path segments is excluded.
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
 * The name by which a template and a file of a submission are matched: the last segment of the path, as A+ writes the names of what
 * is handed in. It keeps ASCII letters, digits, dot, underscore and hyphen, no hyphen in front, and 80 characters.
 */
export function templateName(path: string): string {
  return lastSegment(path)
    .replaceAll(/[^A-Za-z0-9._-]/g, '')
    .replace(/^-/, '_')
    .slice(0, 80)
}
