import { anyDocument } from '../feedback/documents-of-student.ts'
import { findSnapshot } from '../snapshots/find-snapshot.ts'
import { findStudent } from '../students/find-student.ts'
import { selectStudents } from '../students/list-students.ts'
import { openData } from './open-data.ts'

/** A database, and what its snapshots show of people, submissions and exercises. */
export async function openSnapshots() {
  const data = await openData()
  const { database } = data
  const roster = (courseId: number) =>
    selectStudents(database, courseId, { q: null, tag: null, visibleTo: null, after: null, limit: 2_000 })
  const submissionsOf = async (courseId: number, userId: number) => {
    const seen = {
      visibleTo: null,
      reader: { restriction: null, claimer: null, ofStudent: null },
      seesAnonymous: true,
      documents: anyDocument,
    }
    return (await findStudent(database, courseId, userId, seen))?.submissions.map((row) => row.submissionId)
  }
  const exercisesSeen = async (courseId: number, staff: boolean) =>
    (await findSnapshot(database, courseId, { staff }))?.modules.map(({ id, exercises }) => [
      id,
      ...exercises.map((row) => row.exerciseId),
    ])
  return { ...data, roster, submissionsOf, exercisesSeen }
}
