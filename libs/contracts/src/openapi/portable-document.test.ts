import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const hasPython = spawnSync('python3', ['--version']).status === 0
const documents = ['public-v1', 'frontend-internal', 'manual-grading'] as const

describe.each(documents)('the OpenAPI document %s, read by programs in any language,', (name) => {
  it('has only patterns that ECMA-262, Python, Go and Java compile and read alike', () => {
    const patterns = patternsIn(name)
    expect(patterns).not.toEqual([])
    expect(patterns.filter((pattern) => !isPortable(pattern))).toEqual([])
    for (const pattern of patterns) expect(() => [new RegExp(pattern), new RegExp(pattern, 'u')]).not.toThrow()
  })

  it('names the codes of replies without closing their list', () => {
    const codes = membersOf(read(name)).filter(
      ([key, schema]) => /^(code|reason)$/.test(key) && typeof schema === 'object',
    )
    expect(codes).not.toEqual([])
    expect(codes.filter(([, schema]) => 'enum' in schema || 'const' in schema)).toEqual([])
  })

  it('has a server that a client which was made from it can call, and somebody to ask', () => {
    const { servers, info } = read(name) as Described
    expect(servers.map(({ url, variables }) => new URL(url.replace('{base_url}', variables.base_url.default)))).toEqual(
      [new URL(`http://127.0.0.1:${8081 + documents.indexOf(name)}`)],
    )
    expect(info.contact.name).toBeTruthy()
  })
})

describe('what is portable in a pattern', () => {
  it.each([
    '^(?=.*x)',
    '^(?!x)',
    '(?<=x)',
    '[^]',
    '\\p{L}',
    '\\P{Cc}',
    '\\s',
    '\\d',
    '\\w+',
    '\\u0041',
    '\\x21',
    'a++',
    '.',
    '(?<n>x)',
    '(x)\\1',
    '\\bx',
    '\\/',
    '[[a]]',
    '[a&&b]',
    '[a--b]',
    '[a~~b]',
    'x{1,}',
    'é',
  ])('is not %s', (pattern) => {
    expect(isPortable(pattern)).toBe(false)
  })
})

describe.skipIf(!hasPython)(`the patterns in Python${hasPython ? '' : ' (left out: there is no python3)'}`, () => {
  it('match the texts that they match in JavaScript', () => {
    const texts = [...new Set(documents.flatMap(patternsIn))].map((pattern) => [pattern, textsFor(pattern)] as const)
    const { stdout, stderr } = spawnSync('python3', ['-W', 'error', '-c', matching], {
      input: JSON.stringify(texts),
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    const here = texts.map(([pattern, some]) => some.map((text) => new RegExp(pattern, 'u').test(text)))
    expect(here.every((matches) => matches.includes(true) && matches.includes(false))).toBe(true)
    expect(JSON.parse(stdout)).toEqual(here)
  })
})

const matching = `import json, re, sys
print(json.dumps([[re.search(p, t) is not None for t in ts] for p, ts in json.load(sys.stdin)]))`

interface Described {
  readonly servers: readonly { readonly url: string; readonly variables: { base_url: { default: string } } }[]
  readonly info: { readonly contact: { readonly name: string } }
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../openapi/${name}.json`, import.meta.url), 'utf8'))

/** Every member of every object in the value, with its key. */
function membersOf(value: unknown): [key: string, member: Record<string, unknown>][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]: [string, Record<string, unknown>]) => [
    [key, member ?? {}],
    ...membersOf(member),
  ])
}

function patternsIn(name: string): string[] {
  return membersOf(read(name)).flatMap(([key, member]) => {
    if (key === 'patternProperties') return Object.keys(member)
    return key === 'pattern' && typeof member === 'string' ? [member] : []
  })
}

/** Characters, classes of ASCII characters, groups, choices, anchors, and quantifiers that all languages have. */
const portable =
  /^(?:[\w"/:@!~ -]|\\[.[\]\\]|\[\^?(?:\w-\w|!-~|[\w/?#@:.+ !-]|\\[.[\]\\])+\]|\((?:\?:|(?!\?))|\)|[|^$]|(?:[*?+]|\{\d+(?:,\d+)?\})(?![+?]))*$/
const isPortable = (pattern: string): boolean => portable.test(pattern) && !/\[[^\]]*--/.test(pattern)

/** Texts of one line in ASCII: some of the pattern, some that differ from one in a character, and others. */
function textsFor(pattern: string): string[] {
  const printable = fc.string({
    unit: fc.constantFrom(...Array.from({ length: 95 }, (_, n) => String.fromCharCode(n + 32))),
  })
  const matched = fc.stringMatching(new RegExp(pattern))
  const near = fc.tuple(matched, fc.nat(), printable).map(([text, at, other]) => {
    const index = at % (text.length + 1)
    return text.slice(0, index) + other.slice(0, 1) + text.slice(index + 1)
  })
  return fc
    .sample(fc.oneof(matched, near, printable), { numRuns: 300, seed: 62 })
    .filter((text) => /^[ -~]*$/.test(text))
}
