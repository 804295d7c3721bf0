import { isatty } from 'node:tty'
import { destination, pino } from 'pino'
import { PinoPretty as pinoPretty } from 'pino-pretty'
import { allowedFields } from './log-fields.ts'
import type { LogFields } from './log-fields.ts'
import { redactTokens } from './log-filter.ts'

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

/** A text written in the source. A `string`, or a template with a value in it, is `never`: values go into fields. */
export type FixedText<Text extends string> = Record<never, never> extends Record<Text, unknown> ? never : Text

type Write = <const Text extends string>(message: Text & FixedText<Text>, fields?: LogFields) => void

export interface Logger {
  readonly debug: Write
  readonly info: Write
  readonly warn: Write
  readonly error: Write
  /** Writes what is buffered, in order, at the end of the process. After `withinMs`, where nobody reads, a write may still be under way. */
  end(withinMs: number): Promise<void>
}

/** Takes finished lines, each with its line end. */
interface LogStream {
  write(line: string): void
}

interface LoggerOptions {
  readonly service: string
  readonly version: string
  readonly level: LogLevel
  /** Where lines go instead of standard output (pretty there when it is a terminal). */
  readonly stream?: LogStream
  /** Called with the number of token shapes that were replaced in the lines that are passed on together. Each one is a defect to find. */
  readonly onRedacted?: (count: number) => void
}

interface Sink extends LogStream {
  end(withinMs: number): Promise<void>
}

function bufferedStdout(): Sink {
  // With a `minLength` of 0, `flush` would call back at once, while a write is still under way.
  const stdout = destination({ fd: 1, sync: false, minLength: 1, maxLength: 16_777_216 })
  // The reader of the log is gone, or reads more slowly than we write: the service goes on without its log.
  stdout.on('error', () => {})
  return {
    write: (lines) => void stdout.write(lines),
    end: async (withinMs) => {
      // If these lines were written synchronously, they would overtake lines whose write has begun.
      const { promise, resolve } = Promise.withResolvers<'written' | 'late'>()
      const late = setTimeout(() => resolve('late'), withinMs)
      stdout.flush(() => resolve('written'))
      // Pino would write the rest at the exit, and block the whole process as long as nobody reads.
      if ((await promise) === 'late') return stdout.destroy()
      clearTimeout(late)
      try {
        stdout.flushSync()
      } catch {
        // There is no reader left.
      }
    },
  }
}

function prettyStdout(): Sink {
  const pretty = pinoPretty({
    colorize: true,
    sync: true,
    ignore: 'pid,hostname,service,version',
    messageKey: 'message',
  })
  return { write: (line) => void pretty.write(line), end: async () => {} }
}

function sinkOf(stream: LogStream | undefined): Sink & { readonly atOnce: boolean } {
  if (stream) return { write: (line) => stream.write(line), end: async () => {}, atOnce: true }
  return isatty(1) ? { ...prettyStdout(), atOnce: true } : { ...bufferedStdout(), atOnce: false }
}

/** RFC 3339 in UTC; lines of one millisecond share the text. */
function createTimestamp(): () => string {
  let last = 0
  let text = ''
  return () => {
    const at = Date.now()
    if (at !== last) text = `,"time":"${new Date(at).toISOString()}"`
    last = at
    return text
  }
}

/** Lines are written together, after a quarter of a second or at this many characters: one by one takes 4 µs more for a line. */
const passAfterMs = 250
const passAtCharacters = 16_384

/** Writes JSON lines. Fields not in `LogFields` are left out (`droppedFields`), and token shapes are replaced in the finished line. */
export function createLogger(options: LoggerOptions): Logger {
  const onRedacted = options.onRedacted ?? (() => {})
  const sink = sinkOf(options.stream)
  const timestamp = createTimestamp()
  let text = ''
  const pass = (): void => {
    const finished = redactTokens(text, onRedacted)
    text = ''
    if (finished !== '') sink.write(finished)
  }
  const lines = pino(
    {
      level: options.level,
      base: { service: options.service, version: options.version },
      messageKey: 'message',
      timestamp,
      formatters: { level: (label) => ({ level: label }) },
    },
    {
      write: (line: string) => {
        text += line
        if (sink.atOnce || text.length > passAtCharacters) pass()
      },
    },
  )
  const write = (level: Exclude<LogLevel, 'silent'>, message: string, fields: LogFields = {}): void => {
    if (!lines.isLevelEnabled(level)) return
    const { allowed, dropped } = allowedFields(fields)
    lines[level](dropped > 0 ? { ...allowed, droppedFields: dropped } : allowed, message)
  }
  if (!sink.atOnce) setInterval(pass, passAfterMs).unref()
  return {
    debug: (message, fields) => write('debug', message, fields),
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, fields) => write('error', message, fields),
    end: (withinMs) => {
      pass()
      return sink.end(withinMs)
    },
  }
}
