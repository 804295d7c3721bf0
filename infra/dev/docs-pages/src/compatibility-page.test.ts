import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { publicDocument } from './reference/document.ts'

const docs = resolve(import.meta.dirname, '../../../../docs')
const { CourseSettingsDocumentV1: read, CourseSettingsUpdateV1: written } = publicDocument.components.schemas
const kept = Object.keys(read?.properties ?? {}).filter((name) => !Object.hasOwn(written?.properties ?? {}, name))

describe('the fields of the settings that the service keeps', () => {
  it('are those that the page on compatibility promises for all of version 1', () => {
    const page = readFileSync(`${docs}/src/content/docs/scripts/compatibility.md`, 'utf8')
    const [, promise = ''] = /the service keeps stay these four:([^.]+)\./.exec(page) ?? []
    expect([...promise.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual([...kept].sort())
    expect(kept).toHaveLength(4)
  })

  it('are what each example leaves out that writes back what it has read', () => {
    const lists = globSync('examples/**/*.{py,sh,ts}', { cwd: docs }).flatMap((file) =>
      [...readFileSync(`${docs}/${file}`, 'utf8').matchAll(/\W*revision\W+courseId[^)}|]*/g)].map(([list]) => ({
        file,
        names: [...list.matchAll(/\b(revision|courseId|tags|ltiLoginUrl)\b/g)].map(([name]) => name),
      })),
    )
    expect(lists.length).toBeGreaterThan(3)
    for (const { file, names } of lists)
      expect({ file, names: names.sort() }).toEqual({ file, names: [...kept].sort() })
  })
})
