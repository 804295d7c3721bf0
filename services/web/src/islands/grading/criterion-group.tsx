import { jsonPath } from '@course-grading/domain/json/json-path'
import { mostPoints } from '@course-grading/domain/rubrics/most-points'
import { formatPoints } from '../display/formats.ts'
import { Fresh } from '../display/fresh.tsx'
import { languageOfText, localizedText } from '../display/localized-text.ts'
import { type Criterion, CriterionFields } from './criterion-fields.tsx'
import { GapNotes } from './gap-notes.tsx'
import { gapsAt, isBelow } from './gaps.ts'
import type { RubricPage } from './grading-page.ts'
import type { judgeFields } from './judgement.ts'

interface CriterionGroupProps {
  readonly page: RubricPage
  readonly criterion: Criterion
  readonly judged: Pick<ReturnType<typeof judgeFields>, 'byCriterion' | 'unfinished'>
  /** Whether it is the one that keys judge. */
  readonly isPresent: boolean
}

/** A criterion with its points of the most that it earns, and with what it lacks. */
export function CriterionGroup({ page, criterion, judged, isPresent }: CriterionGroupProps) {
  const { texts, start, gaps, isReadOnly, onChange } = page
  const { id, title } = criterion
  const unfinished = judged.unfinished.filter(({ path }) => isBelow(path, jsonPath(['scores', id])))
  // Without the script, what is chosen is not seen here before it is saved.
  const lacks =
    onChange === undefined || isReadOnly
      ? []
      : unfinished.map(
          ({ code }) => texts.grading.gaps[code as 'score_required' | 'comment_required' | 'too_few_checks'],
        )
  const others = gapsAt(gaps, 'scores', id).filter(({ what }) => !lacks.includes(what))
  const notes = [lacks.length > 0 && `lacks-${id}`, others.length > 0 && `gaps-${id}`].filter((note) => note !== false)
  const isJudged = lacks.length === 0 || unfinished.every(({ code }) => code !== 'score_required')
  const earned = isJudged ? formatPoints(start.locale, judged.byCriterion[id] ?? 0) : '–'
  const most = mostPoints(criterion)
  return (
    <fieldset
      class={notes.length > 0 ? 'criterion missing' : 'criterion'}
      data-criterion={id}
      tabIndex={-1}
      aria-current={isPresent ? 'true' : undefined}
      aria-describedby={notes.length > 0 ? notes.join(' ') : undefined}
    >
      <legend lang={languageOfText(title, start.locale)}>{localizedText(title, start.locale)}</legend>
      <span class="earned">
        {lacks.length > 0 && (
          <span id={`lacks-${id}`} class="tag warn">
            <Fresh text={lacks.join(', ')} />
          </span>
        )}
        {/* The field of the points stands there. */}
        {criterion.kind !== 'points' && (
          <b class="number">
            <Fresh text={most > 0 ? `${earned}\u00A0/\u00A0${formatPoints(start.locale, most)}` : earned} />
          </b>
        )}
      </span>
      <GapNotes id={`gaps-${id}`} gaps={others} />
      <CriterionFields
        page={page}
        criterion={criterion}
        needsComment={unfinished.some(({ code }) => code === 'comment_required')}
      />
    </fieldset>
  )
}
