import { execFile } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inRepository } from './infra-files.ts'

/** The exit code and the last lines of a run of these parts, whose tests counted one that passed. */
function lastLinesOf(parts: string): Promise<{ code: unknown; lines: readonly string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'ci-run-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'reports'))
  writeFileSync(join(folder, 'reports/one.json'), '{"numPassedTests":1,"numFailedTests":0,"testResults":[]}')
  const script = `. .ci/part.sh; ${parts}\nnode .ci/count.mjs ${folder}/reports "\${broken[@]}"`
  return new Promise((resolve) => {
    execFile(
      'bash',
      ['-uc', script],
      { cwd: inRepository('.'), env: { ...process.env, kill_after: '0.1s' } },
      (error, out) =>
        resolve({
          code: error?.code ?? 0,
          lines: out.split('\n').filter((line) => line !== '' && !line.startsWith('==')),
        }),
    )
  })
}

describe('a part of .ci/run', () => {
  it.each([
    ['that ends well is not named', 'part one 60s true', 0, ['1 passed, 0 failed']],
    [
      'that fails is named with its exit code',
      'part one 60s sh -c "exit 3"',
      1,
      ['FAILED one: exit code 3', '1 passed, 1 failed'],
    ],
    [
      'that takes more than its limit is ended and named, and the others run',
      'part one 0.2s sleep 600; part "two words" 60s false',
      1,
      ['FAILED one: ended after more than 0.2s', 'FAILED two words: exit code 1', '1 passed, 1 failed'],
    ],
    [
      'that does not end when it is asked is killed and named',
      `part one 0.2s sh -c 'trap "" TERM; while :; do sleep 0.05; done'`,
      1,
      ['FAILED one: ended after more than 0.2s', '1 passed, 1 failed'],
    ],
  ])('%s', async (_what, parts, code, lines) => {
    expect(await lastLinesOf(parts)).toEqual({ code, lines })
  })
})

describe('parts that fit', () => {
  const files = (until: number) =>
    `parts_that_fit suites ${until} 2 60s <(printf '# a remark\\na\\nb\\nc\\n') echo ran; printf '%s\\n' "\${times[@]}"`

  it('run with the lines of a file, some at a time', async () => {
    expect((await lastLinesOf(files(60))).lines).toEqual([
      'ran a b',
      'ran c',
      expect.stringMatching(/^suites from a \d+ s$/),
      expect.stringMatching(/^suites from c \d+ s$/),
      '1 passed, 0 failed',
    ])
  })

  it('are named where they are left out, and fail nothing', async () => {
    expect(await lastLinesOf(files(0))).toEqual({
      code: 0,
      lines: ['suites left out, for 0 s have passed: a b c', '1 passed, 0 failed'],
    })
  })
})

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
