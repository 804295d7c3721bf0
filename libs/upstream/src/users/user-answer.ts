import Type, { type Static } from 'typebox'
import { answerCheck, nullable, text, upstreamId } from '../answers/answer-check.ts'

const courseBriefs = Type.Array(Type.Object({ id: upstreamId }), { maxItems: 10_000 })

/** A user as `GET /users/me` and `GET /users/{id}` tell it. `teacher_courses` came with A+ 1.26. */
const userAnswer = Type.Object({
  id: upstreamId,
  username: text,
  student_id: nullable(text),
  email: text,
  full_name: text,
  enrolled_courses: courseBriefs,
  staff_courses: courseBriefs,
  teacher_courses: Type.Optional(courseBriefs),
})

export const checkUserAnswer = answerCheck(userAnswer)

export function courseIds(briefs: Static<typeof courseBriefs>): number[] {
  return briefs.map((brief) => brief.id)
}
