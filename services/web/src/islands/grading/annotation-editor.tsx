import { Fresh } from '../display/fresh.tsx'
import { fieldId } from './field-id.ts'
import { type AnnotationFields, paths } from './fields.ts'
import { gapsAt } from './gaps.ts'
import type { GradingPage } from './grading-page.ts'
import { nameOfAnnotation, whereAnnotated } from './name-of-field.ts'
import { TextField } from './text-field.tsx'

interface AnnotationEditorProps {
  readonly page: GradingPage
  readonly annotation: AnnotationFields
}

const kinds = ['note', 'praise', 'issue', 'question'] as const

export function AnnotationEditor({ page, annotation }: AnnotationEditorProps) {
  const { texts, start, fields, gaps, isReadOnly, onField } = page
  const { id, kind, isPrivate, place } = annotation
  const { feedback, grading } = texts
  return (
    <article class={`note ${kind}${isPrivate ? ' private' : ''}`}>
      <header>
        <select
          id={fieldId(page, paths.kind(id))}
          aria-label={grading.kind}
          value={kind}
          disabled={isReadOnly}
          onChange={({ currentTarget }) => onField?.(paths.kind(id), currentTarget.value)}
        >
          {kinds.map((each) => (
            <option key={each} value={each}>
              {feedback.kinds[each]}
            </option>
          ))}
        </select>
        <Fresh text={feedback.lines(place.startLine, place.endLine)} />
        <label>
          <input
            type="checkbox"
            id={fieldId(page, paths.isPrivate(id))}
            checked={isPrivate}
            disabled={isReadOnly}
            onChange={({ currentTarget }) => onField?.(paths.isPrivate(id), currentTarget.checked ? 'yes' : '')}
          />{' '}
          {grading.staffOnly}
        </label>
        {!isReadOnly && (
          <button type="button" class="plain small end" onClick={() => page.onRemove?.(id)}>
            {grading.remove}{' '}
            <span class="visually-hidden">
              <Fresh text={whereAnnotated(place, page)} />
            </span>
          </button>
        )}
      </header>
      <TextField
        page={page}
        path={paths.text(id)}
        label={nameOfAnnotation(id, fields, page)}
        rows={2}
        lang={start.feedback.language}
        gaps={{ id: `gaps-${id}`, gaps: gapsAt(gaps, 'annotations', id) }}
      />
    </article>
  )
}
