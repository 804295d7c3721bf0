import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Whether a program that npm does not bring is installed. */
export const isInPath = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
