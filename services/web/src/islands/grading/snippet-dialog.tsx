import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks'
import type { Texts } from '../../texts/texts.ts'
import type { Answer } from './ask.ts'
import type { SnippetChoice, SnippetChoices } from './replies.ts'
import { listId, optionId, SnippetList } from './snippet-list.tsx'
import { SnippetSearch } from './snippet-search.ts'

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
  const [searching] = useState(() => new SnippetSearch())
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [uses, countUse] = useState(0)
  const isChosenRef = useRef(false)
  const { q, items, hasMore, at } = searching
  const end = (): void => {
    searching.close()
    countUse((times) => times + 1)
  }
  /** Inserts and ends before the next key comes: the dialog says only later that it was closed. */
  const choose = (snippet: SnippetChoice): void => {
    isChosenRef.current = true
    dialogRef.current?.close()
    end()
    onChosen(snippet)
  }
  useSearch(searching, { q, isOpen, search, choose, redraw: () => redraw(undefined) })
  const count = items?.length ?? 0
  useLayoutEffect(() => document.getElementById(optionId(at))?.scrollIntoView({ block: 'nearest' }), [at, items])
  const closed = (): void => {
    if (!isChosenRef.current) {
      end()
      onChosen(null)
    }
    isChosenRef.current = false
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event
    const isEnter = key === 'Enter'
    if (isEnter && event.isComposing) return
    if (isEnter || (['ArrowDown', 'ArrowUp'].includes(key) && count > 0)) event.preventDefault()
    const inserted = searching.press(key)
    if (inserted !== null) choose(inserted)
    redraw(undefined)
  }
  return (
    <dialog ref={dialogRef} class="snippets" aria-label={names.title} onClose={closed}>
      <label class="area">
        {names.search}
        {/* A new field each time: undoing in a text would go through what was typed in this one. */}
        <input
          key={uses}
          role="combobox"
          aria-autocomplete="list"
          aria-controls={listId}
          aria-expanded={count > 0}
          aria-activedescendant={count > 0 ? optionId(at) : undefined}
          autoComplete="off"
          value={q}
          onInput={({ currentTarget }) => {
            searching.type(currentTarget.value)
            redraw(undefined)
          }}
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

interface SearchPorts extends Pick<SnippetDialogProps, 'isOpen' | 'search'> {
  readonly q: string
  readonly choose: (snippet: SnippetChoice) => void
  readonly redraw: () => void
}

/** Searches while the dialog is open, a moment after the last key. */
function useSearch(searching: SnippetSearch, ports: SearchPorts): void {
  const { q, isOpen, search } = ports
  const portsRef = useRef(ports)
  useLayoutEffect(() => {
    portsRef.current = ports
  })
  useEffect(() => {
    if (!isOpen) return
    let isLate = false
    const look = async (): Promise<void> => {
      const answer = await search(q)
      if (isLate) return
      const awaited = searching.found(q, answer.kind === 'ok' ? answer.value : { items: [], hasMore: false })
      if (awaited !== null) portsRef.current.choose(awaited)
      portsRef.current.redraw()
    }
    const timer = setTimeout(() => void look(), q === '' ? 0 : 150)
    return () => {
      isLate = true
      clearTimeout(timer)
    }
  }, [q, search, isOpen, searching])
}
