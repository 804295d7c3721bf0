import type { RefObject } from 'preact'
import { useCallback, useRef, useState } from 'preact/hooks'
import type { Answer } from './ask.ts'
import type { Calls, Ids } from './calls.ts'
import { selectedIn, type TextField, textFieldAt, writeInto } from './field-at.ts'
import { readName } from './field-names.ts'
import { type Fields, type Score, scoreOf, withScore } from './fields.ts'
import type { GradingPage } from './grading-page.ts'
import type { Grading } from './grading-state.ts'
import { addedText } from './insert-text.ts'
import type { SnippetChoice, SnippetChoices } from './replies.ts'

interface SnippetTools {
  readonly dialogRef: RefObject<HTMLDialogElement | null>
  readonly isOpen: boolean
  readonly search: (q: string) => Promise<Answer<SnippetChoices>>
  /** Opens the list for a text, at its caret. */
  readonly open: (field: TextField) => void
  /** Null where nothing was chosen. */
  readonly insert: (snippet: SnippetChoice | null) => void
  /** Called with what was typed or undone. */
  readonly noticed: (before: Fields, after: Fields) => void
}

/** What a comment was before a snippet was inserted. */
type Before = Pick<Score, 'comment' | 'snippet'> & { readonly criterionId: string }

/** The criterion whose comment a field is. */
function criterionOf(name: string): string | undefined {
  const field = readName(name)
  return field?.of === 'comment' ? field.criterionId : undefined
}

/** Inserts snippets of the course into a text. */
export function useSnippets(page: GradingPage, { ids, calls, grading }: SnippetPorts): SnippetTools {
  const [into, setInto] = useState<TextField | null>(null)
  /** A browser forgets the caret of a field behind the dialog. */
  const selectedRef = useRef({ from: 0, to: 0 })
  const beforeRef = useRef<Before | null>(null)
  const dialogRef = useRef<HTMLDialogElement>(null)
  const { language } = page.start.feedback
  const search = useCallback(
    (q: string) => {
      const criterion = criterionOf(into?.name ?? '')
      return calls.snippets(ids, { q, language, ...(criterion !== undefined && { criterion }) })
    },
    [calls, ids, into, language],
  )

  function open(field: TextField): void {
    selectedRef.current = selectedIn(field)
    // The dialog opens before the next key, which is then typed into the search.
    dialogRef.current?.showModal()
    setInto(field)
  }

  function insert(snippet: SnippetChoice | null): void {
    setInto(null)
    // A drawing meanwhile may have put another field in its place.
    const field = into?.isConnected === false ? textFieldAt(into.name) : into
    if (snippet !== null && field !== null) write(field, snippet)
    field?.focus()
  }

  function write(field: TextField, { id, text }: SnippetChoice): void {
    const { name, value } = field
    const { from, to } = selectedRef.current
    const line = field instanceof HTMLInputElement ? text.replaceAll(/\s*\n\s*/g, ' ') : text
    const added = addedText(value, from, line)
    const criterion = criterionOf(name)
    if (criterion !== undefined) {
      const { snippet } = scoreOf(grading.state().fields, criterion)
      beforeRef.current = { criterionId: criterion, comment: value, snippet }
    }
    // The field changes before the next key, which then comes after the inserted text.
    writeInto(field, { from, to }, added)
    const snippet = { snippetId: id, edited: field.value !== text }
    if (criterion !== undefined) grading.change(withScore(criterion, () => ({ snippet })))
  }

  /** A comment that is undone to what it was does not come from the snippet. */
  function noticed(before: Fields, after: Fields): void {
    if (beforeRef.current === null) return
    const { criterionId, comment, snippet } = beforeRef.current
    const [was, is] = [before, after].map((fields) => scoreOf(fields, criterionId).comment)
    if (was === is || is !== comment) return
    beforeRef.current = null
    grading.change(withScore(criterionId, () => ({ snippet })))
  }

  return { dialogRef, isOpen: into !== null, search, open, insert, noticed }
}

interface SnippetPorts {
  readonly ids: Ids
  readonly calls: Calls
  readonly grading: Grading
}
