import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inRepository } from '../infra-files.ts'

let folder: string
beforeAll(setUp)
afterAll(() => rmSync(folder, { recursive: true }))

describe('smoke.sh', () => {
  it('finds nothing in an installation as it should be', () => {
    expect(smoke()).toEqual({ code: 0, failed: [] })
  })

  it.each([
    ['metrics that are published', { LEAK: '200' }, 'metrics are not published'],
    ['a network without policies', { OPEN: '0' }, 'docs does not reach public-api'],
    ['a policy that cuts the pages off', { CUT: '1' }, 'web reaches frontend-internal'],
    ['pages that do not reply', { PAGES: '502' }, 'the pages reply'],
    ['a Gateway that is not there', { BROKEN: 'gateways' }, 'the Gateway has taken its routes'],
    ['pages without TLS', { PLAIN: '200' }, 'without TLS, it leads to TLS'],
    ['replies without HSTS', { HSTS: '' }, 'browsers stay with TLS'],
    ['a policy with the whole internet', { RANGES: '192.0.2.1/32 0.0.0.0/0' }, 'no policy opens a wide range'],
    ['a policy with the metadata address', { RANGES: '169.254.169.254/32' }, 'no policy opens a wide range'],
    ['no answer about the policies', { RANGES: '' }, 'no policy opens a wide range'],
    ['an archive that stands still', { ARCHIVING: 'False' }, 'the WAL is archived'],
    ['migrations that have not ended', { BROKEN: 'name=migrate' }, 'the schema is migrated'],
    ['a service that is not ready', { BROKEN: 'deployment/manual-grading-worker' }, 'manual-grading-worker is ready'],
  ])('finds %s', (_what, env, problem) => {
    const { code, failed } = smoke(env)
    expect(code).toBe(1)
    expect(failed).toContain(`FAILED  ${problem}`)
  })
})

/** Stand-ins for the programs of a healthy cluster: they know what smoke.sh asks, and reply as it should be. */
const standIns: Readonly<Record<string, string>> = {
  kubectl: `case "$*" in
  *networkpolicies*) echo "\${RANGES-192.0.2.1/32 198.51.100.0/24}" ;;
  *ContinuousArchiving*) echo "\${ARCHIVING-True}" ;;
  *backups.postgresql*) echo "failed completed" ;;
  *'get clusters'*) echo course-grading ;;
  *'get service'*) case "$*" in *-rw*) echo 10.0.0.1 ;; *) echo 10.0.0.2 ;; esac ;;
  *exec*deployment/web*8082*) exit "\${CUT-0}" ;;
  *exec*) case "$*" in *10.0.0.1*) exit 0 ;; *) exit "\${OPEN-1}" ;; esac ;;
  *"\${BROKEN-nothing}"*) exit 1 ;;
esac`,
  curl: `case "$*" in
  *--head*) echo "\${HSTS-strict-transport-security: max-age=31536000}" ;;
  *http://*) printf "\${PLAIN-301}" ;;
  */metrics*|*/internal/*) printf "\${LEAK-404}" ;;
  */settings*) printf 401 ;;
  */sign-in*) printf "\${PAGES-200}" ;;
  *) printf 200 ;;
esac`,
}

function smoke(env: Record<string, string> = {}): { readonly code: number | null; readonly failed: string[] } {
  const { status, stdout } = spawnSync(
    'sh',
    [inRepository('infra/deploy/kubernetes/smoke.sh'), 'grading.example.org', 'docs.grading.example.org'],
    { encoding: 'utf8', env: { PATH: `${folder}:${process.env['PATH']}`, ...env } },
  )
  const lines = stdout.trim().split('\n')
  expect(lines.length).toBeGreaterThan(15)
  return { code: status, failed: lines.filter((line) => !line.startsWith('ok ')) }
}

function setUp() {
  folder = mkdtempSync(join(tmpdir(), 'smoke-'))
  for (const [name, text] of Object.entries(standIns)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(folder, name), 0o755)
  }
}
