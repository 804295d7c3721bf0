import { isatty } from 'node:tty'
import { destination, pino } from 'pino'
import { PinoPretty as pinoPretty } from 'pino-pretty'
import { allowedFields } from './log-fields.ts'
import type { LogFields } from './log-fields.ts'
import { redactTokens } from './log-filter.ts'

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

/** A text that is written in the source. A `string`, or a template with a value in it, is `never`: values go into fields. */
export type FixedText<Text extends string> = Record<never, never> extends Record<Text, unknown> ? never : Text

type Write = <const Text extends string>(message: Text & FixedText<Text>, fields?: LogFields) => void

export interface Logger {
  readonly debug: Write
  readonly info: Write
  readonly warn: Write
  readonly error: Write
  /** Writes what is buffered, at the end of the process. After `withinMs`, if nobody reads the log, a write may still be under way. */
  end(withinMs: number): Promise<void>
}

interface LogStream {
  write(line: string): void
}

interface LoggerOptions {
  readonly service: string
  readonly version: string
  readonly level: LogLevel
  /** Where lines go instead of standard output, which is pretty at a terminal. */
  readonly stream?: LogStream
  /** Called with the number of texts like tokens that were replaced. Each one is a defect. */
  readonly onRedacted?: (count: number) => void
}

interface Sink extends LogStream {
  end(withinMs: number): Promise<void>
}

function bufferedStdout(): Sink {
  // With a `minLength` of 0, `flush` would call back at once, while a write is still under way.
  const stdout = destination({ fd: 1, sync: false, minLength: 1, maxLength: 16_777_216 })
  // If the reader of the log is gone, or too slow, the service goes on without its log.
  stdout.on('error', () => {})
  return {
    write: (lines) => void stdout.write(lines),
    end: async (withinMs) => {
      // `flushSync` comes last, since its lines would overtake lines whose write has begun.
      const { promise, resolve } = Promise.withResolvers<'written' | 'late'>()
      const late = setTimeout(() => resolve('late'), withinMs)
      stdout.flush(() => resolve('written'))
      // Otherwise pino would write the rest at the exit, and block the process as long as nobody reads.
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

/** RFC 3339 in UTC. The text is reused within a millisecond. */
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

/** Lines are written together, after 250 ms or at this many characters, since one write for each line takes longer. */
const passAfterMs = 250
const passAtCharacters = 16_384

/** Writes JSON lines. Fields not in `LogFields` are left out (`droppedFields`), and texts like tokens are replaced in finished lines. */
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
