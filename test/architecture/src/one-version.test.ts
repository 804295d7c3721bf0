import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { productVersion } from '@course-grading/contracts/api-description/product-version'
import { describe, expect, it } from 'vitest'
import { packagesOf } from './packages.ts'
import { readSourceTree } from './source-tree.ts'

const checkout = join(import.meta.dirname, '../../..')
const textOf = (path: string): string => readFileSync(join(checkout, path), 'utf8')
const manifest = JSON.parse(textOf('package.json')) as { version: string; optionalDependencies: Record<string, string> }
const documents = 'libs/contracts/openapi'

describe('the version of the product', () => {
  it('is only in the root manifest', () => {
    const tree = readSourceTree(checkout)
    const versioned = packagesOf(tree).filter(
      ({ folder }) => 'version' in (JSON.parse(textOf(`${folder}/package.json`)) as object),
    )
    expect(versioned.map(({ folder }) => folder)).toEqual([])
  })

  it('is the version that a process reports', () => {
    expect(productVersion).toBe(manifest.version)
  })

  it.each(readdirSync(join(checkout, documents)))('is the version of %s', (name) => {
    const { info } = JSON.parse(textOf(`${documents}/${name}`)) as { info: { version: string } }
    expect(info.version).toBe(manifest.version)
  })

  it('has its heading in the changelog', () => {
    expect(textOf('CHANGELOG.md')).toMatch(new RegExp(`^## .*${manifest.version.replaceAll('.', '\\.')}`, 'm'))
  })
})

describe('the version of Node', () => {
  const node = textOf('.node-version').trim()

  it('is one exact version', () => {
    expect(node).toMatch(/^\d+\.\d+\.\d+$/)
  })

  it.each(Object.entries(manifest.optionalDependencies).filter(([name]) => name.startsWith('node-')))(
    'is that of %s',
    (_name, version) => {
      expect(version).toBe(node)
    },
  )

  it('is within the range of engines', () => {
    expect(/^nodeVersion: (.+)$/m.exec(textOf('pnpm-workspace.yaml'))?.[1]).toBe(node)
  })

  it('is the version that images are built with', () => {
    expect(/^pull NODE_IMAGE node:([\d.]+)-slim$/m.exec(textOf('infra/deploy/pin-images.sh'))?.[1]).toBe(node)
  })
})
