import type { GradingProgress } from '@course-grading/contracts/claims/grading-progress'
import type { Queue } from '@course-grading/contracts/claims/queue'
import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type { ComponentChildren } from 'preact'
import { queuePath } from '../claims/grade-next.ts'
import { UnsettledCounts } from '../claims/unsettled-counts.tsx'
import { languageName } from '../islands/display/formats.ts'
import { TimeIn } from '../islands/display/time.tsx'
import { nameOfExercise } from '../layout/names.ts'
import type { Locale, Texts } from '../texts/texts.ts'

interface WaitsForYouProps {
  readonly texts: Texts
  readonly locale: Locale
  readonly course: Pick<CourseBrief, 'courseId' | 'roles'>
  readonly queues: readonly Queue[]
  /** Null for a grader, who reads only about grades that have not arrived. */
  readonly stuck: GradingProgress['stuck'] | null
}

const linesOfKind = 20
const threeDaysMs = 3 * 24 * 60 * 60 * 1000

/** Grades that have not arrived, and for teachers what nobody will be offered, and what is due soon. */
export function WaitsForYou({ texts, locale, course, queues, stuck }: WaitsForYouProps) {
  const { title } = texts.overview.waits
  const open = queues.filter((queue) => queue.ambiguous + queue.refused + queue.undeliverable > 0)
  const unsettled = (
    <First
      of={open}
      texts={texts}
      line={(queue) => (
        <UnsettledCounts
          key={queue.exerciseId}
          texts={texts}
          course={course}
          queue={queue}
          name={nameOfExercise(queue, texts, locale)}
        />
      )}
    />
  )
  if (stuck === null) return unsettled
  const soon = queues.filter(isDueSoon)
  if (open.length + stuck.length + soon.length === 0) return null
  return (
    <section class="card" aria-label={title}>
      <h2>{title}</h2>
      {unsettled}
      <First
        of={stuck}
        texts={texts}
        line={(exercise) => (
          <StuckLine
            key={exercise.exerciseId}
            texts={texts}
            locale={locale}
            courseId={course.courseId}
            exercise={exercise}
          />
        )}
      />
      <First
        of={soon}
        texts={texts}
        line={(queue) => (
          <p key={queue.exerciseId} class="notice">
            <a href={queuePath({ courseId: course.courseId, exerciseId: queue.exerciseId })}>
              {nameOfExercise(queue, texts, locale)}
            </a>
            : <TimeIn text={(day) => texts.overview.waits.due(queue.waiting, day)} at={queue.dueAt} as="day" />
          </p>
        )}
      />
    </section>
  )
}

interface FirstProps<Item> extends Pick<WaitsForYouProps, 'texts'> {
  readonly of: readonly Item[]
  readonly line: (item: Item) => ComponentChildren
}

/** The first lines of a kind, and how many there are besides. */
const First = <Item,>({ of, texts, line }: FirstProps<Item>) => (
  <>
    {of.slice(0, linesOfKind).map(line)}
    {of.length > linesOfKind && <p class="quiet">{texts.overview.waits.more(of.length - linesOfKind)}</p>}
  </>
)

const isDueSoon = (queue: Queue): queue is Queue & { readonly dueAt: string } =>
  queue.waiting > 0 && queue.dueAt !== null && Date.parse(queue.dueAt) - Date.now() < threeDaysMs

interface StuckLineProps extends Pick<WaitsForYouProps, 'texts' | 'locale'> {
  readonly courseId: number
  readonly exercise: GradingProgress['stuck'][number]
}

function StuckLine({ texts, locale, courseId, exercise }: StuckLineProps) {
  const { stuck, byTags } = texts.overview.waits
  const sentences = exercise.languages.map(({ language, count }) => stuck(count, languageName(locale, language)))
  return (
    <p class="notice">
      <b>{nameOfExercise(exercise, texts, locale)}: </b>
      {[...sentences, ...(exercise.byTags > 0 ? [byTags(exercise.byTags)] : [])].join(' ')}{' '}
      <a href={`/courses/${courseId}/settings/graders`}>{texts.overview.start.graders}</a>
    </p>
  )
}
