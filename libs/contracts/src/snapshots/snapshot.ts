import Type, { type Static } from 'typebox'
import { courseTag } from '../settings/course-settings.ts'
import { extensibleEnum } from '../schemas/extensible-enum.ts'
import { upstreamId } from '../schemas/ids.ts'
import { instant, revisionOf } from '../schemas/paging.ts'

const change = { added: Type.Integer(), removed: Type.Integer() }
const taken = { revision: revisionOf('Rises with every snapshot.'), takenAt: instant('When it was taken.') }

export const snapshot = Type.Object(
  {
    ...taken,
    modules: Type.Array(
      Type.Object({
        id: upstreamId('The module.'),
        name: Type.String({ description: 'The name, language markup included.' }),
        open: Type.Boolean(), // the platform's `is_open`
        exercises: Type.Array(
          Type.Object({
            exerciseId: upstreamId('The exercise.'),
            name: Type.String({ description: 'The name, language markup included.' }),
            maxPoints: Type.Integer(),
            manual: Type.Boolean({ description: 'Whether it is graded by hand.' }),
          }),
        ),
      }),
    ),
    tags: Type.Optional(Type.Array(courseTag, { description: 'For staff only.' })),
  },
  { title: 'Snapshot', description: 'Modules, exercises and tags of a course at one time.' },
)
export type Snapshot = Static<typeof snapshot>

export const snapshotChanges = Type.Object(
  {
    ...taken,
    students: Type.Object(change),
    taggings: Type.Object(change), // a tagging is one tag of one student
    exercises: Type.Object({ ...change, renamed: Type.Integer() }),
    warnings: Type.Array(
      Type.Object({
        code: extensibleEnum(
          ['submissions_unavailable', 'submissions_missing', 'exercise_gone'],
          [
            '`submissions_unavailable`: the learning platform could not list the submissions of this exercise, so they are as before.',
            '`submissions_missing`: the lists lack more submissions than can be checked one by one, so none was marked as gone.',
            '`exercise_gone`: the learning platform no longer has the exercise.',
          ].join(' '),
        ),
        exerciseId: upstreamId('The exercise.'),
      }),
    ),
  },
  { title: 'SnapshotChanges', description: 'What a refresh changed.' },
)
export type SnapshotChanges = Static<typeof snapshotChanges>
