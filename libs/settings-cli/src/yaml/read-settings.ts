import { isUtf8 } from 'node:buffer'
import { maxIssues } from '@course-grading/contracts/operation/limits'
import { courseSettingsUpdate, type CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import { createValidator } from '@course-grading/validation'
import { isAlias, isMap, isScalar, isSeq, Lexer, parseDocument, visit } from 'yaml'
import type { Document, Node, Scalar, YAMLSeq } from 'yaml'

/** Larger texts take seconds and hundreds of megabytes. */
export const maxBytes = 1_000_000

/** Something wrong at a place of a file. Lines and columns begin with 1. */
export interface Fault {
  readonly line: number
  readonly column: number
  /** What the service calls it; absent where the text is not even YAML. */
  readonly path?: string
  readonly code: string
  readonly message: string
}

export interface SettingsText {
  readonly text: string
  readonly root: Document.Parsed
  /** As the service would store them. */
  readonly settings: CourseSettingsUpdate
}

export type Faulty = { readonly faults: readonly Fault[] }

/** Words, signs and line breaks. Settings of the most members that the service takes have fewer; twice as many take ten seconds. */
const maxTokens = 200_000
/** Each alias is looked for among all anchors before it. */
const maxAliases = 1_000

const validate = createValidator(courseSettingsUpdate)
const knownTags = /^tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq)$/

/** Reads settings, or finds everything that is wrong with them; the values only if the text is sound. */
export function readSettings(bytes: Uint8Array): SettingsText | Faulty {
  if (bytes.length > maxBytes) return refused('too_large', 'The file has more than 1,000,000 bytes.')
  if (!isUtf8(bytes)) return refused('invalid_format', 'The file is not UTF-8.')
  return readSettingsText(Buffer.from(bytes).toString())
}

export function readSettingsText(text: string): SettingsText | Faulty {
  try {
    if (
      !new Lexer()
        .lex(text)
        .take(maxTokens + 1)
        .every((_, at) => at < maxTokens)
    )
      return refused('too_large', 'The file has more than 200,000 words and signs.')
    // The library would compare each key with all others of its map.
    const root = parseDocument(text, {
      keepSourceTokens: true,
      prettyErrors: false,
      uniqueKeys: false,
      logLevel: 'error',
    })
    // The library catches this itself, once for each level.
    if (root.errors.some(({ message }) => message.includes('call stack'))) throw new RangeError('nested too deeply')
    const textFaults = [...syntaxFaults(root), ...refusedConstructs(text, root)]
    if (textFaults.length > 0) return { faults: atPlaces(text, textFaults) }
    const value: unknown = root.toJS({ maxAliasCount: 100 })
    const issues = validate(value)
    if (issues.length === 0) return { text, root, settings: value as CourseSettingsUpdate }
    return {
      faults: atPlaces(
        text,
        issues.map((issue) => ({ ...issue, offset: offsetOfIssue(root, issue) })),
      ),
    }
  } catch (problem) {
    // A text that is nested a thousand levels deep, and aliases that are too many, or multiply.
    if (problem instanceof RangeError || problem instanceof ReferenceError)
      return refused('too_large', 'The file is nested too deeply, or repeats itself by too many aliases.')
    throw problem
  }
}

function refused(code: string, message: string): Faulty {
  return { faults: [{ line: 1, column: 1, code, message }] }
}

export function placeAt(text: string, offset: number): { line: number; column: number } {
  // A byte order mark is no column.
  const lines = text.slice(0, offset).replace('\uFEFF', '').split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

type Placed = Omit<Fault, 'line' | 'column'> & { readonly offset: number }

/** The first ones by their lines: a text may have as many faults as characters. */
function atPlaces(text: string, faults: readonly Placed[]): Fault[] {
  const first = faults.toSorted((a, b) => a.offset - b.offset).slice(0, maxIssues + 1)
  return first.map(({ offset, ...fault }) => ({ ...fault, ...placeAt(text, offset) }))
}

function syntaxFaults({ errors }: Document.Parsed): Placed[] {
  return errors.map(({ code, message, pos: [offset] }) => ({
    offset,
    code: 'malformed_yaml',
    message: code === 'MULTIPLE_DOCS' ? 'A second document begins here; the file must have one.' : `${message}.`,
  }))
}

/** What has no place in settings, or is not the same to every reader of YAML. */
function refusedConstructs(text: string, root: Document.Parsed): Placed[] {
  const faults: Placed[] = []
  const refuse = (offset: number, message: string, code = 'invalid_value'): void => {
    faults.push({ offset, code, message })
  }
  if (root.directives.yaml.version !== '1.2') refuse(0, 'The file must be of YAML 1.2.')
  const anchors = new Set<string>()
  let aliases = 0
  visit(root, {
    Map: (_key, { items }) => {
      const names = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (names.has(key.value)) refuse(key.range?.[0] ?? 0, 'Map keys must be unique.', 'duplicate')
        names.add(key.value)
      }
    },
    Node: (key, node) => {
      const start = node.range?.[0] ?? 0
      if (isAlias(node)) {
        aliases += 1
        if (aliases > maxAliases) throw new RangeError('too many aliases')
        if (!anchors.has(node.source)) refuse(start, 'No anchor has this name before it.')
        return
      }
      if (node.anchor !== undefined) anchors.add(node.anchor)
      if (node.tag !== undefined && (isScalar(node) || node.srcToken) && !knownTags.test(node.tag))
        refuse(start - lengthOfProps(text, start), 'Tags of YAML that are not its own are not allowed.')
      if (!isScalar(node)) return
      if (key === 'key' && node.value === '<<') refuse(start, 'Merging by `<<` is not allowed; write the fields out.')
      if (Number.isInteger(node.value) && !Number.isSafeInteger(node.value))
        refuse(start, 'The integer is beyond ±9007199254740991.')
    },
  })
  return faults
}

/** Of a tag, and of an anchor behind it, before the value that begins at `start`; none if they are longer than names are. */
function lengthOfProps(text: string, start: number): number {
  return /!\S*(?:\s+&\S+)?\s+$/.exec(text.slice(Math.max(0, start - 200), start))?.[0].length ?? 0
}

/** Where an issue stands: that of an unknown field at its name, that of a missing one where it should be. */
export function offsetOfIssue({ contents }: Document.Parsed, { path, code }: { path: string; code: string }): number {
  let node: Node | null = contents
  let offset = contents?.range?.[0] ?? 0
  for (const [, name, index, key] of path.matchAll(/\.([\w-]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g)) {
    const wanted = name ?? (key === undefined ? index : (JSON.parse(key) as string))
    const pair = isMap<Scalar, Node | null>(node)
      ? node.items.find((each) => String(each.key.value) === wanted)
      : undefined
    if (pair === undefined && !isSeq(node)) return offset
    node = pair === undefined ? ((node as YAMLSeq<Node>).items[Number(index)] ?? null) : pair.value
    const [start = offset, end = start] = node?.range ?? []
    // An empty value has no place of its own.
    offset = pair !== undefined && (start === end || code === 'unknown_field') ? (pair.key.range?.[0] ?? offset) : start
  }
  return offset
}
