import { courseSettingsDocument, courseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import type { CourseSettings } from '@course-grading/public-client'
import { blockItem, flowText, quoted, scalarText } from './scalar-text.ts'

interface Schema {
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

/** A new file: every field that a teacher writes, with what the contract says about it; the others as comments. */
export function writeSettings(document: CourseSettings, schemaPath: string): string {
  const written = new Set(Object.keys(courseSettingsUpdate.properties))
  const fields = Object.entries(courseSettingsDocument.properties as Readonly<Record<string, Schema>>)
  const values = document as unknown as Readonly<Record<string, unknown>>
  const blocks = fields.map(([name, schema]) =>
    written.has(name) ? fieldLines(name, schema, values[name], '') : readOnlyLines(name, schema, values[name]),
  )
  const about = 'What is read-only stands in comments, as it was when this file was written.'
  const head = [`# yaml-language-server: $schema=${schemaPath}`, `# Settings of course ${document.courseId}. ${about}`]
  return `${[head, ...blocks].map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function fieldLines(name: string, schema: Schema, value: unknown, indent: string): string[] {
  const comment = commentLines(schema.description ?? '', indent)
  if (schema.properties !== undefined) {
    const members = Object.entries(schema.properties).flatMap(([member, itsSchema]) =>
      fieldLines(member, itsSchema, (value as Readonly<Record<string, unknown>>)[member], `${indent}  `),
    )
    return [...comment, `${indent}${name}:`, ...members]
  }
  const ofItems = Object.entries(schema.items?.properties ?? {}).flatMap(([member, { description = '' }]) =>
    commentLines(`- ${member}: ${description}`, indent),
  )
  return [...comment, ...ofItems, ...valueLines(name, value, indent)]
}

function valueLines(name: string, value: unknown, indent: string): string[] {
  const line = `${indent}${name}: ${flowText(value)}`
  const isShort = !Array.isArray(value) || (line.length <= 100 && typeof value[0] !== 'object')
  if (isShort || value.length === 0) return [line]
  return [`${indent}${name}:`, ...value.map((item: unknown) => blockItem(item, `${indent}  `, '\n'))]
}

function readOnlyLines(name: string, { description = '' }: Schema, value: unknown): string[] {
  if (!Array.isArray(value)) return commentLines(`${name}: ${scalarText(value as string)} (${description})`, '')
  const tags = value as CourseSettings['tags']
  // Texts of others: in quotes, so that none of them begins a new line.
  const lines = tags.map(({ slug, name: tagName }) => `#   ${scalarText(slug)}  ${quoted(tagName)}`)
  return [...commentLines(`${name}: ${description}`, ''), ...lines]
}

function commentLines(text: string, indent: string): string[] {
  return (text.match(/\S.{0,95}(?!\S)|\S+/g) ?? []).map((line) => `${indent}# ${line}`)
}
