import type { GradingProgress } from '@course-grading/contracts/claims/grading-progress'
import type { Queue } from '@course-grading/contracts/claims/queue'
import type { CourseView } from '@course-grading/contracts/courses/course-view'
import type { Texts } from '../texts/texts.ts'

interface StartStepsProps {
  readonly texts: Texts
  readonly course: CourseView
  readonly queues: readonly Queue[]
  readonly progress: GradingProgress
}

/** What a teacher has to do before grades reach students, until all of it is done. */
export function StartSteps({ texts, course, queues, progress }: StartStepsProps) {
  const { title, done, next } = texts.overview.start
  const steps = stepsOf(texts, course, queues, progress)
  const following = steps.find(({ isDone }) => !isDone)
  if (following === undefined) return null
  return (
    <section class="card" aria-label={title}>
      <h2>{title}</h2>
      <ol class="first-steps">
        {steps.map((step) => (
          <li key={step.name} aria-current={step === following ? 'step' : undefined}>
            {step.href === null ? <b>{step.name}</b> : <a href={step.href}>{step.name}</a>}{' '}
            {step.isDone && <span class="tag good">{done}</span>}
            {step === following && <span class="tag">{next}</span>}
            <span class="quiet small">{step.about}</span>
            {step.isRefresh && <Refresh texts={texts} courseId={course.courseId} />}
          </li>
        ))}
      </ol>
      <p>
        <a href={`/courses/${course.courseId}/copy`}>{texts.copy.title}</a>
      </p>
    </section>
  )
}

export const isSetUp = ({ texts, course, queues, progress }: StartStepsProps): boolean =>
  stepsOf(texts, course, queues, progress).every(({ isDone }) => isDone)

export const Refresh = ({ texts, courseId }: { readonly texts: Texts; readonly courseId: number }) => (
  <form method="post" action={`/courses/${courseId}/refresh`}>
    <button>{texts.overview.start.refresh}</button>
  </form>
)

function stepsOf(
  { overview: { start } }: Texts,
  { courseId, takenAt, counts, listed }: CourseView,
  queues: readonly Queue[],
  { graders }: GradingProgress,
) {
  const path = `/courses/${courseId}`
  const notChosen = queues.find(({ grading }) => grading.revision === 0) ?? queues[0]
  return [
    {
      name: start.people,
      about: start.peopleAre(counts?.students ?? 0),
      href: null,
      isDone: takenAt !== null,
      isRefresh: true,
    },
    {
      name: start.byHand,
      about: start.aboutByHand,
      href: `${path}/settings/exercises`,
      isDone: queues.length > 0,
    },
    {
      name: start.settings,
      about: start.aboutSettings,
      href: notChosen === undefined ? null : `${path}/exercises/${notChosen.exerciseId}/settings`,
      isDone: queues.some(({ grading }) => grading.revision > 0),
    },
    {
      name: start.graders,
      about: start.aboutGraders,
      href: `${path}/settings/graders`,
      isDone: graders.some((grader) => grader.listed || grader.completed > 0),
    },
    { name: start.listed, about: start.aboutListed, href: `${path}/settings/listed`, isDone: listed },
  ].map((step) => ({ isRefresh: false, ...step }))
}
