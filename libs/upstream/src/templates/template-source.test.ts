import { describe, expect, it } from 'vitest'
import { templateSourceOf } from './template-source.ts'

const allowed = [
  { origin: 'https://grader.example.org', cidr: undefined },
  { origin: 'http://127.0.0.1:8090', cidr: '127.0.0.1/32' },
]

describe('a template', () => {
  it.each([
    'https://grader.example.org/a.py',
    'HTTPS://GRADER.Example.ORG:443/a.py',
    'http://127.0.0.1:8090/a.py',
    'http://127.1:8090/a.py',
  ])('is read from an origin that is allowed: %s', (address) => {
    expect(allowed.map(({ origin }) => origin)).toContain(templateSourceOf(address, allowed)?.origin)
  })

  it.each([
    'http://grader.example.org/a.py',
    'https://grader.example.org:8443/a.py',
    'https://grader.example.org.evil.example/a.py',
    'https://grader.example.orggrader.example.org/a.py',
    'https://evilgrader.example.org/a.py',
    'https://evil.grader.example.org/a.py',
    'https://grader.example.org./a.py',
    'https://me@grader.example.org/a.py',
    'https://grader.example.org@evil.example/a.py',
    'https://evil.example/https://grader.example.org/a.py',
    'http://127.0.0.1:8091/a.py',
    'http://127.0.0.1.evil.example:8090/a.py',
    'blob:https://grader.example.org/a.py',
    '//grader.example.org/a.py',
  ])('is not read from %s', (address) => {
    expect(templateSourceOf(address, allowed)).toBe(null)
  })
})
