import type { VNode } from 'preact'
import { RowButton } from '../forms/fields.tsx'
import type { EditorView } from './editor-view.ts'
import { titleIn } from './shown-faults.ts'

/** The rows of a list, criteria or the parts of one, and where one was removed last its *Undo*, until another button of a row is pressed. */
export function withUndo(
  { texts, locale, state }: EditorView,
  of: string | null,
  rows: readonly VNode[],
): readonly VNode[] {
  const { removed } = state
  if (removed === null || removed.of !== of) return rows
  const { removed: said, undo } = texts.rubricEditor
  return rows.toSpliced(
    removed.at,
    0,
    <p key="undo" class="notice">
      {said(titleIn(removed.item.title, locale))} <RowButton press="undo" text={undo} />
    </p>,
  )
}
