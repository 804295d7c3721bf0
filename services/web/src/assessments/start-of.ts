import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import type { Queue } from '@course-grading/contracts/claims/queue'
import type { FeedbackDocument } from '@course-grading/contracts/feedback/feedback-document'
import type { ExerciseGrading } from '@course-grading/contracts/grading/exercise-grading'
import { isBuiltInTag } from '@course-grading/domain/students/is-built-in-tag'
import { queuePath } from '../claims/grade-next.ts'
import type { Visit } from '../http/visit.ts'
import { upstreamSentence } from '../islands/display/upstream-sentence.ts'
import { fieldsOfAssessment, fieldsOfFeedback, together } from '../islands/grading/fields.ts'
import type { GradingStart } from '../islands/grading/grading-start.ts'
import { nameOfExercise } from '../layout/names.ts'

interface Parts {
  readonly assessment: Assessment
  readonly feedback: FeedbackDocument
  readonly settings: Pick<ExerciseGrading, 'release' | 'autoPoints' | 'leaseMinutes'>
  /** Null where the course no longer grades the exercise by hand. */
  readonly queue: Pick<Queue, 'completedByMe' | 'mine'> | null
}

interface Reader extends Pick<Visit, 'texts' | 'locale'>, Pick<GradingStart, 'userId' | 'whose' | 'goesOn'> {
  readonly teaches: boolean
}

/** Names, or aliases where the exercise is anonymous. */
export const whoOf = ({ submitters }: Pick<Assessment, 'submitters'>): string =>
  submitters.map(({ fullName }) => fullName).join(', ')

export function startOf({ assessment, feedback, settings, queue }: Parts, reader: Reader): GradingStart {
  const { userId, texts, locale, whose, goesOn, teaches } = reader
  const { id, courseId, exerciseId, submissionId, revision, state, gone, rubric } = assessment
  const { autoPoints, upstreamMaxPoints, attempt, language, upstream, leaseExpiresAt } = assessment
  const tagSlugs = assessment.tagSlugs.filter((slug) => !isBuiltInTag(slug))
  const { postponed, superseded, supersededBy, completedAt } = assessment
  const marks = { postponed, superseded, supersededBy, completedAt }
  const shared = { autoPoints, upstreamMaxPoints, attempt, language, tagSlugs, upstream, ...marks }
  return {
    userId,
    locale,
    assessment: { id, courseId, exerciseId, submissionId, revision, state, gone, rubric, ...shared },
    feedback: { id: feedback.id, revision: feedback.revision, language: feedback.language, state: feedback.state },
    fields: together(fieldsOfAssessment(assessment), fieldsOfFeedback(feedback)),
    shown: {
      who: whoOf(assessment) || texts.grading.who,
      exercise: nameOfExercise(assessment, texts, locale),
      handedInAt: assessment.submittedAt,
      holder: assessment.holder && { name: assessment.holder.fullName, until: leaseExpiresAt },
      grader: assessment.grader.fullName,
      upstream: upstreamSentence({ texts, locale }, upstream, assessment),
    },
    exercise: {
      isImmediate: settings.release === 'immediate',
      addsAutoPoints: settings.autoPoints === 'added',
      leaseMinutes: settings.leaseMinutes,
      queuePath: queuePath(assessment),
    },
    progress: { graded: queue?.completedByMe ?? 0, waiting: queue?.mine ?? 0 },
    leaseLeftS: leaseLeftOf(assessment),
    whose,
    deliveryId: teaches ? (assessment.delivery?.id ?? null) : null,
    may: {
      readHistory: teaches || assessment.grader.userId === userId,
      restart: teaches,
      reveal: teaches && assessment.submitters.some(({ alias }) => alias),
      withdraw: teaches && feedback.state === 'published',
      publish: teaches && feedback.state === 'withdrawn',
    },
    goesOn,
  }
}

export const leaseLeftOf = ({ leaseExpiresAt }: Pick<Assessment, 'leaseExpiresAt'>): number | null =>
  leaseExpiresAt === null ? null : Math.round((Date.parse(leaseExpiresAt) - Date.now()) / 1000)
