import { productVersion } from '@course-grading/contracts/product-version'
import { createLogger, type Logger } from './logger.ts'

/**
 * The log of an operator's command: JSON lines like those of a service, each written at once to standard error. What the command
 * prints on standard output is for the person who typed it; this log is for those who watch what operators do.
 */
export const createCommandLogger = (command: string): Logger =>
  createLogger({
    service: command,
    version: productVersion,
    level: 'info',
    stream: { write: (line) => void process.stderr.write(line) },
  })
