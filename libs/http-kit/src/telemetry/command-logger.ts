import { productVersion } from '@course-grading/contracts/api-description/product-version'
import { createLogger, type Logger } from './logger.ts'

/** Writes each JSON line at once to standard error, for those who watch operators; standard output is for the operator. */
export const createCommandLogger = (command: string): Logger =>
  createLogger({
    service: command,
    version: productVersion,
    level: 'info',
    stream: { write: (line) => void process.stderr.write(line) },
  })
