import { startCommand as start, type RunningCommand } from '@course-grading/test-kit'

/** Starts a command of this folder. */
export const startCommand = (name: string, args: readonly string[], env: NodeJS.ProcessEnv): RunningCommand =>
  start(new URL(`${name}.ts`, import.meta.url), args, env)

/** Runs a command to its end. */
export const runToEnd = (name: string, args: readonly string[], env: NodeJS.ProcessEnv) =>
  startCommand(name, args, env).ended
