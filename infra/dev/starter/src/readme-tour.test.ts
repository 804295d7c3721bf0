import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mapOf } from './map.ts'
import { portsFrom } from './ports.ts'
import { publicOriginOf } from './processes.ts'

describe('the tour of the README', () => {
  const [, tour = ''] = /^## A tour of five minutes\n([^]*?)^## /m.exec(textOf('README.md')) ?? []

  it('calls everything as the pages and the demo course do', () => {
    const texts = [
      'services/web/src/texts/en.ts',
      'services/web/src/texts/queue-en.ts',
      'services/web/src/texts/release-en.ts',
      'infra/dev/starter/src/demo-course/rubrics.ts',
      'test/fake-upstream/src/world/demo-courses.ts',
    ].map(textOf)
    // A text stands between quotes, one of A+ in several languages between bars.
    const isThere = (name: string): boolean =>
      texts.some((text) => new RegExp(`['|](en:)?${RegExp.escape(name)}['|]`).test(text))
    const names = [...tour.matchAll(/\*(.+?)\*/g)].map(([, name = '']) => name)
    expect(names).toContain('Complete and next')
    expect(names.filter((name) => !isThere(name))).toEqual([])
  })

  it('begins at the address that a start prints first, and names people of the demo', () => {
    const ports = portsFrom(8081)
    const publicOrigin = publicOriginOf({}, ports)
    const map = mapOf({ ports, publicOrigin, hasGivenSecret: false, logDir: '', dataDir: null, checkout: '' })
    expect(tour).toContain(`Open ${/http:\S+/.exec(map)?.[0]}.`)
    const people = textOf('test/fake-upstream/src/world/demo-world.ts')
    const beside = [...tour.matchAll(/eside (\w+) (\w+), press/g)]
    expect(beside).toHaveLength(2)
    for (const [, firstName, lastName] of beside)
      expect(people).toContain(`firstName: '${firstName}', lastName: '${lastName}'`)
  })
})

function textOf(path: string): string {
  return readFileSync(join(import.meta.dirname, '../../../..', path), 'utf8')
}
