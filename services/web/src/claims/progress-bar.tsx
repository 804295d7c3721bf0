import type { Queue } from '@course-grading/contracts/claims/queue'

interface ProgressBarProps {
  readonly queue: Queue
  /** Null where a text beside it says the same. */
  readonly label: string | null
}

export function ProgressBar({ queue, label }: ProgressBarProps) {
  const { released, completed, inProgress } = queue
  const parts = [
    ['good', released],
    ['accent', completed],
    ['warn', inProgress],
  ] as const
  let end = 0
  return (
    <svg
      class="progress"
      viewBox={`0 0 ${totalOf(queue)} 1`}
      preserveAspectRatio="none"
      role={label === null ? undefined : 'img'}
      aria-label={label ?? undefined}
      aria-hidden={label === null}
    >
      {parts.map(([kind, count]) => {
        end += count
        return <rect key={kind} class={kind} x={end - count} width={count} height="1" />
      })}
    </svg>
  )
}

/** The part that is graded, in whole hundredths; 1 where all is. */
export const gradedPart = (queue: Queue): number =>
  Math.floor((100 * (queue.released + queue.completed)) / totalOf(queue)) / 100

const totalOf = ({ waiting, inProgress, completed, released }: Queue): number =>
  Math.max(1, waiting + inProgress + completed + released)
