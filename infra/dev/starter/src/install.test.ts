import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'

const installer = resolve(import.meta.dirname, '../install.mjs')

describe('install.mjs', () => {
  it('does nothing, and runs no npx, when all is installed', () => {
    const checkout = makeCheckout({ installedLock: 'lock 1', npx: 'exit 9' })
    expect(run(checkout)).toEqual({ status: 0, output: '' })
  })

  it.each([
    ['nothing is installed', undefined],
    ['the lockfile has changed since', 'lock 0'],
  ])('installs exactly the lockfile with the pnpm of package.json when %s', (_state, installedLock) => {
    const npx = 'echo "$@" > arguments; touch node_modules/.bin/node'
    const checkout = makeCheckout({ installedLock, npx })
    expect(run(checkout).status).toBe(0)
    expect(readFileSync(join(checkout, 'arguments'), 'utf8')).toMatch(/ pnpm@1\.2\.3 install --frozen-lockfile /)
  })

  it('says that the network is needed when pnpm fails, with code 1', () => {
    const { status, output } = run(makeCheckout({ npx: 'echo no route to registry >&2; exit 7' }))
    expect(status).toBe(1)
    expect(output).toContain('no route to registry')
    expect(output).toContain('The first install needs the network')
    expect(output).not.toContain('    at ')
  })

  it('reports that there is no npx', () => {
    const { status, output } = run(makeCheckout({}))
    expect(status).toBe(1)
    expect(output).toContain('npx, which comes with npm, could not be run')
  })

  it('reports that there is no Node for this platform', () => {
    const { status, output } = run(makeCheckout({ npx: 'exit 0' }))
    expect(status).toBe(1)
    expect(output).toContain(`No Node 26 for ${process.platform}-${process.arch}`)
  })
})

interface Checkout {
  /** The content of pnpm's copy of the lockfile; absent if nothing is installed. */
  readonly installedLock?: string | undefined
  /** A shell script that replaces npx. */
  readonly npx?: string
}

/** A repository for the installer, with a space in its path. */
function makeCheckout({ installedLock, npx }: Checkout): string {
  const root = mkdtempSync(join(tmpdir(), 'course grading '))
  onTestFinished(() => {
    rmSync(root, { recursive: true, force: true })
  })
  const dirs = ['infra/dev/starter', 'bin', 'node_modules/.pnpm', 'node_modules/.bin']
  for (const dir of dirs) mkdirSync(join(root, dir), { recursive: true })
  copyFileSync(installer, join(root, 'infra/dev/starter/install.mjs'))
  writeFileSync(join(root, 'package.json'), '{ "packageManager": "pnpm@1.2.3" }')
  writeFileSync(join(root, 'pnpm-lock.yaml'), 'lock 1')
  if (installedLock !== undefined) {
    writeFileSync(join(root, 'node_modules/.pnpm/lock.yaml'), installedLock)
    writeFileSync(join(root, 'node_modules/.bin/node'), '')
  }
  if (npx !== undefined) {
    writeFileSync(join(root, 'bin/npx'), `#!/bin/sh\nPATH=/usr/bin:/bin\n${npx}\n`)
    chmodSync(join(root, 'bin/npx'), 0o755)
  }
  return root
}

function run(checkout: string): { status: number | null; output: string } {
  const result = spawnSync(process.execPath, ['infra/dev/starter/install.mjs'], {
    cwd: checkout,
    env: { PATH: join(checkout, 'bin') },
    encoding: 'utf8',
  })
  return { status: result.status, output: result.stdout + result.stderr }
}
