import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Texts } from '../../texts/texts.ts'
import type { Answer } from './calls.ts'
import type { SnippetChoice } from './replies.ts'

interface SnippetDialogProps {
  readonly texts: Texts
  readonly dialog: RefObject<HTMLDialogElement | null>
  readonly isOpen: boolean
  readonly search: (q: string) => Promise<Answer<{ readonly items: readonly SnippetChoice[] }>>
  /** Null where nothing was chosen. */
  readonly onChosen: (snippet: SnippetChoice | null) => void
}

/** The course's snippets: typing narrows them, Enter inserts the marked one. */
export function SnippetDialog({ texts: { snippets: names }, dialog, isOpen, search, onChosen }: SnippetDialogProps) {
  const [q, setQ] = useState('')
  const [items, setItems] = useState<readonly SnippetChoice[] | null>(null)
  const [at, setAt] = useState(0)
  useEffect(() => {
    if (!isOpen) return
    let isLate = false
    const timer = setTimeout(
      async () => {
        const answer = await search(q)
        if (isLate) return
        setItems(answer.kind === 'ok' ? answer.value.items : [])
        setAt(0)
      },
      q === '' ? 0 : 150,
    )
    return () => {
      isLate = true
      clearTimeout(timer)
    }
  }, [q, search, isOpen])
  const chosen = useRef<SnippetChoice | null>(null)
  const count = items?.length ?? 0
  /** The dialog closes first, so that the focus may go elsewhere. */
  const choose = (snippet: SnippetChoice): void => {
    chosen.current = snippet
    dialog.current?.close()
  }
  const closed = (): void => {
    onChosen(chosen.current)
    chosen.current = null
    setQ('')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && count > 0) {
      event.preventDefault()
      setAt((at + step + count) % count)
    }
    if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault()
      const marked = items?.[at]
      if (marked !== undefined) choose(marked)
    }
  }
  return (
    <dialog ref={dialog} class="snippets" aria-label={names.title} onClose={closed}>
      <label class="area">
        {names.search}
        <input
          aria-controls="snippet-list"
          aria-activedescendant={count > 0 ? `snippet-${at}` : undefined}
          autoComplete="off"
          value={q}
          onInput={({ currentTarget }) => setQ(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      {items !== null && count === 0 && <p class="quiet">{names.none}</p>}
      <ul id="snippet-list" role="listbox" aria-label={names.title}>
        {items?.map((snippet, index) => (
          <li
            key={snippet.id}
            id={`snippet-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => choose(snippet)}
            onKeyDown={onKeyDown}
          >
            <b>{snippet.label}</b> <span class="quiet small">{snippet.text}</span>
          </li>
        ))}
      </ul>
      <button type="button" class="small" onClick={() => dialog.current?.close()}>
        {names.close}
      </button>
    </dialog>
  )
}
