import { languageName } from '../display/formats.ts'
import { Fresh, untranslated } from '../display/fresh.tsx'
import { type ComponentChildren, Fragment } from 'preact'
import { TimeIn } from '../display/time.tsx'
import { AboutWork, WorkMarks } from './about-work.tsx'
import type { GradingPage } from './grading-page.ts'
import { readOnlyText } from './read-only-text.ts'

interface GradingHeaderProps {
  readonly page: GradingPage
  /** Notices of what happened, and what is to be done. */
  readonly children: ComponentChildren
}

export function GradingHeader({ page, children }: GradingHeaderProps) {
  const { texts, start } = page
  const { handedIn, attempt, gone, progress } = texts.grading
  const { assessment, shown } = start
  const { graded, waiting } = start.progress
  return (
    <header>
      <h1 tabIndex={-1} translate={untranslated}>
        {shown.who}
      </h1>
      <p key={`${assessment.id}/where`} class="quiet small">
        {[shown.exercise, attempt(assessment.attempt), ''].join(' · ')}
        <TimeIn text={handedIn} at={shown.handedInAt} />
        {` · ${languageName(start.locale, assessment.language)}`}
        {assessment.tagSlugs.map((slug) => (
          <Fragment key={slug}>
            {' '}
            <span class="tag">{slug}</span>
          </Fragment>
        ))}
        {' · '}
        <span class="number">{progress(graded, waiting)}</span>
      </p>
      {assessment.gone && <p class="tag warn">{gone}</p>}
      {start.whose !== 'mine' && (
        <p key={`${assessment.id}/standing`} class="tag">
          {standing()}
        </p>
      )}
      {shown.upstream !== null && (
        <p class="tag warn">
          <Fresh text={shown.upstream} />
        </p>
      )}
      <WorkMarks key={`${assessment.id}/marks`} page={page} />
      <AboutWork key={`${assessment.id}/about`} page={page} />
      {children}
    </header>
  )

  function standing(): ComponentChildren {
    const why = readOnlyText(start, texts)
    const { until = null } =
      assessment.state === 'completed' || (start.leaseLeftS ?? 1) <= 0 ? {} : (shown.holder ?? {})
    return until === null ? why : <TimeIn text={(time) => `${why} ${texts.live.heldUntil(time)}`} at={until} />
  }
}
