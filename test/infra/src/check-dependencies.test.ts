import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'

const script = resolve(import.meta.dirname, '../../../infra/dev/checks/check-dependencies.mjs')

describe('check-dependencies', () => {
  it.each([
    ['critical', 1],
    ['high', 1],
    ['moderate', 0],
  ])('names a %s vulnerability, and ends with %i', async (severity, code) => {
    const checked = await checkAgainst(200, { koa: [{ ...vulnerability, severity }] })
    expect(checked.output).toContain(`dependencies: ${severity}: koa `)
    expect(checked.code).toBe(code)
  })

  it.each([
    ['passes', [], 0],
    ['fails if it is required', ['--required'], 1],
  ])('%s where the registry reports no vulnerabilities', async (_what, given, code) => {
    const checked = await checkAgainst(404, {}, ...given)
    expect(checked.output).toContain('the registry does not report known vulnerabilities here')
    expect(checked.code).toBe(code)
  })
})

const vulnerability = {
  id: 1,
  url: 'https://example.org/1',
  title: 'Something bad',
  vulnerable_versions: '<=99.0.0',
  cwe: [],
  cvss: { score: 8, vectorString: null },
}

/**
 * The output and exit code of the check, against a registry that gives this reply to a request for known
 * vulnerabilities.
 */
async function checkAgainst(
  status: number,
  reply: object,
  ...given: readonly string[]
): Promise<{ code: number; output: string }> {
  const registry = createServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply))
  })
  registry.listen(0, '127.0.0.1')
  await once(registry, 'listening')
  onTestFinished(() => void registry.close())
  const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script, `--registry=${url}`, ...given])
    return { code: 0, output: stdout }
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string }
    return { code, output: stdout }
  }
}
