import type { ComponentChildren } from 'preact'
import { GradingForm } from '../islands/grading/grading-form.tsx'
import type { GradingPage } from '../islands/grading/grading-page.ts'
import { sentStart } from '../islands/grading/grading-start.ts'
import { PlainButtons } from '../islands/grading/plain-buttons.tsx'
import { type Refusal, RefusalNotice } from '../islands/grading/refusal-notice.tsx'
import { partIds } from '../islands/grading/skip-links.tsx'
import { TakeForm } from '../islands/grading/take-form.tsx'
import { Said } from '../layout/said.tsx'
import { drawnFrom } from './drawn.ts'

interface GradePageProps {
  readonly page: GradingPage
  readonly zone: string
  readonly refusal: Refusal | null
  /** Who handed the work in, to a person who asked. */
  readonly revealed: string | null
  /** What happened before, below a page that is only read. */
  readonly history: ComponentChildren
  readonly isSaved: boolean
  /** Whether the person comes from an assessment that they have just completed. */
  readonly isOtherCompleted: boolean
  readonly note: string
  readonly reason: string
  /** Whether lines that are as in the template are folded. */
  readonly folds: boolean
  readonly work: ComponentChildren
}

/** The page works without scripts. Its script takes the form over. */
export function GradePage(props: GradePageProps) {
  const { page, zone, refusal, revealed, history, isSaved, isOtherCompleted, note, reason, folds, work } = props
  const { texts, start } = page
  const form = (
    <GradingForm
      page={page}
      drawn={JSON.stringify(drawnFrom(start))}
      notices={
        <>
          <Said texts={[isSaved ? texts.grading.saved : null, isOtherCompleted ? texts.queue.done.completed : null]} />
          {refusal && <RefusalNotice refusal={refusal} texts={texts} />}
        </>
      }
      work={
        <section id={partIds.work} class="work-box" aria-label={texts.work.title} tabIndex={-1}>
          {work}
        </section>
      }
      actions={
        start.whose === 'mine' ? <PlainButtons page={page} note={note} /> : <TakeForm page={page} reason={reason} />
      }
    />
  )
  return (
    <>
      <Said texts={[revealed === null ? null : texts.about.reveal.names(revealed)]} />
      <div
        id="grading"
        data-zone={zone}
        data-start={JSON.stringify(sentStart(start))}
        data-refusal={refusal === null ? undefined : JSON.stringify(refusal)}
        data-folds={folds || undefined}
      >
        {form}
      </div>
      {history}
    </>
  )
}
