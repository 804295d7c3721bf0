import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Texts } from '../../texts/texts.ts'
import type { Answer } from './ask.ts'
import type { SnippetChoice, SnippetChoices } from './replies.ts'
import { listId, optionId, SnippetList } from './snippet-list.tsx'

interface SnippetDialogProps {
  readonly texts: Texts
  readonly dialogRef: RefObject<HTMLDialogElement | null>
  readonly isOpen: boolean
  readonly search: (q: string) => Promise<Answer<SnippetChoices>>
  /** Called with null where nothing was chosen. */
  readonly onChosen: (snippet: SnippetChoice | null) => void
}

/** The course's snippets: typing narrows them, Enter inserts the marked one. */
export function SnippetDialog({ texts: { snippets: names }, dialogRef, isOpen, search, onChosen }: SnippetDialogProps) {
  const [q, setQ] = useState('')
  const [items, setItems] = useState<readonly SnippetChoice[] | null>(null)
  const [hasMore, setHasMore] = useState(false)
  const [at, setAt] = useState(0)
  const [closings, countClosing] = useState(0)
  const isChosenRef = useRef(false)
  /** Inserts before the next key comes: the dialog says only later that it was closed. */
  const choose = (snippet: SnippetChoice): void => {
    isChosenRef.current = true
    dialogRef.current?.close()
    onChosen(snippet)
  }
  const chooseRef = useRef(choose)
  useLayoutEffect(() => {
    chooseRef.current = choose
  })
  /** The search text for which the items were found. */
  const foundForRef = useRef<string | null>(null)
  /** Whether Enter came before the search ended, which then inserts the first snippet. */
  const isAwaitedRef = useRef(false)
  useEffect(() => {
    if (!isOpen) return
    let isLate = false
    const look = async (): Promise<void> => {
      const answer = await search(q)
      if (isLate) return
      const found = answer.kind === 'ok' ? answer.value.items : []
      foundForRef.current = q
      setItems(found)
      setHasMore(answer.kind === 'ok' && answer.value.hasMore)
      setAt(0)
      const [first] = found
      if (isAwaitedRef.current && first !== undefined) chooseRef.current(first)
      isAwaitedRef.current = false
    }
    const timer = setTimeout(() => void look(), q === '' ? 0 : 150)
    return () => {
      isLate = true
      clearTimeout(timer)
    }
  }, [q, search, isOpen, dialogRef])
  const count = items?.length ?? 0
  useLayoutEffect(() => document.getElementById(optionId(at))?.scrollIntoView({ block: 'nearest' }), [at, items])
  const closed = (): void => {
    if (!isChosenRef.current) onChosen(null)
    isChosenRef.current = false
    foundForRef.current = null
    isAwaitedRef.current = false
    setQ('')
    countClosing((count) => count + 1)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key !== 'Enter') isAwaitedRef.current = false
    if (step !== undefined && count > 0) {
      event.preventDefault()
      setAt((at + step + count) % count)
    }
    if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault()
      const marked = items?.[at]
      if (foundForRef.current !== q) isAwaitedRef.current = true
      else if (marked !== undefined) choose(marked)
    }
  }
  return (
    <dialog ref={dialogRef} class="snippets" aria-label={names.title} onClose={closed}>
      <label class="area">
        {names.search}
        {/* A new field each time: undoing in a text would go through what was typed in this one. */}
        <input
          key={closings}
          role="combobox"
          aria-autocomplete="list"
          aria-controls={listId}
          aria-expanded={count > 0}
          aria-activedescendant={count > 0 ? optionId(at) : undefined}
          autoComplete="off"
          value={q}
          onInput={({ currentTarget }) => setQ(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      <SnippetList names={names} items={items} hasMore={hasMore} at={at} onChosen={choose} />
      <button type="button" class="small" onClick={() => dialogRef.current?.close()}>
        {names.close}
      </button>
    </dialog>
  )
}
