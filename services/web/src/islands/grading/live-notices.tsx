import { Fresh } from '../display/fresh.tsx'
import type { Locale, Texts } from '../../texts/texts.ts'
import { formatPoints } from '../display/formats.ts'
import { TimeIn } from '../display/time.tsx'
import type { Gap } from './gaps.ts'
import type { Grading, GradingState } from './grading-state.ts'
import { differingNames } from './differences.ts'
import { type AnswerTitles, nameOfUnit, shownUnit } from './name-of-field.ts'
import { keyOf } from './units.ts'

interface LiveNoticesProps {
  readonly texts: Texts
  readonly state: GradingState
  readonly grading: Grading
  readonly gaps: readonly Gap[]
  readonly answerTitles: AnswerTitles | undefined
  readonly onGoOnHere: () => void
}

export const completedText = (
  { who, points, maxPoints }: NonNullable<GradingState['completed']>,
  { live }: Texts,
  locale: Locale,
): string => live.completed(who, formatPoints(locale, points), formatPoints(locale, maxPoints))

export function LiveNotices({ texts, state, grading, gaps, answerTitles, onGoOnHere }: LiveNoticesProps) {
  const { live } = texts
  const { save, stop, completed, minutesLeft: minutes, isSecondTab, start, phase, holder } = state
  return (
    <div class="notices">
      {stop !== null && (
        <div class="notice" role="alert">
          <p>
            <Fresh text={stop === 'gaps' ? live.stops.gaps(gaps.length) : live.stops[stop]} />
          </p>
          {gaps.length > 0 && (
            <ul>
              {gaps.map(({ path, text }) => (
                <li key={path}>
                  <Fresh text={text} />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {save === 'refused' && stop === null && (
        <div class="notice" role="alert">
          <Fresh text={gaps.map(({ text }) => text).join(' ')} />
        </div>
      )}
      {save === 'away' && <p class="notice">{live.awayLong}</p>}
      {save === 'signed-out' && (
        <p class="notice" role="alert">
          {live.signedOut}{' '}
          <a href="/sign-in" target="_blank" rel="noopener">
            {live.signIn}
          </a>
        </p>
      )}
      {save === 'lost' && phase !== 'left' && (
        <p class="notice" role="alert">
          <Fresh text={live.lost(holder?.name ?? null)} />{' '}
          {holder?.until && (
            <span key={holder.until}>
              <TimeIn text={live.heldUntil} at={holder.until} />
            </span>
          )}
        </p>
      )}
      {save === 'other-person' && (
        <p class="notice" role="alert">
          {live.otherPerson}
        </p>
      )}
      {isSecondTab && (
        <p class="notice" role="alert">
          {live.secondTab}{' '}
          <button type="button" onClick={onGoOnHere}>
            {live.goOnHere}
          </button>
        </p>
      )}
      {state.conflicts.length > 0 && (
        <Conflicts texts={texts} state={state} grading={grading} answerTitles={answerTitles} />
      )}
      {minutes !== null && minutes < 5 && start.whose === 'mine' && phase === 'grading' && (
        <p class={minutes <= 2 ? 'notice' : 'quiet small'} role={minutes <= 2 ? 'alert' : undefined}>
          <Fresh text={live.claimEnds(minutes)} />
        </p>
      )}
      {completed !== null && (
        <p class="quiet">
          <Fresh text={completedText(completed, texts, start.locale)} />{' '}
          <button class="small" form="open-again">
            {live.openAgain}
          </button>
        </p>
      )}
    </div>
  )
}

type ConflictsProps = Pick<LiveNoticesProps, 'texts' | 'state' | 'grading' | 'answerTitles'>

/** Shows both texts of each unit that both sides changed. Neither is guessed from the other. */
function Conflicts({ texts, state: { start, conflicts, fields, theirs }, grading, answerTitles }: ConflictsProps) {
  const { conflicts: title, chooseOne: choose, mine, theirs: other, keepMine, takeTheirs } = texts.live
  const naming = { rubric: start.assessment.rubric, texts, locale: start.locale, answerTitles }
  return (
    <section class="notice conflicts" role="alert" aria-label={title}>
      <p>{choose}</p>
      {conflicts.map((unit) => (
        <fieldset key={keyOf(unit)} data-conflict={differingNames(unit, fields, theirs).join(' ')}>
          <legend>
            <Fresh
              text={nameOfUnit(unit, { annotations: new Map([...theirs.annotations, ...fields.annotations]) }, naming)}
            />
          </legend>
          <fieldset>
            <legend>{mine}</legend>
            <pre>
              <Fresh text={shownUnit(unit, fields, naming)} />
            </pre>
            <button type="button" onClick={() => grading.settle(unit, 'mine')}>
              {keepMine}
            </button>
          </fieldset>
          <fieldset>
            <legend>{other}</legend>
            <pre>
              <Fresh text={shownUnit(unit, theirs, naming)} />
            </pre>
            <button type="button" onClick={() => grading.settle(unit, 'theirs')}>
              {takeTheirs}
            </button>
          </fieldset>
        </fieldset>
      ))}
    </section>
  )
}
