import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { billOfMaterials, bundleProgram, programs } from '@course-grading/bundle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe('the list of what an image is made of', () => {
  it('has each package that is in the bundle once, and Node', () => {
    const { components, ...format } = billOf()
    const names = components.map(({ name }) => name)
    expect(format).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
    expect(names).toEqual(expect.arrayContaining(['koa', 'pino', 'slonik', 'node']))
    expect(names.filter((name) => /^(vitest|typescript|rolldown|@course-grading)/.test(name))).toEqual([])
    expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length)
  })

  it("has Debian's packages of the base", () => {
    const statuses = join(folder, 'base/var/lib/dpkg/status.d')
    mkdirSync(statuses, { recursive: true })
    writeFileSync(join(statuses, 'libc6'), 'Package: libc6\nArchitecture: amd64\nVersion: 2.36-9+deb12u14\n')
    expect(billOf(join(folder, 'base')).components.map(({ purl }) => purl)).toContain(
      'pkg:deb/debian/libc6@2.36-9%2Bdeb12u14?arch=amd64',
    )
  })

  it('is the same each time', () => {
    expect(billOfMaterials({ name: 'public-api', modules, base: undefined })).toBe(
      billOfMaterials({ name: 'public-api', modules: modules.toReversed(), base: undefined }),
    )
  })
})

let folder: string
let modules: readonly string[]
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bill-'))
  modules = await bundleProgram({ entry: programs['public-api'].entry, bundle: join(folder, 'bundle/main.js') })
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Bill {
  readonly bomFormat: string
  readonly specVersion: string
  readonly components: readonly { readonly name: string; readonly purl: string }[]
}

const billOf = (base?: string): Bill => JSON.parse(billOfMaterials({ name: 'public-api', modules, base })) as Bill
