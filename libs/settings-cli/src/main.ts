import { run } from './command-line/run.ts'
import { tokenVariable, urlVariable } from './command-line/commands.ts'

// Whoever reads the output may end before it does: `| head`.
process.stdout.on('error', (failure: NodeJS.ErrnoException) => {
  if (failure.code !== 'EPIPE') throw failure
})
process.exitCode = await run({
  args: process.argv.slice(2),
  cwd: process.cwd(),
  env: {
    url: process.env[urlVariable],
    token: process.env[tokenVariable],
    noColor: process.env['NO_COLOR'],
    term: process.env['TERM'],
  },
  stdout: process.stdout,
  stderr: process.stderr,
})
