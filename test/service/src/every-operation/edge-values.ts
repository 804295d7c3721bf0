import fc from 'fast-check'

/** The part of a JSON Schema that the contract uses. */
export interface ValueSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly ValueSchema[]
  readonly properties?: Readonly<Record<string, ValueSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | ValueSchema
  readonly patternProperties?: Readonly<Record<string, ValueSchema>>
  readonly propertyNames?: ValueSchema
  readonly items?: ValueSchema
  readonly minItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
}

/** Returns the values to try in the place of a text or number. */
export type ValuesFor = (leaf: ValueSchema) => readonly unknown[]

/**
 * Values that differ from the example in one place: there, each of the values for it stands. A place that the example does not
 * have is added.
 */
export function variantsOf(schema: ValueSchema, example: unknown, valuesFor: ValuesFor): unknown[] {
  const { anyOf, properties = {}, items } = schema
  if (anyOf) return anyOf.flatMap((branch) => variantsOf(branch, example, valuesFor))
  if (typesOf(schema).includes('object')) {
    const given = isRecord(example) ? example : asRecord(smallest(schema))
    const ofProperties = Object.entries(properties).flatMap(([name, property]) =>
      variantsOf(property, given[name], valuesFor).map((value) => ({ ...given, [name]: value })),
    )
    const [names, values] = otherMembers(schema)
    const first = Object.keys(given)[0] ?? String(edgeValues(names)[0])
    return [
      ...ofProperties,
      ...(values === undefined
        ? []
        : [
            ...variantsOf(values, given[first], valuesFor).map((value) => ({ ...given, [first]: value })),
            ...valuesFor(names).map((name) => ({ ...given, [String(name)]: given[first] ?? smallest(values) })),
          ]),
    ]
  }
  if (items) {
    const [first, ...rest] = Array.isArray(example) ? (example as unknown[]) : []
    return variantsOf(items, first, valuesFor).map((value) => [value, ...rest])
  }
  return [...valuesFor(schema)]
}

/** The names and the values of members that are no properties; no values if there are none. */
function otherMembers({ properties, additionalProperties, patternProperties, propertyNames }: ValueSchema) {
  const [byPattern] = Object.entries(patternProperties ?? {})
  if (byPattern) return [{ type: 'string', pattern: byPattern[0] }, byPattern[1]] as const
  const names = { type: 'string', ...propertyNames }
  if (typeof additionalProperties === 'object') return [names, additionalProperties] as const
  return [names, properties === undefined ? {} : undefined] as const
}

/** A value that fits the schema, as small as possible. */
function smallest(schema: ValueSchema): unknown {
  if (schema.anyOf) return smallest(schema.anyOf[0]!)
  const [type] = typesOf(schema)
  if (schema.enum) return schema.enum[0]
  if (type === 'object')
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, smallest(schema.properties?.[name] ?? {})] as const),
    )
  if (type === 'array') return schema.minItems && schema.items ? [smallest(schema.items)] : []
  return edgeValues(schema)[0] ?? null
}

const typesOf = ({ type }: ValueSchema): readonly string[] => [type ?? []].flat()
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

/** Every edge of what a text or number may be. Of others, such as booleans, none: the contract lists these. */
export function edgeValues(schema: ValueSchema): readonly unknown[] {
  const { enum: listed, minimum, maximum } = schema
  if (listed) return []
  const types = typesOf(schema)
  const none = types.includes('null') ? [null] : []
  if (types.includes('string')) return [...textsOf(schema), ...none]
  const isInteger = types.includes('integer')
  if (!isInteger && !types.includes('number')) return none
  const numbers = isInteger ? [0, 1, -1, 2 ** 31, 2 ** 53 - 1, 1e15] : [0, 0.01, -0.01, 1e-7, 5e-324, 0.1 + 0.2, 1e15]
  const allowed = [minimum ?? [], maximum ?? [], numbers].flat()
  return [...allowed.filter((value) => value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity)), ...none]
}

/**
 * The longest text or the largest number of each field, null, and one of its other edges. Which one changes from field to field, so
 * that each edge is tried at some of the fields that have it.
 */
export function fewEdgeValues(): ValuesFor {
  let fields = 0
  return (schema) => {
    const all = edgeValues(schema)
    const [extreme] = all.toSorted((a, b) => extentOf(b) - extentOf(a))
    const others = all.filter((value) => value !== null && value !== extreme)
    fields += 1
    return all.filter((value) => value === null || value === extreme || value === others[fields % others.length])
  }
}

const extentOf = (value: unknown): number => (typeof value === 'string' ? value.length : Number(value))

/** Characters that databases, queries, templates, spreadsheets and terminals have trouble with. */
const oddCharacters =
  '\u0001\u0008\t\n\u000b\u001b\u007f\u0085\u00a0\u00ad\u0130\u0345\u200b\u200d\u2028\u202e\ufdd0\ufeff\uffff\u{1f468}\u200d\u{1f469}\u{10ffff}e\u0301' +
  '\'"`\\%_$1:x?;--/*{{studentName}}<b>&amp;=@\r\n'

/** Texts that fit the patterns of the contract, and texts that many rules about texts forget. */
const texts = [
  'a x 0 .a aa fi en-GB me 9999999999999999 019ea3f2-6c00-7a1b-8c2d-5e5f6a6b7c7d'.split(' '),
  ['', ' ', '\u{1f600}', '\u0130', '\u1100\u1161', `a${'\u0301'.repeat(30)}`],
  [oddCharacters, oddCharacters.replaceAll(/\p{Cc}/gu, '')],
  ['0', '9', 'f'].map((digit) => '00000000-0000-0000-0000-000000000000'.replaceAll('0', digit)),
  ['0', 'f'].map((digit) => digit.repeat(64)),
].flat()
const formatted: Readonly<Record<string, readonly string[]>> = {
  uri: [
    'http://a',
    'HTTPS://A.example:0/',
    'https://a.example:65535/%00?%ED%A0%80#%FF',
    'http://[::1]/',
    `https://a.example/${'x'.repeat(2030)}`,
  ],
  'date-time': ['1970-01-01T00:00:00Z', '9999-12-31T23:59:59.9999Z', '2026-06-01T00:00:00+23:59'],
}

function textsOf({ pattern, format, minLength = 0, maxLength = 300 }: ValueSchema): readonly string[] {
  if (format !== undefined) return formatted[format] ?? []
  const longest = ['x', '\u{1f600}', '\u0130'].map((text) => text.repeat(maxLength))
  if (pattern === undefined)
    return [oddCharacters.slice(0, maxLength), longest[1]!, ' '.repeat(minLength), 'x'].filter(
      (text) => text.length >= minLength,
    )
  const form = new RegExp(pattern, 'u')
  const isAllowed = (text: string): boolean => {
    const { length } = [...text]
    return length >= minLength && length <= maxLength && form.test(text)
  }
  const generated = /\(\?[=!]|\\[pP]/.test(pattern)
    ? []
    : fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 3, seed: 1 })
  return [...texts, ...longest, ...generated].filter(isAllowed)
}

const two = (value: number): string => String(value).padStart(2, '0')
const around = (last: number): fc.Arbitrary<string> => fc.constantFrom(0, 1, last - 1, last, last + 1).map(two)
const sometimes = (usual: string, ...others: string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(usual) },
    { weight: others.length, arbitrary: fc.constantFrom(...others) },
  )

/** Texts that are a time or nearly one, around every edge of every part. */
export const timeTexts: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('0000', '0001', '1899', '1969', '1970', '2024', '2026', '9998', '9999'),
    sometimes('-', '', '/', '\u2010'),
    fc.constantFrom('00', '01', '02', '06', '12', '13'),
    fc.constantFrom('00', '01', '28', '29', '30', '31', '32'),
    sometimes('T', 't', ' ', '\t', '\n', '\u00a0', '\ufeff', '\u3000', '_', ''),
    around(23),
    around(59),
    around(59),
    fc.constantFrom('', '', '.0', '.9', '.999', '.9999999', '.', ',5', `.${'9'.repeat(14)}`),
    fc.oneof(
      sometimes('Z', 'z', '', '+0000', '+00', '\u221202:00', ' Z', ' BC', 'Z\n', '[UTC]'),
      fc
        .tuple(
          fc.constantFrom('+', '-'),
          fc.constantFrom('00', '15', '16', '23', '24', '99'),
          fc.constantFrom('00', '59', '60'),
        )
        .map(([sign, hours, minutes]) => `${sign}${hours}:${minutes}`),
    ),
  )
  .map(
    ([year, dash, month, day, between, hour, minute, second, fraction, zone]) =>
      `${year}${dash}${month}${dash}${day}${between}${hour}:${minute}:${second}${fraction}${zone}`,
  )
