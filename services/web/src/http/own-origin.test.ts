import { describe, expect, it } from 'vitest'
import { ownOrigin } from './own-origin.ts'
import { ownPath } from './own-path.ts'

const origin = 'https://grading.example.org'
const others = [
  'http://grading.example.org',
  'https://grading.example.org:8443',
  'https://grading.example.org.evil.example',
  'https://evilgrading.example.org',
  'https://evil.grading.example.org',
  'https://grading.example.org.',
  'https://me@grading.example.org',
  'https://GRADING.example.org',
  `${origin}${origin}`,
  `${origin}, ${origin}`,
  `${origin}/`,
  'https://evil.example',
  'null',
  '',
]

describe('a write', () => {
  it('is taken from pages of this site', async () => {
    expect(await asked({ method: 'POST', origin })).toBe('taken')
  })

  it.each(others)('is refused from pages of %j', async (other) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'get'])
      await expect(asked({ method, origin: other })).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('is taken from any page where it is signed, at that very path', async () => {
    expect(await asked({ method: 'POST', origin: 'null', path: '/lti/launch' })).toBe('taken')
    for (const path of ['/lti/launch/', '/LTI/launch', '/x/lti/launch', '/lti/launchx'])
      await expect(asked({ method: 'POST', origin: 'null', path })).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('a read', () => {
  it('is answered under the name of this site', async () => {
    expect(await asked({ method: 'GET', origin: 'https://evil.example' })).toBe('taken')
  })

  it.each(
    others.filter((other) => other.startsWith('https:') && other !== `${origin}/`).map((other) => other.slice(8)),
  )('is sent from %s to the name of this site', async (host) => {
    expect(await asked({ method: 'GET', host })).toBe(`308 ${origin}/courses?a=b`)
  })
})

describe('the page to which somebody returns', () => {
  it.each(['/', '/courses/11?list=mine', '/@evil.example', '/x//evil.example', '/https://evil.example'])(
    'is one of this site: %s',
    (path) => {
      expect(ownPath(path)).toBe(path)
    },
  )

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'evil.example',
    'javascript:alert(1)',
    ' //evil.example',
    '//own.invalid@evil.example',
    '//own.invalid.evil.example/x',
    '//evilown.invalid/x',
    '',
    null,
    undefined,
  ])('is none of another site: %j', (path) => {
    expect(ownPath(path)).toBe('/')
  })
})

interface Asked {
  readonly method: string
  readonly origin?: string
  readonly host?: string
  readonly path?: string
}

/** What becomes of a request. */
async function asked({ method, origin: from = '', host = 'grading.example.org', path = '/courses' }: Asked) {
  let outcome = 'refused'
  const redirect = (to: string) => void (outcome = to)
  const ctx = { method, host, path, url: `${path}?a=b`, get: () => from, redirect, status: 200 }
  await ownOrigin(origin, '/lti/launch')(ctx, () => Promise.resolve((outcome = 'taken')))
  return ctx.status === 308 ? `308 ${outcome}` : outcome
}
