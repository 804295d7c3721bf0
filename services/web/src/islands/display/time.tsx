import { useContext } from 'preact/hooks'
import { ClockContext } from './clock.ts'
import { formatInstant, type TimeStyle } from './formats.ts'

interface TimeProps {
  /** ISO 8601, or milliseconds of the epoch. */
  readonly at: string | number
  readonly as?: TimeStyle
}

interface TimeInProps extends TimeProps {
  readonly text: (time: string) => string
}

/** A time in the page's zone, and in UTC for programs. */
export function Time({ at, as = 'minute' }: TimeProps) {
  const clock = useContext(ClockContext)
  return <time dateTime={new Date(at).toISOString()}>{formatInstant(clock, at, as)}</time>
}

/** A text with a time in it. No text of anybody has the character that stands in the time's place. */
export function TimeIn({ text, ...time }: TimeInProps) {
  const [before, after] = text('\0').split('\0')
  return (
    <>
      {before}
      <Time {...time} />
      {after}
    </>
  )
}
