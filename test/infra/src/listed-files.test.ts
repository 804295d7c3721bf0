import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inRepository } from './infra-files.ts'

describe('the long suites of .ci/run', () => {
  const suites = globSync('{infra/dev,libs,services,test}/*/{bin,src}/**/*.long.test.ts', { cwd: inRepository('.') })
  const listed = readFileSync(inRepository('.ci/long-suites.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

  // Vitest compares a part of a path with the path below the package, and says nothing if one of several finds no file.
  it.each(listed)('has %s', (line) => {
    const found = suites.map((path) => path.replace(/^(?:infra\/dev|[^/]+)\/[^/]+\//, ''))
    expect(found.filter((path) => path.includes(line))).not.toEqual([])
  })
})

describe('the mutation check', () => {
  it('has modules and tests for every area', () => {
    const areas = inRepository('infra/dev/checks/mutation/areas.ts')
    const program = `import { areas, filesOfArea } from ${JSON.stringify(areas)}
      console.log(JSON.stringify(Object.keys(areas).map(filesOfArea)))`
    const listed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
    const files = (JSON.parse(listed) as Record<'modules' | 'tests', string[]>[]).flatMap(Object.values)
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter(({ length }) => length === 0)).toEqual([])
  })
})
