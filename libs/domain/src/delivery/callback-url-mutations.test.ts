import { describe, expect, it } from 'vitest'
import { checkCallbackUrl, detailUrlOf, type AllowedCallback } from './callback-url.ts'

describe('checkCallbackUrl, for URLs with one change', () => {
  it('agrees with a second implementation, which parses no URLs, on thousands of them', () => {
    const wrong = cases.filter(({ world, text, check }) => check.ok !== isOneOfTheCallbacks(text, world))
    expect(wrong).toEqual([])
    const taken = cases.filter(({ check }) => check.ok)
    expect(taken.length).toBeGreaterThan(500)
    expect(cases.length - taken.length).toBeGreaterThan(20_000)
  })

  it('returns, for every accepted URL, the allowed host, the unchanged path and the same token for verifications', () => {
    for (const { world, text, check } of cases) {
      if (!check.ok) continue
      const { target } = check
      const detail = detailUrlOf(target)
      expect([target.origin + target.path, target.url, `${target.protocol}//${target.hostname}`]).toEqual([
        text,
        text,
        world.origin.replace(/:[0-9]+$/, ''),
      ])
      expect(detail.url).toBe(
        `${world.origin}${world.folder}/submissions/${world.submissionId}${text.slice(text.indexOf('?'))}`,
      )
    }
  })

  it('accepts none of them for another submission', () => {
    const accepted = cases.filter(({ check }) => check.ok)
    const taken = accepted.filter(
      ({ world, text }) => checkCallbackUrl(text, world.submissionId + 1, allowedIn(world)).ok,
    )
    expect(taken).toEqual([])
  })
})

interface World {
  readonly origin: string
  readonly folder: string
  readonly submissionId: number
}

const worlds: readonly World[] = [
  { origin: 'https://plus.example.org', folder: '/api/v2', submissionId: 42 },
  { origin: 'http://127.0.0.1:8090', folder: '/api/v2', submissionId: 255 },
  { origin: 'https://a.test:8443', folder: '', submissionId: 9_007_199_254_740_991 },
]

const hash = 'aZ09bY18cX27dW36eV45fU54gT63hS72'
/** Each of these characters, and some sequences. */
const dangerous = [
  ...'\0\t\n\r \x7f\\/.:@#?&=%;+-_*"\'<[]|09aesSz\u00ad\u200b\u3002\uff0e\uff0f\u0130\ud800😀',
  '%2e',
  '%2f',
  '//',
  '..',
  '/.',
]

const allowedIn = ({ origin, folder }: World): AllowedCallback[] => [
  { pattern: `${origin}${folder}/submissions/*/grader`, cidr: undefined },
]
const urlsOf = ({ origin, folder, submissionId }: World) =>
  ['', '/'].map(
    (slash) =>
      `${origin}${folder}/submissions/${submissionId}/grader${slash}?token=s${submissionId.toString(16)}.${hash}`,
  )

function mutationsOf(text: string): string[] {
  return Array.from({ length: text.length + 1 }, (_, at) => [
    text.slice(0, at) + text.slice(at + 1),
    ...dangerous.flatMap((piece) => [
      text.slice(0, at) + piece + text.slice(at),
      text.slice(0, at) + piece + text.slice(at + 1),
    ]),
  ]).flat()
}

/** Decides without a parser and without patterns: it lists which characters are allowed at each position. */
function isOneOfTheCallbacks(text: string, { origin, folder, submissionId }: World): boolean {
  const letters = new Set('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')
  const path = `${origin}${folder}/submissions/${submissionId}/grader`
  const start = [path, `${path}/`]
    .map((each) => `${each}?token=s${submissionId.toString(16)}.`)
    .find((each) => text.indexOf(each) === 0)
  if (start === undefined) return false
  const rest = text.substring(start.length).split('')
  return rest.length === 32 && rest.every((letter) => letters.has(letter))
}

const cases = worlds.flatMap((world) =>
  urlsOf(world)
    .flatMap(mutationsOf)
    .map((text) => ({ world, text, check: checkCallbackUrl(text, world.submissionId, allowedIn(world)) })),
)
