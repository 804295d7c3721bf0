import type { Operation } from '@course-grading/contracts/operation/operation'
import { smallBody } from '@course-grading/contracts/operation/limits'

type NamedBody = readonly [title: string, body: Uint8Array]

/** Invalid bodies that are costly to read, as large as the operation takes them, and one above that. */
export function worstBodies(operation: Operation): readonly NamedBody[] {
  const { maxBody, csvBody } = operation
  const tooLarge: NamedBody = ['as many bytes as any write takes', Buffer.from(unknownFields(2_000_000, 50_000))]
  if (csvBody) return [tooLarge, ...worstFiles(maxBody.bytes)]
  const all: NamedBody = ['unknown fields', Buffer.from(unknownFields(maxBody.bytes, maxBody.members))]
  if (maxBody.bytes <= smallBody.bytes) return [tooLarge, all]
  return [
    tooLarge,
    all,
    ['zeros below zero', Buffer.from(`{"x":[${repeated(maxBody.members - 1, () => '-0')}]}`)],
    ['escapes', Buffer.from(`{"x":"${'\\"'.repeat(maxBody.bytes / 2 - 5)}"}`)],
    ['members of a wrong type', Buffer.from(ofWrongType(operation))],
  ]
}

const repeated = (count: number, itemOf: (index: number) => string): string =>
  Array.from({ length: Math.max(count, 0) }, (_, index) => itemOf(index)).join(',')

function unknownFields(bytes: number, members: number): string {
  const name = 'x'.repeat(Math.floor(bytes / members) - 15)
  return `{${repeated(members, (index) => `"${name}${100_000 + index}":1`)}}`
}

interface KnownSchema {
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, KnownSchema>>
  readonly items?: KnownSchema
  readonly additionalProperties?: KnownSchema | boolean
}

/** Fills each list and each map of the schema with values that it does not take. */
function ofWrongType({ body, maxBody }: Operation): string {
  const { properties = {} } = body as KnownSchema
  const wide = Object.entries(properties).filter(([, { items, additionalProperties }]) => items ?? additionalProperties)
  const each = Math.floor(maxBody.members / Math.max(wide.length, 1) / 3)
  const fields = wide.map(([name, { items }]) =>
    items
      ? `"${name}":[${repeated(each, () => '{"userId":"x"}')}]`
      : `"${name}":{${repeated(each, (index) => `"k ${index}":{"startLine":"x"}`)}}`,
  )
  return `{${fields.join(',')}}`
}

const header = 'email;languages;feedbackTags;gradingTags\n'

const worstFiles = (bytes: number): readonly NamedBody[] =>
  (
    [
      ['blank rows', ';;;\n'],
      ['rows of one cell', 'x\n'],
      ['quotes', '"'],
      ['rows of quoted cells', '"a""b";"fi,en";"";"(none)"\n'],
      ['a row without an end', 'a,'],
    ] as const
  ).map(([title, part]) => [title, Buffer.from((header + part.repeat(bytes / part.length)).slice(0, bytes))])
