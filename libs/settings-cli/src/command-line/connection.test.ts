import { describe, expect, it } from 'vitest'
import { readConnection } from './connection.ts'

const problemsOf = async (url: string) => (await readConnection('/', { url, token: 'token' }, new Map())).problems

describe('an address of the service', () => {
  it.each([
    'https://grading.example.org',
    'https://127.0.0.1.example.org',
    'http://localhost',
    'HTTP://LOCALHOST:8081/',
    'http://127.0.0.1:8081',
    'http://127.9.8.7',
    'http://[::1]:8081',
  ])('may be %s', async (url) => {
    expect(await problemsOf(url)).toEqual([])
  })

  it.each([
    'http://grading.example.org',
    'http://127.0.0.1.example.org',
    'http://localhost.example.org',
    'http://example.org.localhost',
    'http://evil127.0.0.1',
    'http://evillocalhost',
    'http://localhostlocalhost',
    'http://localhost.',
    'http://126.0.0.1',
    'http://0.0.0.0',
    'http://[::2]',
    'http://example.org:127/127.0.0.1',
    'http://example.org/?localhost',
    'http://localhost@example.org',
    'https://me@grading.example.org',
    'ftp://localhost',
  ])('is not %s', async (url) => {
    expect(await problemsOf(url)).toEqual([expect.stringMatching(/address/)])
  })
})
