import { productVersion } from '@course-grading/contracts'
import { createLogger, type Logger } from './logger.ts'

/**
 * The log of a command for operators: JSON lines as a service's, each at once, on standard error. What the command prints on
 * standard output is for whoever typed it; this is for whoever watches what operators do.
 */
export const createCommandLogger = (command: string): Logger =>
  createLogger({
    service: command,
    version: productVersion,
    level: 'info',
    stream: { write: (line) => void process.stderr.write(line) },
  })
