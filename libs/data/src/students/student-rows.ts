import Type, { type Static } from 'typebox'

/** A student as rows give it. `lastSubmissionAt` is of the exercises that are graded by hand. */
export const rosterRow = Type.Object({
  userId: Type.Integer(),
  username: Type.String(),
  fullName: Type.String(),
  email: Type.String(),
  studentId: Type.Union([Type.String(), Type.Null()]),
  tagSlugs: Type.Array(Type.String()),
  lastSubmissionAt: Type.Union([Type.String(), Type.Null()]),
})

export interface ListedStudent extends Static<typeof rosterRow> {
  /** Nothing is assessed here yet. */
  readonly openWork: 0
  readonly finishedWork: 0
}

export function listedStudent(row: Static<typeof rosterRow>): ListedStudent {
  return { ...row, openWork: 0, finishedWork: 0 }
}
