import { completeName } from './complete-name.ts'
import { fieldId } from './field-id.ts'
import type { GradingPage } from './grading-page.ts'
import { PostponeFold } from './postpone-fold.tsx'

interface PlainButtonsProps {
  readonly page: GradingPage
  /** The reason for postponing, as it was typed. */
  readonly note: string
}

/** The buttons of the form, which work without scripts. */
export function PlainButtons({ page, note: typedNote }: PlainButtonsProps) {
  const { texts, start } = page
  const { live } = texts
  const { buttons, note } = texts.grading
  return (
    <>
      {/* The first button of a form is the one that Enter presses in its fields. */}
      <button name="action" value="enter" hidden>
        {buttons.save}
      </button>
      <span class="save-state">{live.byButton}</span>
      <span class="buttons">
        <button name="action" value="save">
          {buttons.save}
        </button>
        <PostponeFold texts={texts} isOpen={typedNote !== ''}>
          <label>
            {note} <input id={fieldId(page, 'note')} name="note" value={typedNote} />
          </label>
          <button name="action" value="postpone">
            {buttons.postpone}
          </button>
        </PostponeFold>
        <button name="action" value="handBack">
          {buttons.handBack}
        </button>
        {!start.assessment.gone && (
          <button class="main" name="action" value="complete">
            {completeName(start, texts)}
          </button>
        )}
      </span>
    </>
  )
}
