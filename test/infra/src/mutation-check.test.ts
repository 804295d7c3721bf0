import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inRepository } from './infra-files.ts'

interface Area {
  readonly modules: readonly string[]
  readonly tests: readonly string[]
}
interface Judgement {
  readonly lines: readonly string[]
  readonly isGood: boolean
}
const modules = ['areas', 'judge-report'].map((name) => inRepository(`infra/dev/checks/mutation/${name}.ts`))

/** The value of an expression about the check's own functions, in a process of its own. */
function valueOf(expression: string): unknown {
  const program = `${modules.map((path) => `import * as m${modules.indexOf(path)} from ${JSON.stringify(path)}`).join('\n')}
    const { filesOf, filesOfArea, areas, judgeReport } = { ...m0, ...m1 }
    console.log(JSON.stringify(${expression}))`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  return JSON.parse(output)
}

/** What is said of a report with these mutants of each module, by their statuses. */
function judgementOf(files: Readonly<Record<string, readonly string[]>>): Judgement {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-check-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const mutantsOf = (statuses: readonly string[]) => ({
    mutants: statuses.map((status, index) => ({
      status,
      mutatorName: 'Block',
      location: { start: { line: index + 1 } },
    })),
  })
  const report = { files: Object.fromEntries(Object.entries(files).map(([file, all]) => [file, mutantsOf(all)])) }
  writeFileSync(join(folder, 'report.json'), JSON.stringify(report))
  return valueOf(`judgeReport(${JSON.stringify(join(folder, 'report.json'))})`) as Judgement
}
const nine = Array<string>(9).fill('Killed')

describe('the mutation check', () => {
  it('fails without a report', () => {
    expect(valueOf(`judgeReport('/nowhere/report.json')`)).toEqual({
      lines: ['FAILED, there is no report'],
      isGood: false,
    })
  })

  it.each([
    ['a module at 90 % passes', { a: [...nine, 'Survived'] }, ['90.0 % a, alive: Block@10'], true],
    [
      'a module below 90 % fails, although others are good',
      { a: nine, b: ['Timeout', 'NoCoverage'] },
      ['100.0 % a', '50.0 % b, alive: Block@2'],
      false,
    ],
    [
      'a module none of whose mutants ran fails',
      { a: nine, b: ['RuntimeError'] },
      ['100.0 % a', 'FAILED, no mutant of b ran'],
      false,
    ],
    ['an area without mutants fails', { a: [] }, ['FAILED, no module has a mutant'], false],
    ['a module of types alone is not counted', { a: nine, types: [] }, ['100.0 % a'], true],
  ])('%s', (_what, files, lines, isGood) => {
    expect(judgementOf(files)).toEqual({ lines, isGood })
  })

  it('has modules and tests for each area, and no test among the modules', () => {
    const areas = valueOf(`Object.keys(areas).map((name) => ({ name, ...filesOfArea(name) }))`) as Area[]
    expect(areas.length).toBeGreaterThan(5)
    expect(areas.filter(({ modules: files, tests }) => files.length === 0 || tests.length === 0)).toEqual([])
    expect(areas.flatMap(({ modules: files }) => files).filter((file) => file.endsWith('.test.ts'))).toEqual([])
  })

  it('fails where a pattern names no file', () => {
    const said = `(() => { try { filesOf(['libs/sealing/src/*.ts', 'libs/nowhere/*.ts']) } catch (error) { return error.message } })()`
    expect(valueOf(said)).toBe('libs/nowhere/*.ts names no file')
  })
})
