import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Texts } from '../../texts/texts.ts'
import type { GradingState } from './grading-state.ts'
import { stepText } from './step-text.ts'

/** What screen readers are told. The same text twice is heard twice. */
export function useAnnounced(): readonly [announced: string, announce: (text: string) => void] {
  const [announced, setAnnounced] = useState('')
  const announce = useCallback(
    (text: string) => setAnnounced((before) => (before === text ? `${text}\u00a0` : text)),
    [],
  )
  return [announced, announce]
}

/** Failures, conflicts, recovery and steps that are under way are announced; saves that went well are not. */
export function useAnnouncedSaves(
  { save, phase }: Pick<GradingState, 'save' | 'phase'>,
  { live }: Texts,
  announce: (text: string) => void,
): void {
  const wasTroubledRef = useRef(false)
  const step = stepText(phase, { live })
  useEffect(() => {
    if (step !== null) announce(step)
  }, [step, announce])
  useEffect(() => {
    const isTrouble = save === 'away' || save === 'conflict' || save === 'refused'
    if (isTrouble) announce(live[save])
    const isWell = save === 'saved' || save === 'unfinished'
    if (isWell && wasTroubledRef.current) announce(live.again)
    if (isTrouble || isWell) wasTroubledRef.current = isTrouble
  }, [save, live, announce])
}
