/** The part of a JSON Schema that parameters use. */
export interface ParameterSchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
}

const wrongIntegers = ['x', '%20', '%00', '1.5', '1e1', '+1', '011', '11x', '%D9%A1', '9'.repeat(40)]
const wrongTexts = ['x'.repeat(1000), 'Ab-', 'a--b', '-a', 'a_b', '%20', '%00', encodeURI('\u00e4')]

/** Texts that a parameter of this schema must reject, percent-encoded. None is empty, which would change the path. */
export function wrongValuesOf(schema: ParameterSchema): string[] {
  const { type, enum: values, minimum, maximum, maxLength, pattern } = schema
  if (values !== undefined) return ['x', 'X%20', 'true1']
  if (type === 'boolean') return ['1', 'True', 'yes']
  if (type === 'integer') {
    const outside = [minimum === undefined ? [] : [minimum - 1], maximum === undefined ? [] : [beyond(maximum)]]
    return [...wrongIntegers, ...outside.flat().map(String)]
  }
  const fits = pattern === undefined ? undefined : new RegExp(pattern)
  return [
    ...(fits === undefined ? [] : wrongTexts.filter((text) => !fits.test(decodeURIComponent(text)))),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
  ]
}

/** A text without a rule: a search for nothing is no search. */
export const allowsEmpty = ({ type, enum: values, minLength = 0, pattern }: ParameterSchema): boolean =>
  type === 'string' && values === undefined && minLength === 0 && pattern === undefined

/** The next number after the largest safe integer, 2^53 − 1. */
const beyond = (maximum: number): bigint => BigInt(maximum) + 1n

/** The smallest and the largest value of a page key's schema. */
export function edgesOf(schema: ParameterSchema): readonly [first: unknown, last: unknown] {
  const { type, pattern, minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema
  if (type === 'integer') return [minimum, maximum]
  if (pattern?.includes('T')) return ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']
  return ['0', 'f'].map((digit) => '00000000-0000-0000-0000-000000000000'.replaceAll('0', digit)) as [string, string]
}

const impossibleTimes = [
  ...['02-30', '02-29', '13-01', '00-01', '01-00', '04-31'].map((date) => `2026-${date}T10:00:00.000Z`),
  ...['24:00:00', '10:60:00', '23:59:60'].map((time) => `2026-06-01T${time}.000Z`),
  '0000-01-01T00:00:00.000Z',
  '2026-06-01T10:00:00.000+00:00',
  '2026-06-01T10:00:00Z',
  '2026-06-01 10:00:00.000Z',
]

/** Values that a part of a page key must reject, although most of them look like one. */
export function wrongPartsOf(schema: ParameterSchema): unknown[] {
  const { type, pattern, minimum = 0 } = schema
  const [first, last] = edgesOf(schema)
  if (type === 'integer') return [minimum - 1, 2 ** 53, 1.5, String(first), null, true, [first]]
  if (pattern?.includes('T')) return [...impossibleTimes, 0]
  return [String(last).toUpperCase(), `${String(first)}\n`, String(first).slice(1), `{${String(first)}}`, 0]
}
