import { isatty } from 'node:tty'
import { destination, pino, stdTimeFunctions } from 'pino'
import { PinoPretty as pinoPretty } from 'pino-pretty'
import { allowedFields } from './log-fields.ts'
import type { LogFields } from './log-fields.ts'
import { redactTokens } from './log-filter.ts'

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** A text written in the source. A `string`, or a template with a value in it, is `never`: values go into fields. */
export type FixedText<Text extends string> =
  Record<never, never> extends Record<Text, unknown> ? never : Text

type Write = <const Text extends string>(message: Text & FixedText<Text>, fields?: LogFields) => void

/** Writes lines: a fixed text, and fields of the closed list. */
export interface Logger {
  readonly debug: Write
  readonly info: Write
  readonly warn: Write
  readonly error: Write
  /** Writes what is buffered before it returns; for the end of the process. */
  flush(): void
}

/** Takes finished lines, each with its line end. */
export interface LogStream {
  write(line: string): void
}

export interface LoggerOptions {
  readonly service: string
  readonly version: string
  readonly level: LogLevel
  /** Where lines go instead of standard output (pretty there when it is a terminal). */
  readonly stream?: LogStream
  /** Told how many token shapes were replaced in a line; each one is a defect to find. */
  readonly onRedacted?: (count: number) => void
}

interface Sink extends LogStream {
  flush(): void
}

/** A quarter of a second or 16 KB, whichever comes first: writing each line by itself costs a fifth of the CPU, each 4 KiB a tenth. */
function bufferedStdout(): Sink {
  const stdout = destination({ fd: 1, sync: false, minLength: 16_000, periodicFlush: 250, maxLength: 16_777_216 })
  // Whoever read the log is gone, or is slower than we write: the service goes on without its log.
  stdout.on('error', () => {})
  return {
    write: (line) => void stdout.write(line),
    flush: () => {
      try {
        stdout.flushSync()
      } catch {
        // Nobody reads any more.
      }
    },
  }
}

function prettyStdout(): Sink {
  const pretty = pinoPretty({ colorize: true, sync: true, ignore: 'pid,hostname,service,version', messageKey: 'message' })
  return { write: (line) => void pretty.write(line), flush: () => {} }
}

function sinkOf(stream: LogStream | undefined): Sink {
  if (stream) return { write: (line) => stream.write(line), flush: () => {} }
  return isatty(1) ? prettyStdout() : bufferedStdout()
}

/**
 * JSON lines: `level`, `time`, `service`, `version`, `message` and fields of the closed list `LogFields`.
 * Whatever else a caller slips past the compiler is left out (`droppedFields` says how many), and token shapes are
 * replaced in the finished line.
 */
export function createLogger(options: LoggerOptions): Logger {
  const sink = sinkOf(options.stream)
  const onRedacted = options.onRedacted ?? (() => {})
  const lines = pino(
    {
      level: options.level,
      base: { service: options.service, version: options.version },
      messageKey: 'message',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => sink.write(redactTokens(line, onRedacted)) },
  )
  const write = (level: 'debug' | 'info' | 'warn' | 'error', message: string, fields: LogFields = {}): void => {
    if (!lines.isLevelEnabled(level)) return
    const { allowed, dropped } = allowedFields(fields)
    if (dropped > 0) allowed['droppedFields'] = dropped
    lines[level](allowed, message)
  }
  return {
    debug: (message, fields) => write('debug', message, fields),
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, fields) => write('error', message, fields),
    flush: () => sink.flush(),
  }
}
