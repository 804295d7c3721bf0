import type { Calls, Ids } from './calls.ts'
import { type TextField, textFieldAt } from './field-at.ts'
import { names } from './field-names.ts'
import { filledFeedback } from './filled-feedback.ts'
import type { GradingPage } from './grading-page.ts'
import { Preview } from './preview.tsx'

interface TextToolsProps {
  readonly page: Pick<GradingPage, 'texts' | 'start' | 'fields'>
  readonly name: string
  readonly ids: Ids
  readonly calls: Calls
  readonly onInsert: (field: TextField) => void
  /** Called where a snippet cannot be inserted now. */
  readonly onUnwritable: () => void
}

/** The tools below a text that students read. */
export function TextTools({ page, name, ids, calls, onInsert, onUnwritable }: TextToolsProps) {
  const { texts, start, fields } = page
  if (name === names.privateNote) return null
  const insert = (): void => {
    const field = textFieldAt(name)
    if (field === null) onUnwritable()
    else onInsert(field)
  }
  return (
    <span class="tools">
      <button type="button" class="small" onClick={insert}>
        {texts.snippets.insert}
      </button>
      {name === names.body && (
        <Preview
          texts={texts}
          language={start.feedback.language}
          load={() => calls.preview(ids, filledFeedback(start, fields))}
        />
      )}
    </span>
  )
}
