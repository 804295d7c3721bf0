import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'

const script = resolve(import.meta.dirname, '../../../infra/dev/checks/check-dependencies.mjs')

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

const vulnerable = (severity: string) => ({
  koa: [
    {
      id: 1,
      url: 'https://example.org/1',
      title: 'Something bad',
      severity,
      vulnerable_versions: '<=99.0.0',
      cwe: [],
      cvss: { score: 8, vectorString: null },
    },
  ],
})

describe('check-dependencies', () => {
  it('passes when the registry knows of nothing', async () => {
    expect(await checkAgainst(200, {})).toEqual({
      code: 0,
      output: 'dependencies: 0 known vulnerabilities, 0 of them high or critical\n',
    })
  })

  it.each([
    ['critical', 1],
    ['high', 1],
    ['moderate', 0],
    ['low', 0],
  ])('names a %s one, and ends with %i', async (severity, code) => {
    const checked = await checkAgainst(200, vulnerable(severity))
    expect(checked.output).toMatch(
      new RegExp(
        `^dependencies: ${severity}: koa \\d+\\.\\d+\\.\\d+ \\(vulnerable <=99\\.0\\.0\\): Something bad https://example\\.org/1$`,
        'm',
      ),
    )
    expect(checked.code).toBe(code)
  })

  it.each([
    [405, {}, 0, []],
    [404, {}, 0, []],
    [200, [], 0, []],
    [404, {}, 1, ['--required']],
  ])(
    'says in one line that the registry does not report vulnerabilities when it replies %i %j, and ends with %i %j',
    async (status, reply, expected, given) => {
      const { code, output } = await checkAgainst(status, reply, ...given)
      expect([code, output]).toEqual([
        expected,
        'dependencies: the registry does not report known vulnerabilities here, so they were not checked\n',
      ])
    },
  )
})
