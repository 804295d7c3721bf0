import { productVersion } from '@course-grading/contracts/api-description/product-version'
import { createLogger, type Logger } from './logger.ts'

/** The log of a command: JSON lines on standard error, each at once, for those who watch operators. Standard output is for who typed it. */
export const createCommandLogger = (command: string): Logger =>
  createLogger({
    service: command,
    version: productVersion,
    level: 'info',
    stream: { write: (line) => void process.stderr.write(line) },
  })
