import type { Texts } from '../../texts/texts.ts'
import { formatPoints } from '../formats.ts'
import type { Gap } from './gaps.ts'
import type { Grading, GradingState } from './grading-state.ts'
import { nameOfField, shownValue } from './name-of-field.ts'

interface LiveNoticesProps {
  readonly texts: Texts
  readonly state: GradingState
  readonly grading: Grading
  readonly gaps: readonly Gap[]
  readonly onGoOnHere: () => void
}

/** What happened, what is to be done about it, and by which button. */
export function LiveNotices({ texts, state, grading, gaps, onGoOnHere }: LiveNoticesProps) {
  const { live } = texts
  const { save, stop, completed, minutesLeft: minutes, isSecondTab, start, phase } = state
  return (
    <div class="notices">
      {stop !== null && (
        <div class="notice" role="alert">
          <p>{stop === 'gaps' ? live.stops.gaps(gaps.length) : live.stops[stop]}</p>
          {gaps.length > 0 && (
            <ul>
              {gaps.map(({ path, text }) => (
                <li key={path}>{text}</li>
              ))}
            </ul>
          )}
        </div>
      )}
      {save === 'refused' && stop === null && (
        <div class="notice" role="alert">
          {gaps.map(({ text }) => text).join(' ')}
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
          {live.lost(state.holder)}
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
      {state.conflicts.length > 0 && <Conflicts texts={texts} state={state} grading={grading} />}
      {minutes !== null && minutes < 5 && start.whose === 'mine' && phase === 'grading' && (
        <p class={minutes <= 2 ? 'notice' : 'quiet small'} role={minutes <= 2 ? 'alert' : undefined}>
          {live.claimEnds(minutes)}
        </p>
      )}
      {completed !== null && (
        <p class="quiet">
          {live.completed(
            completed.who,
            formatPoints(start.locale, completed.points),
            formatPoints(start.locale, completed.maxPoints),
          )}{' '}
          <button class="small" form="open-again">
            {live.openAgain}
          </button>
        </p>
      )}
    </div>
  )
}

type ConflictsProps = Pick<LiveNoticesProps, 'texts' | 'state' | 'grading'>

/** By path what is mine and what is theirs. Neither is guessed from the other. */
function Conflicts({ texts, state: { start, conflicts, fields, theirs }, grading }: ConflictsProps) {
  const { conflicts: title, mine, theirs: other, keepMine, takeTheirs } = texts.live
  const naming = { rubric: start.assessment.rubric, texts, locale: start.locale }
  const shown = conflicts.filter((path) => nameOfField(path, fields, naming) !== null)
  return (
    <section class="notice conflicts" role="alert" aria-label={title}>
      {(shown.length > 0 ? shown : conflicts.slice(0, 1)).map((path) => (
        <fieldset key={path} data-conflict={path}>
          <legend>{nameOfField(path, { ...theirs, ...fields }, naming) ?? title}</legend>
          <fieldset>
            <legend>{mine}</legend>
            <pre>{shownValue(path, fields[path], naming)}</pre>
            <button type="button" onClick={() => grading.settle(together(path, conflicts), 'mine')}>
              {keepMine}
            </button>
          </fieldset>
          <fieldset>
            <legend>{other}</legend>
            <pre>{shownValue(path, theirs[path], naming)}</pre>
            <button type="button" onClick={() => grading.settle(together(path, conflicts), 'theirs')}>
              {takeTheirs}
            </button>
          </fieldset>
        </fieldset>
      ))}
    </section>
  )
}

/** An annotation is taken whole, since half of it would be nobody's. */
function together(path: string, conflicts: readonly string[]): readonly string[] {
  const annotation = /^annotations\/[^/]+\//.exec(path)?.[0]
  return annotation === undefined ? [path] : conflicts.filter((each) => each.startsWith(annotation))
}
