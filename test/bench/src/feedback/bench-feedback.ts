import { renderTexts } from '@course-grading/markdown/render-texts'
import type { BenchOptions } from '../benchmark.ts'
import { sectionOf } from '../report.ts'
import { median } from '../summarise.ts'

const about = ['Rendering of the worst nesting, in CPU time: four times the characters take four times as long.']
const [short, long] = [50_000, 200_000]

/** Texts whose nesting costs other parsers the square of their length. */
const worst: Readonly<Record<string, (length: number) => string>> = {
  'quotes, 50 deep': (length) => `${'> '.repeat(50)}a\n`.repeat(length / 102),
  'lists, 25 deep': (length) => `${'- '.repeat(25)}a\n`.repeat(length / 52),
  'open emphasis': (length) => '*a **b '.repeat(length / 7),
  'open brackets': (length) => '['.repeat(length),
  'closed brackets': (length) => `${'['.repeat(length / 2)}${']('.repeat(length / 4)}`,
  'backquotes of all lengths': (length) =>
    Array.from({ length: 600 }, (_, at) => '`'.repeat(at + 1))
      .join(' ')
      .slice(0, length),
  'a table of one column': (length) => `|a|\n|-|\n${'|b|\n'.repeat(length / 4)}`,
}

/** Measures the rendering of texts, and returns the report. */
export async function benchFeedback({ rounds, only }: BenchOptions, command: string): Promise<string> {
  const rows = Object.entries(worst)
    .filter(([what]) => only === undefined || what === only)
    .map(([what, textOf]) => {
      // The first calls are slower, until the compiler has optimised what is used.
      cpuMsOf(textOf(short), 3)
      const [shortMs, longMs] = [cpuMsOf(textOf(short), rounds), cpuMsOf(textOf(long), rounds)]
      return [what, shortMs.toFixed(1), longMs.toFixed(1), (longMs / shortMs).toFixed(1)]
    })
  const columns = ['text', '50,000 characters, ms', '200,000 characters, ms', 'growth']
  return sectionOf({ command, about, columns, texts: [0], rows })
}

/**
 * The median CPU time of rendering a text, in milliseconds, measured in batches of at least 50 ms. CPU time is not affected by
 * other work of the machine.
 */
function cpuMsOf(text: string, rounds: number): number {
  const batches = Array.from({ length: rounds }, () => {
    let calls = 0
    const before = process.cpuUsage()
    for (;;) {
      renderTexts([text], 500_000)
      calls += 1
      const { user, system } = process.cpuUsage(before)
      if (user + system >= 50_000) return (user + system) / 1_000 / calls
    }
  })
  return median(batches)
}
