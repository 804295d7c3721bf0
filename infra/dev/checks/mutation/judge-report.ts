import { existsSync, readFileSync } from 'node:fs'

interface Mutant {
  readonly status: string
  readonly mutatorName: string
  readonly location: { readonly start: { readonly line: number } }
}

interface Judgement {
  readonly lines: readonly string[]
  readonly isGood: boolean
}

const minScore = 90
const noticed = ['Killed', 'Timeout']
const alive = ['Survived', 'NoCoverage']

/**
 * Says the score of each module, that is the share of mutants that a test noticed, of all that could run. Each must reach the
 * score by itself, so that a good one cannot hide a bad one. What was not measured is not good: no report, a module none of whose
 * mutants ran, or no mutant at all. A module of types alone has none.
 */
export function judgeReport(path: string): Judgement {
  if (!existsSync(path)) return { lines: ['FAILED, there is no report'], isGood: false }
  const { files } = JSON.parse(readFileSync(path, 'utf8')) as { files: Record<string, { mutants: readonly Mutant[] }> }
  const modules = Object.entries(files).filter(([, { mutants }]) => mutants.length > 0)
  if (modules.length === 0) return { lines: ['FAILED, no module has a mutant'], isGood: false }
  const judged = modules.map(([file, { mutants }]) => judge(file, mutants))
  return { lines: judged.map(({ line }) => line), isGood: judged.every(({ isGood }) => isGood) }
}

function judge(file: string, mutants: readonly Mutant[]): { readonly line: string; readonly isGood: boolean } {
  const left = mutants.filter(({ status }) => alive.includes(status))
  const killed = mutants.filter(({ status }) => noticed.includes(status)).length
  const ran = killed + left.length
  if (ran === 0) return { line: `FAILED, no mutant of ${file} ran`, isGood: false }
  const score = (100 * killed) / ran
  const names = left.map(({ mutatorName, location }) => `${mutatorName}@${location.start.line}`)
  const line = `${score.toFixed(1)} % ${file}${names.length === 0 ? '' : `, alive: ${names.join(' ')}`}`
  return { line, isGood: score >= minScore }
}
