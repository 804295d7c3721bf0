import type { RefObject } from 'preact'
import { useCallback, useRef, useState } from 'preact/hooks'
import type { Answer } from './ask.ts'
import type { Calls, Ids } from './calls.ts'
import { textAreaAt } from './field-at.ts'
import { paths, snippetText } from './fields.ts'
import type { GradingPage } from './grading-page.ts'
import type { Grading } from './grading-state.ts'
import { insertText } from './insert-text.ts'
import type { SnippetChoice, SnippetChoices } from './replies.ts'

interface SnippetTools {
  readonly dialogRef: RefObject<HTMLDialogElement | null>
  readonly isOpen: boolean
  readonly search: (q: string) => Promise<Answer<SnippetChoices>>
  /** Opens the list for the text of a path, at its caret. */
  readonly open: (path: string) => void
  /** Null where nothing was chosen. */
  readonly insert: (snippet: SnippetChoice | null) => void
}

/** Inserts snippets of the course into a text. */
export function useSnippets(page: GradingPage, ids: Ids, calls: Calls, grading: Grading): SnippetTools {
  const [into, setInto] = useState<string | null>(null)
  const caretRef = useRef({ from: 0, to: 0 })
  const dialogRef = useRef<HTMLDialogElement>(null)
  const { language } = page.start.feedback
  const search = useCallback(
    (q: string) => {
      const criterion = into === null ? undefined : /^scores\/([^/]+)/.exec(into)?.[1]
      return calls.snippets(ids, { q, language, ...(criterion !== undefined && { criterion }) })
    },
    [calls, ids, into, language],
  )

  function open(path: string): void {
    if (page.isReadOnly || page.isPaused === true) return
    const field = textAreaAt(path)
    caretRef.current = { from: field?.selectionStart ?? 0, to: field?.selectionEnd ?? 0 }
    // The dialog opens before the next key, which is then typed into the search.
    dialogRef.current?.showModal()
    setInto(path)
  }

  function insert(snippet: SnippetChoice | null): void {
    setInto(null)
    if (into === null) return
    const field = textAreaAt(into)
    if (snippet !== null) {
      const inserted = insertText(page.fields[into] ?? '', caretRef.current, snippet.text)
      grading.change(into, inserted.text)
      const criterion = /^scores\/([^/]+)\/comment$/.exec(into)?.[1]
      const reference = { snippetId: snippet.id, edited: inserted.text !== snippet.text }
      if (criterion !== undefined) grading.change(paths.snippet(criterion), snippetText(reference))
      // The field changes before the next key, which then comes after the inserted text.
      if (field !== null) field.value = inserted.text
      field?.setSelectionRange(inserted.caret, inserted.caret)
    }
    field?.focus()
  }

  return { dialogRef, isOpen: into !== null, search, open, insert }
}
