import { productVersion } from '@course-grading/contracts/product-version'
import { createLogger, type Logger } from './logger.ts'

/** JSON lines, each written at once to standard error: for those who watch what operators do. Standard output is for who typed it. */
export const createCommandLogger = (command: string): Logger =>
  createLogger({
    service: command,
    version: productVersion,
    level: 'info',
    stream: { write: (line) => void process.stderr.write(line) },
  })
