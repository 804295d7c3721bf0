import { describe, expect, it } from 'vitest'
import { originForm } from './origin-form.ts'

describe('originForm', () => {
  it.each([
    ['http://host/path?a=/b', '/path?a=/b'],
    ['HTTPS://host.example:8443/path', '/path'],
    ['http://[::1]:80/', '/'],
    ['http://host', '/'],
    ['http://host?a=1', '/?a=1'],
    ['http://a/http://b/c', '/http://b/c'],
  ])('gives the path and query of %s', (target, expected) => {
    expect(originForm(target)).toBe(expected)
  })

  it.each([
    '/path',
    '/http://host/path',
    '//host/path',
    '*',
    '',
    'http:///path',
    'http://user@host/',
    'ftp://host/path',
  ])('leaves %j as it is', (target) => {
    expect(originForm(target)).toBe(target)
  })
})
