import Type, { type Static } from 'typebox'
import { upstreamId } from '../schemas/ids.ts'
import { instant, nullable } from '../schemas/paging.ts'
import { personRef } from '../schemas/person-ref.ts'
import { exerciseName } from '../snapshots/exercise-name.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })
const listOf = (description: string) => nullable(Type.Array(Type.String(), { description }))

const graderProgress = Type.Object(
  {
    person: personRef,
    listed: Type.Boolean({ description: 'Whether the settings of the course list the person as a grader.' }),
    languages: listOf('The languages in which the settings let the person grade; null if not listed.'),
    gradingTags: listOf('The tags whose students the person grades; null for all, and if not listed.'),
    mayGrade: nullable(
      count('Waiting submissions that these languages and tags admit, the own ones included; null if not listed.'),
    ),
    holds: count('Submissions that the person holds.'),
    left: count('Begun submissions of which the person judged last, and that nobody holds.'),
    completed: count('Submissions with a result, released or not, of which the person judged last.'),
    lastSavedAt: nullable(instant('The last save of the submissions of which the person judged last.')),
    points: nullable(
      Type.Object(
        {
          mean: Type.Number({ description: 'The mean.' }),
          spread: Type.Number({ description: 'The standard deviation, of all of them.' }),
        },
        {
          description:
            'Of the points of results that stand; only with `exerciseId`, and if the person has at least five of them.',
        },
      ),
    ),
  },
  { title: 'GraderProgress', description: 'What a grader may grade, holds and has graded.' },
)

const stuck = Type.Object(
  {
    exerciseId: upstreamId('The exercise.'),
    exerciseName,
    languages: Type.Array(Type.Object({ language: Type.String(), count: Type.Integer({ minimum: 1 }) }), {
      description: 'Waiting submissions in a language in which no listed grader grades.',
    }),
    byTags: count('Other waiting submissions: listed graders of their language grade students with other tags.'),
  },
  { title: 'Stuck', description: 'Waiting submissions of an exercise that claimNext offers to no listed grader.' },
)

export const gradingProgress = Type.Object(
  {
    graders: Type.Array(graderProgress, {
      maxItems: 500,
      description: 'Listed graders as in the settings, then others who hold or judged last, by id.',
    }),
    staff: Type.Array(personRef, {
      maxItems: 200,
      description: 'Staff of the course whose names are known, without the listed graders, by name.',
    }),
    stuck: Type.Array(stuck, { description: 'Exercises with such submissions, by id; none if nobody is listed.' }),
  },
  { title: 'GradingProgress', description: 'Who grades how much in a course, and what nobody will be offered.' },
)
export type GradingProgress = Static<typeof gradingProgress>
