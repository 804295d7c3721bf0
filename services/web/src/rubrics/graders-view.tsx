import type { RubricDocument } from '@course-grading/contracts/rubrics/rubric-document'
import { scoreRubric } from '@course-grading/domain/rubrics/score-rubric'
import { CriterionGroup } from '../islands/grading/criterion-group.tsx'
import { noFields } from '../islands/grading/fields.ts'
import type { RubricPage } from '../islands/grading/grading-page.ts'
import type { Locale, Texts } from '../texts/texts.ts'

interface GradersViewProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly document: RubricDocument
  /** Of the rubric, which ids of fields carry. */
  readonly revision: number
}

const noop = (): void => {}

/** A rubric as the grading page draws it before anything is judged. */
export function GradersView({ texts, locale, document, revision }: GradersViewProps) {
  const page: RubricPage = {
    texts,
    start: { locale, assessment: { revision }, feedback: { revision } },
    fields: noFields,
    gaps: [],
    isReadOnly: true,
    // As with the script: comments are folded.
    onChange: noop,
  }
  const judged = scoreRubric(document, { scores: {}, adjustment: null })
  return (
    <section class="rubric plain-set" aria-labelledby="graders-view">
      <h2 id="graders-view" class="legend">
        {texts.rubrics.forGraders}
      </h2>
      {document.criteria.map((criterion) => (
        <CriterionGroup key={criterion.id} page={page} criterion={criterion} judged={judged} isPresent={false} />
      ))}
    </section>
  )
}
