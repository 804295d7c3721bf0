import type { Upstream } from '@course-grading/contracts/delivery/upstream'
import { upstreamSentence } from '../islands/display/upstream-sentence.ts'
import type { Locale, Texts } from '../texts/texts.ts'

interface UpstreamNoteProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly upstream: Upstream | null
  readonly given: { readonly points: number | null; readonly maxPoints: number | null }
}

/** What A+ counts, beside the points of a row in a list. */
export function UpstreamNote({ upstream, given, ...said }: UpstreamNoteProps) {
  const sentence = upstreamSentence(said, upstream, given)
  return sentence === null ? null : <span class="small">{sentence}</span>
}
