import type { Issue } from '../errors/domain-error.ts'
import { jsonPath } from '../json/json-path.ts'

/** The placeholders of templates, and of documents that begin with a template. Their values are known later. */
const placeholders = ['studentName', 'exerciseName', 'points', 'maxPoints'] as const
export type Placeholder = (typeof placeholders)[number]

const form = /\{\{(?<name>[^{}]*)\}\}/g

export function fillPlaceholders(text: string, values: Partial<Readonly<Record<Placeholder, string>>>): string {
  return text.replaceAll(form, (whole, name: string) => (isPlaceholder(name) ? (values[name] ?? whole) : whole))
}

export function unknownPlaceholders(templates: Readonly<Record<string, string>>): readonly Issue[] {
  return Object.entries(templates).flatMap(([language, text]) =>
    [...text.matchAll(form)].flatMap(({ groups }) =>
      isPlaceholder(groups?.['name'] ?? '')
        ? []
        : [{ path: jsonPath(['templates', language]), code: 'invalid_value', message: unknown } as const],
    ),
  )
}

const unknown = `There are only the placeholders ${placeholders.map((name) => `{{${name}}}`).join(', ')}.`

function isPlaceholder(name: string): name is Placeholder {
  return (placeholders as readonly string[]).includes(name)
}
