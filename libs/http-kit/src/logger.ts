import { isatty } from 'node:tty'
import { destination, pino } from 'pino'
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

/** Lines are passed on after a quarter of a second or 16 KB, whichever comes first: each by itself would cost a fifth of the CPU. */
const passAfterMs = 250
const passAtLength = 16_000

function bufferedStdout(): Sink {
  const stdout = destination({ fd: 1, sync: false, maxLength: 16_777_216 })
  // Whoever read the log is gone, or is slower than we write: the service goes on without its log.
  stdout.on('error', () => {})
  return {
    write: (lines) => void stdout.write(lines),
    flush: () => {
      try {
        stdout.flushSync()
      } catch {
        // Nobody reads any more.
      }
    },
  }
}

/** Gathers lines before they are looked through and passed on, so that both are done once for many. */
function gathered(sink: Sink): Sink {
  let gatheredLines = ''
  const pass = (): void => {
    if (gatheredLines !== '') sink.write(gatheredLines)
    gatheredLines = ''
  }
  setInterval(pass, passAfterMs).unref()
  return {
    write: (line) => {
      gatheredLines += line
      if (gatheredLines.length >= passAtLength) pass()
    },
    flush: () => {
      pass()
      sink.flush()
    },
  }
}

function prettyStdout(): Sink {
  const pretty = pinoPretty({ colorize: true, sync: true, ignore: 'pid,hostname,service,version', messageKey: 'message' })
  return { write: (line) => void pretty.write(line), flush: () => {} }
}

function sinkOf(stream: LogStream | undefined, redact: (lines: string) => string): Sink {
  const redacting = (sink: Sink): Sink => ({ write: (lines) => sink.write(redact(lines)), flush: () => sink.flush() })
  if (stream) return redacting({ write: (line) => stream.write(line), flush: () => {} })
  return isatty(1) ? redacting(prettyStdout()) : gathered(redacting(bufferedStdout()))
}

/** RFC 3339 in UTC; lines of one millisecond share the text. */
function createTimestamp(): () => string {
  let at = 0
  let text = ''
  return () => {
    const now = Date.now()
    if (now !== at) text = `,"time":"${new Date(now).toISOString()}"`
    at = now
    return text
  }
}

/**
 * JSON lines: `level`, `time`, `service`, `version`, `message` and fields of the closed list `LogFields`.
 * Whatever else a caller slips past the compiler is left out (`droppedFields` says how many), and token shapes are
 * replaced in the finished line.
 */
export function createLogger(options: LoggerOptions): Logger {
  const onRedacted = options.onRedacted ?? (() => {})
  const sink = sinkOf(options.stream, (lines) => redactTokens(lines, onRedacted))
  const lines = pino(
    {
      level: options.level,
      base: { service: options.service, version: options.version },
      messageKey: 'message',
      timestamp: createTimestamp(),
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => sink.write(line) },
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
