import { useEffect, useRef, useState } from 'preact/hooks'
import type { Locale, Texts } from '../../texts/texts.ts'
import { formatPercent } from '../display/formats.ts'
import { SafeHtml } from '../display/safe-html.tsx'
import { safeHref } from '../display/safe-href.ts'
import type { Answer } from './ask.ts'
import type { MoreOfSubmission } from './replies.ts'

interface MoreOfWorkProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly load: () => Promise<Answer<MoreOfSubmission>>
  readonly onCome: (more: MoreOfSubmission) => void
}

/** What the learning platform says of the submission, which is read after the work. */
export function MoreOfWork({ texts: { live }, locale, load, onCome }: MoreOfWorkProps) {
  const [more, setMore] = useState<MoreOfSubmission | null>(null)
  // The component is new for each assessment, so this is read once for each.
  const loadRef = useRef(load)
  const onComeRef = useRef(onCome)
  useEffect(() => {
    let isLate = false
    const look = async (): Promise<void> => {
      const answer = await loadRef.current()
      if (isLate || answer.kind !== 'ok') return
      setMore(answer.value)
      onComeRef.current(answer.value)
    }
    const timer = setTimeout(() => void look(), 1_000)
    return () => {
      isLate = true
      clearTimeout(timer)
    }
  }, [])
  const late = more?.latePenalty ?? null
  const checks = more?.checksHtml ?? ''
  const address = safeHref(more?.upstreamUrl ?? null)
  return (
    <>
      {late !== null && late > 0 && <span class="tag warn">{live.late(formatPercent(locale, late))}</span>}
      {address !== null && (
        <a class="button small" href={address} target="_blank" rel="noopener">
          {live.openInPlatform}
        </a>
      )}
      {checks !== '' && (
        <details>
          <summary>{live.checks}</summary>
          <SafeHtml html={checks} />
        </details>
      )}
    </>
  )
}
