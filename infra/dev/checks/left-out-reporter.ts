import type { Reporter, TestModule } from 'vitest/node'

/** Prints at the end which suites did not run and why, one line each. It finds them by titles that end in `(left out: why)`. */
export const leftOutReporter: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const titles = modules.flatMap((module) =>
      [...module.children.allSuites()].map(({ name }) => `${module.relativeModuleId}: ${name}`),
    )
    const leftOut = titles.filter((title) => /\(left out: [^)]+\)$/.test(title))
    if (leftOut.length > 0) process.stdout.write(`\n${leftOut.join('\n')}\n`)
  },
}
