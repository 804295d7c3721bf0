import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { readJson } from './read-json.ts'

const read = (text: string) => readJson(Buffer.from(text, 'utf8'))

/** Decides by JSON.parse and a naive second scan of the tokens of a text that JSON.parse took. */
function acceptedValue(text: string): { value: unknown } | null {
  try {
    JSON.parse(text)
  } catch {
    return null
  }
  const open: { keys: Set<string> | null; expectsKey: boolean }[] = []
  let members = 0
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g) ?? []
  for (const [index, token] of tokens.entries()) {
    const around = open.at(-1)
    if (token === '{' || token === '[') {
      open.push({ keys: token === '{' ? new Set() : null, expectsKey: true })
      if (!/^[\]}]$/.test(tokens[index + 1] ?? '')) members += 1
    } else if (token === '}' || token === ']') open.pop()
    else if (token === ',') {
      members += 1
      if (around) around.expectsKey = true
    } else if (token.startsWith('"')) {
      const string = String(JSON.parse(token))
      if (string.includes('\0') || /\p{Surrogate}/u.test(string)) return null
      if (around?.keys && around.expectsKey) {
        if (around.keys.has(string)) return null
        around.keys.add(string)
        around.expectsKey = false
      }
    } else if (/^[-\d]/.test(token)) {
      const number = Number(token)
      if (token.length > 40 || Math.abs(number) === Infinity) return null
      if (Number.isInteger(number) && Math.abs(number) > 2 ** 53 - 1) return null
    }
    if (open.length > 32 || members > 50_000) return null
  }
  return { value: exactly(text) }
}

/** The value of a text by JSON.parse, with NaN for numbers that are not integers although their doubles are, and 0 for -0. */
function exactly(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, { source = '' }: { source?: string } = {}) => {
    if (typeof value !== 'number') return value
    const [mantissa = '', exponent = '0'] = source.toLowerCase().split('e')
    const [whole = '', fraction = ''] = mantissa.split('.')
    const shift = Number(exponent) - fraction.length
    const isInteger =
      shift >= 0 ||
      Number(whole + fraction) === 0 ||
      (shift > -80 && BigInt(whole + fraction) % 10n ** BigInt(-shift) === 0n)
    if (Number.isInteger(value) && !isInteger) return NaN
    return value === 0 ? 0 : value
  })
}

export function agreesWithOracle(text: string): boolean {
  const reading = read(text)
  const accepted = acceptedValue(text)
  if (accepted === null) return !reading.ok
  return reading.ok && isDeepStrictEqual(reading.value, accepted.value)
}

const numberText = fc.oneof(
  fc.double({ noDefaultInfinity: true, noNaN: true }).map(String),
  fc.constantFrom(
    '-0',
    '-0.0',
    '-1e-999',
    '1e400',
    '-1E+309',
    '9007199254740991',
    '-9007199254740992',
    '1E2',
    '0e0',
    '1e+2',
    '11.00000000000000000000001',
    '9007199254740990.6',
    '11.0',
    '1e3',
    '110e-1',
    '1e-400',
    '1.5e1',
    '0.99999999999999999999',
  ),
  fc.integer({ min: 30, max: 45 }).map((length) => `0.${'3'.repeat(length - 2)}`),
)
const stringText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '"\\u0000"',
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"\\ud83d\\ude00"',
    '"\\u0061"',
    '"a"',
    '"__proto__"',
    '"\\""',
    '"\\\\"',
    '"\\/"',
  ),
)
const space = fc.constantFrom('', '', '', ' ', '\n\t', '\r')
export const { value: jsonText } = fc.letrec<{ value: string; array: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    numberText,
    stringText,
    fc.constantFrom('true', 'false', 'null'),
    tie('array'),
    tie('object'),
  ),
  array: fc
    .tuple(space, fc.array(tie('value'), { maxLength: 4 }))
    .map(([gap, items]) => `[${gap}${items.join(`${gap},`)}]`),
  object: fc
    .tuple(space, fc.array(fc.tuple(stringText, tie('value')), { maxLength: 4 }))
    .map(([gap, members]) => `{${members.map(([key, value]) => `${gap}${key}:${gap}${value}`).join(',')}${gap}}`),
}))
export const piece = fc.constantFrom(
  ...'{}[]:,"\\-+.eE0123456789tfn \t\u00a0\ufeff\0\u0001',
  'true',
  'null',
  '\\u',
  '"a":',
  '1e',
  '//',
)
export const damagedText = fc.tuple(jsonText, fc.nat(), fc.nat({ max: 3 }), piece).map(([text, at, removed, added]) => {
  const position = at % (text.length + 1)
  return `${text.slice(0, position)}${added}${text.slice(position + removed)}`.toWellFormed()
})
