import { useLayoutEffect, useState } from 'preact/hooks'
import type { GradingState } from './grading-state.ts'
import type { MoreOfSubmission, ShownAttempt } from './replies.ts'

interface More {
  /** Null and none until they were read. */
  readonly shown: { readonly latePenalty: number | null; readonly attempts: readonly ShownAttempt[] }
  /** Whether a save of this person was refused and is kept. */
  readonly hasRefusedSaves: boolean
  readonly onMore: (reply: MoreOfSubmission) => void
}

/** What the script reads about the submission later, and of which a save tells, too. */
export function useMore({ start, save }: Pick<GradingState, 'start' | 'save'>): More {
  const { id } = start.assessment
  const [more, setMore] = useState<{ readonly of: string; readonly reply: MoreOfSubmission } | null>(null)
  const [refusedAt, setRefusedAt] = useState('')
  // The boundary keeps what it refuses for these reasons.
  useLayoutEffect(() => {
    if (save === 'lost' || save === 'conflict') setRefusedAt(id)
  }, [save, start, id])
  const known = more?.of === id ? more.reply : null
  return {
    shown: { latePenalty: known?.latePenalty ?? null, attempts: known?.attempts ?? [] },
    hasRefusedSaves: known?.hasRefusedSaves === true || refusedAt === id,
    onMore: (reply) => setMore({ of: id, reply }),
  }
}
