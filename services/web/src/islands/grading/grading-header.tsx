import type { ComponentChildren } from 'preact'
import { TimeIn } from '../time.tsx'
import { AboutWork, WorkMarks } from './about-work.tsx'
import type { GradingPage } from './grading-page.ts'

interface GradingHeaderProps {
  readonly page: GradingPage
  /** Notices of what happened, and what is to be done. */
  readonly children: ComponentChildren
}

export function GradingHeader({ page, children }: GradingHeaderProps) {
  const { texts, start } = page
  const { handedIn, attempt, gone, readOnly, progress } = texts.grading
  const { assessment, shown } = start
  const { graded, waiting } = start.progress
  return (
    <header>
      <h1 tabIndex={-1}>{shown.who}</h1>
      <p class="quiet small">
        {[shown.exercise, attempt(assessment.attempt), ''].join(' · ')}
        <TimeIn text={handedIn} at={shown.handedInAt} />
        {` · ${assessment.language}`}
        {assessment.tagSlugs.map((slug) => (
          <span key={slug} class="tag">
            {slug}
          </span>
        ))}{' '}
        <span class="number">{progress(graded, waiting)}</span>
      </p>
      {assessment.gone && <p class="tag warn">{gone}</p>}
      {start.whose !== 'mine' && <p class="tag">{standing()}</p>}
      {shown.upstream !== null && <p class="tag warn">{shown.upstream}</p>}
      <WorkMarks page={page} />
      <AboutWork key={assessment.id} page={page} />
      {children}
    </header>
  )

  function standing(): ComponentChildren {
    if (assessment.state === 'completed') return readOnly.completed
    if (shown.holder === null || (start.leaseLeftS ?? 1) <= 0) return readOnly.waiting
    const { name, until } = shown.holder
    if (until === null) return readOnly.heldBy(name)
    return <TimeIn text={(time) => `${readOnly.heldBy(name)} ${texts.live.heldUntil(time)}`} at={until} />
  }
}
