import { useEffect, useRef } from 'preact/hooks'
import type { Texts } from '../../texts/texts.ts'

/** Failures, conflicts and recovery are announced; saves that went well are not. */
export function useAnnouncedSaves(save: string, { live }: Texts, announce: (text: string) => void): void {
  const wasTroubledRef = useRef(false)
  useEffect(() => {
    const isTrouble = save === 'away' || save === 'conflict' || save === 'refused'
    if (isTrouble) announce(live[save])
    const isWell = save === 'saved' || save === 'unfinished'
    if (isWell && wasTroubledRef.current) announce(live.again)
    if (isTrouble || isWell) wasTroubledRef.current = isTrouble
  }, [save, live, announce])
}
