import { useState } from 'preact/hooks'
import type { Texts } from '../../texts/texts.ts'
import { SafeHtml } from '../display/safe-html.tsx'
import type { Answer } from './ask.ts'

interface PreviewProps {
  readonly texts: Texts
  readonly language: string
  readonly load: () => Promise<Answer<{ readonly html: string }>>
}

/** The text as students will read it, rendered by the boundary. */
export function Preview({ texts: { live }, language, load }: PreviewProps) {
  const [html, setHtml] = useState<string | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const show = async (): Promise<void> => {
    if (isOpen) return setIsOpen(false)
    const answer = await load()
    setHtml(answer.kind === 'ok' ? answer.value.html : null)
    setIsOpen(true)
  }
  return (
    <>
      <button type="button" class="small" aria-pressed={isOpen} onClick={() => void show()}>
        {live.preview}
      </button>
      {isOpen && (
        <section class="card padded" aria-label={live.preview}>
          {html === null ? <p role="alert">{live.noPreview}</p> : <SafeHtml html={html} lang={language} />}
        </section>
      )}
    </>
  )
}
