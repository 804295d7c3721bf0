import { describe, expect, it } from 'vitest'
import { parseAllowance, parseAllowedOrigin } from './allowance.ts'

describe('parseAllowance', () => {
  it.each([
    ['target', undefined],
    ['target', '127.0.0.1/32'],
    ['target', '2001:db8::/48'],
    ['', '0.0.0.0/0'],
  ])('reads the target %j with the range %s', (target, cidr) => {
    expect(parseAllowance(cidr === undefined ? target : `${target}|${cidr}`)).toEqual({ target, cidr })
  })

  it.each([
    '',
    '10.0.0.0',
    '10.0.0.0/33',
    '10.0.0.0/08',
    '10.0.0/8',
    '::/129',
    '10.0.0.0/8|10.0.0.0/8',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '/8',
    'x/8',
  ])('refuses the range %j', (cidr) => expect(parseAllowance(`target|${cidr}`)).toBeUndefined())
})

describe('parseAllowedOrigin', () => {
  it.each([
    ['https://grader.example.org', undefined],
    ['http://127.0.0.1:8090', '127.0.0.1/32'],
    ['http://[::1]:8090', '::1/128'],
    ['https://grader.example.org:8443', '10.0.0.0/8'],
  ])('reads %s with the range %s', (origin, cidr) => {
    expect(parseAllowedOrigin(cidr === undefined ? origin : `${origin}|${cidr}`)).toEqual({ origin, cidr })
  })

  it.each([
    '',
    'grader.example.org',
    'https://grader.example.org/',
    'https://grader.example.org/templates',
    'https://grader.example.org:443',
    'https://Grader.example.org',
    'https://grader.example.org@evil.example',
    'https://grader.example.orghttps://grader.example.org',
    'https://*.example.org',
    'https://user:word@grader.example.org',
    'https://grader.example.org?',
    'ftp://grader.example.org',
    'blob:https://grader.example.org',
    'null',
    'file://',
    'http://0x7f.1',
    ' https://grader.example.org',
    'https://grader.example.org|10.0.0.0/33',
  ])('refuses %j', (text) => expect(parseAllowedOrigin(text)).toBeUndefined())
})
