import type { Db } from '../db/db.ts'
import { listAssessmentEvents } from '../assessments/assessment-event-queries.ts'
import { findAssessment } from '../assessments/find-assessment.ts'
import { selectParkedDrafts } from '../assessments/parked-draft-queries.ts'
import { selectOpenClaims, listOwnClaims } from '../claims/list-claims.ts'
import { countOpenWork } from '../claims/count-work.ts'
import { listGraderWork } from '../claims/list-grader-work.ts'
import { listStaff } from '../claims/list-staff.ts'
import { listWaitingWork } from '../claims/list-waiting-work.ts'
import { findHoldings } from '../claims/find-holdings.ts'
import { selectQueues } from '../claims/list-queues.ts'
import { createFindCourseAccess, createListCourseHeads } from '../courses/course-access-queries.ts'
import { listDeliveryFacts } from '../delivery/delivery-facts.ts'
import { selectDeliveries } from '../delivery/delivery-views.ts'
import { listStandings } from '../delivery/standing-queries.ts'
import { anyDocument } from '../feedback/documents-of-student.ts'
import { findFeedback, listPeopleOfFeedback } from '../feedback/find-feedback.ts'
import { listFeedbackIds } from '../feedback/list-feedback-ids.ts'
import { selectFeedbackStudents } from '../feedback/list-feedback-students.ts'
import { findStudentToWriteAbout } from '../feedback/student-documents.ts'
import { findOwnFeedback, listOwnFeedback } from '../feedback/student-reads.ts'
import { listGradeCriteria } from '../grading/list-grade-criteria.ts'
import { listGrades } from '../grading/list-grades.ts'
import { previewRelease } from '../grading/release-grades.ts'
import { countAssessmentsToMigrate, listAssessmentsToMigrate } from '../rubrics/plan-migration.ts'
import { findRubric } from '../rubrics/rubric-queries.ts'
import { findSnapshotHead } from '../snapshots/snapshot-head-queries.ts'
import { findSnapshot } from '../snapshots/find-snapshot.ts'
import { selectSnippets } from '../snippets/list-snippets.ts'
import { findStudent } from '../students/find-student.ts'
import { selectStudents } from '../students/list-students.ts'
import { findSubmission } from '../submissions/find-submission.ts'
import { listAttempts } from '../submissions/list-attempts.ts'
import { selectSubmissions } from '../submissions/list-submissions.ts'
import { aSubmissionQuery } from '../submissions/submission-query.fixture.ts'
import { listUnsettledOfPerson } from '../submissions/submission-person-queries.ts'
import { personTables } from '../people/person-tables.ts'
import type { LargeCourse } from './many-courses.ts'

type StudentQuery = Parameters<typeof selectStudents>[2]

type CourseRead = (db: Db, here: LargeCourse) => Promise<unknown>
type Reads = Readonly<Record<string, CourseRead>>

const restriction = { languages: ['fi'], courseLanguages: ['fi', 'en'], tags: ['a'] }
const claimer = { userId: 101, restriction }
const submissions =
  (change: (here: LargeCourse) => Partial<Parameters<typeof aSubmissionQuery>[1]>): CourseRead =>
  (db, here) =>
    selectSubmissions(
      db,
      aSubmissionQuery(here.courseId, { limit: 51, claimer: { userId: 101, restriction: null }, ...change(here) }),
    )
const students =
  (change: Partial<StudentQuery>): CourseRead =>
  (db, { courseId }) =>
    selectStudents(db, courseId, { q: null, tag: null, visibleTo: null, after: null, limit: 201, ...change })
const grades =
  (nth: number): CourseRead =>
  async (db, { courseId, exerciseIds }) => {
    const exercise = { courseId, exerciseId: exerciseIds[nth]! }
    await listGradeCriteria(db, exercise)
    await Array.fromAsync(listGrades(db, exercise))
  }
const feedbackStudents =
  (change: Partial<Parameters<typeof selectFeedbackStudents>[1]>): CourseRead =>
  (db, { courseId }) =>
    selectFeedbackStudents(db, {
      courseId,
      state: null,
      tag: null,
      q: null,
      visibleTo: null,
      languages: null,
      courseLanguages: ['fi', 'en'],
      after: null,
      limit: 201,
      ...change,
    })
const student =
  (view: Partial<Parameters<typeof findStudent>[3]>, reader: (here: LargeCourse) => object = () => ({})): CourseRead =>
  (db, here) =>
    findStudent(db, here.courseId, here.userId, {
      visibleTo: null,
      seesAnonymous: true,
      documents: anyDocument,
      ...view,
      reader: { restriction: null, claimer: { userId: 101, restriction: null }, ofStudent: null, ...reader(here) },
    })
const own = (here: LargeCourse) => ({ ofStudent: here.userId })
const ofExercise = ({ exerciseIds }: LargeCourse) => ({ exerciseId: exerciseIds[1]! })

/** Every list, page and export that reads many people or much work of a course, by operation and form. */
export const courseReads: Reads = {
  listSubmissions: submissions(() => ({})),
  'listSubmissions ?exerciseId': submissions(ofExercise),
  'listSubmissions ?state=waiting': submissions(() => ({ state: 'waiting' })),
  'listSubmissions ?state=released': submissions(() => ({ state: 'released' })),
  'listSubmissions ?exerciseId&state=completed': submissions((here) => ({ ...ofExercise(here), state: 'completed' })),
  'listSubmissions ?attempts=latest': submissions(() => ({ attempts: 'latest' })),
  'listSubmissions of a grader by tag': submissions(() => ({ restriction, claimer })),
  'listSubmissions of a grader by tag ?exerciseId': submissions((here) => ({
    ...ofExercise(here),
    restriction,
    claimer,
  })),
  'listSubmissions ?tag': submissions(() => ({ tag: 'a' })),
  'listSubmissions ?tag&exerciseId': submissions((here) => ({ ...ofExercise(here), tag: 'a' })),
  'listSubmissions ?q': submissions(() => ({ q: 'student 77' })),
  'listSubmissions ?q of everybody': submissions(() => ({ q: 'student' })),
  'listSubmissions ?q of two letters': submissions(() => ({ q: '77' })),
  'listSubmissions ?q&exerciseId': submissions((here) => ({ ...ofExercise(here), q: 'student 77' })),
  'listSubmissions ?graderUserId': submissions(({ base }) => ({ graderUserId: base + 1 })),
  'listSubmissions ?graderUserId&q': submissions(({ base }) => ({ graderUserId: base + 1, q: 'student 77' })),
  getSubmission: (db, { submissionId, userId }) => findSubmission(db, { submissionId, userId }),
  getExerciseArchive: submissions((here) => ({ ...ofExercise(here), attempts: 'latest', limit: 200 })),
  listStudents: students({}),
  'listStudents ?tag': students({ tag: 'a' }),
  'listStudents ?q': students({ q: 'student 77' }),
  'listStudents ?q of everybody': students({ q: 'student' }),
  'listStudents ?q of two letters': students({ q: '77' }),
  'listStudents ?feedback=none': students({ feedback: { ...anyDocument, state: 'none' } }),
  'listStudents ?feedback=published': students({ feedback: { ...anyDocument, state: 'published' } }),
  'listStudents ?feedback=published&q': students({ feedback: { ...anyDocument, state: 'published' }, q: 'student' }),
  'listStudents of a grader by tag': students({ visibleTo: ['a'] }),
  'getStudent of a grader by tag': student({ visibleTo: ['a'], seesAnonymous: false }, () => ({
    restriction,
    claimer,
  })),
  listFeedbackStudents: feedbackStudents({}),
  'listFeedbackStudents ?state=none': feedbackStudents({ state: 'none' }),
  'listFeedbackStudents ?state=withdrawn': feedbackStudents({ state: 'withdrawn' }),
  'listFeedbackStudents ?q': feedbackStudents({ q: 'student 77' }),
  listQueues: (db, { courseId }) =>
    selectQueues(db, { courseId, exerciseId: null, graderId: 101, restriction: null, after: null, limit: 51 }),
  'listQueues of a grader by tag': (db, { courseId }) =>
    selectQueues(db, { courseId, exerciseId: null, graderId: 101, restriction, after: null, limit: 51 }),
  'listQueues ?exerciseId': (db, { courseId, exerciseIds }) =>
    selectQueues(db, {
      courseId,
      exerciseId: exerciseIds[1]!,
      graderId: 101,
      restriction: null,
      after: null,
      limit: 51,
    }),
  'getGradingProgress, the waiting work': (db, { courseId }) =>
    listWaitingWork(db, { courseId, exerciseId: null, tags: ['a'] }),
  'getGradingProgress, the work of graders': (db, { courseId, base, exerciseIds }) =>
    listGraderWork(db, { courseId, exerciseId: exerciseIds[1]!, graderIds: [base, base + 1] }),
  'getGradingProgress, the work of graders in all exercises': (db, { courseId, base }) =>
    listGraderWork(db, { courseId, exerciseId: null, graderIds: [base, base + 1] }),
  'getGradingProgress, the staff': (db, { courseId }) => listStaff(db, { courseId, without: [101] }),
  'getCourse, its open work': (db, { courseId }) => countOpenWork(db, courseId),
  listOpenClaims: (db, { courseId }) => selectOpenClaims(db, { courseId, after: null, limit: 51 }),
  listMyClaims: (db, { base }) => listOwnClaims(db, { graderId: base + 1, after: null, limit: 51 }),
  listDeliveries: (db, { courseId }) => selectDeliveries(db, { courseId, state: null, before: null, limit: 51 }),
  'listDeliveries ?state=refused': (db, { courseId }) =>
    selectDeliveries(db, { courseId, state: 'refused', before: null, limit: 51 }),
  'listDeliveries ?state=delivered': (db, { courseId }) =>
    selectDeliveries(db, { courseId, state: 'delivered', before: null, limit: 51 }),
  'listDeliveries ?undeliverable': (db, { courseId }) =>
    selectDeliveries(db, { courseId, state: null, undeliverable: true, before: null, limit: 51 }),
  'listDeliveries, their facts': async (db, { courseId }) => {
    const page = await selectDeliveries(db, { courseId, state: null, before: null, limit: 51 })
    await listDeliveryFacts(
      db,
      page.map(({ delivery }) => delivery.id),
    )
  },
  'refreshSnapshot, its standings': (db, { courseId, exerciseIds }) =>
    listStandings(db, { courseId, exerciseIds, readAt: '2100-01-01T00:00:00Z' }),
  listSnippets: (db, { courseId }) =>
    selectSnippets(db, { courseId, userId: 101, q: null, exerciseId: null, criterionId: null, after: null, limit: 51 }),
  'listSnippets ?q': (db, { courseId }) =>
    selectSnippets(db, {
      courseId,
      userId: 101,
      q: 'comment 77',
      exerciseId: null,
      criterionId: null,
      after: null,
      limit: 51,
    }),
  'the access to a course': (db, { courseId, userId }) => createFindCourseAccess(db)({ courseId, userId }),
  getSnapshot: (db, { courseId }) => findSnapshot(db, courseId, { staff: true }),
  'getSnapshot of students': (db, { courseId }) => findSnapshot(db, courseId, { staff: false }),
  'refreshSnapshot, the head before': (db, { courseId }) => findSnapshotHead(db, courseId),
  'getRubric, its uses': (db, { rubricId }) => findRubric(db, rubricId),
  'planRubricMigration, the number': (db, { rubricId }) => countAssessmentsToMigrate(db, migrationOf(rubricId), 10_001),
  'planRubricMigration, a page': (db, { rubricId }) =>
    listAssessmentsToMigrate(db, migrationOf(rubricId), { after: null, maxRows: 500, maxBytes: 4_000_000 }),
  'releaseGrades ?dryRun': (db, { courseId, exerciseIds }) =>
    previewRelease(db, { courseId, exerciseId: exerciseIds[1]!, assessmentIds: null, isDue: false, byUserId: 101 }),
  exportGrades: grades(1),
  'exportGrades of an anonymous exercise': grades(9),
}

/** The same of one person, one submission or one document. */
export const personReads: Reads = {
  'listSubmissions ?userId': submissions(({ userId }) => ({ userId })),
  'listSubmissions of a student': submissions(own),
  'listSubmissions of a student ?state=released': submissions((here) => ({ ...own(here), state: 'released' })),
  'listSubmissions of a student ?attempts=latest': submissions((here) => ({ ...own(here), attempts: 'latest' })),
  listAttempts: (db, here) => listAttempts(db, attemptsOf(here, 'staff')),
  'listAttempts of a student': (db, here) => listAttempts(db, attemptsOf(here, 'student')),
  getStudent: student({}),
  'getStudent of the own page': student({}, ({ userId }) => ({ claimer: null, ofStudent: userId })),
  'getStudent, what is unsettled': (db, { courseId, userId }) => listUnsettledOfPerson(db, { courseId, userId }),
  listMyFeedback: (db, { userId }) => listOwnFeedback(db, { userId, courseId: null, before: null, limit: 51 }),
  'listMyFeedback ?courseId': (db, { userId, courseId }) =>
    listOwnFeedback(db, { userId, courseId, before: null, limit: 51 }),
  getMyFeedback: (db, { userId, feedbackId }) => findOwnFeedback(db, feedbackId, userId),
  getFeedback: (db, { feedbackId }) => findFeedback(db, feedbackId),
  'getFeedback, its people': (db, { feedbackId }) => listPeopleOfFeedback(db, feedbackId),
  'the feedback of a submission': (db, { submissionId }) => listFeedbackIds(db, submissionId, 'staff'),
  'the feedback of a submission of a student': (db, { submissionId }) => listFeedbackIds(db, submissionId, 'student'),
  createStudentFeedback: (db, { courseId, userId }) =>
    findStudentToWriteAbout(db, { courseId, userId, language: 'fi' }),
  'claimNext, what the grader holds': (db, { courseId, exerciseIds, base }) =>
    findHoldings(db as never, { courseId, exerciseId: exerciseIds[1]!, graderId: base + 1 }),
  getAssessment: (db, { assessmentId }) => findAssessment(db, assessmentId),
  listAssessmentHistory: (db, { assessmentId }) => listAssessmentEvents(db, { assessmentId, before: null, limit: 51 }),
  listParkedDrafts: (db, { assessmentId }) =>
    selectParkedDrafts(db, { ownerId: 101, assessmentId, feedbackId: null, before: null, limit: 51 }),
  listCourses: (db, { courseId, userId }) => createListCourseHeads(db)({ userId, courseIds: [courseId] }),
  exportStudentData: async (db, { courseId, userId }) => {
    for (const { exported } of personTables)
      if ('list' in exported) await exported.list(db, { courseId, userId }, null, 500)
  },
}

const attemptsOf = ({ courseId, exerciseIds, userId }: LargeCourse, reader: 'staff' | 'student') => ({
  courseId,
  exerciseId: exerciseIds[1]!,
  submitterIds: [userId],
  restriction: null,
  claimer: null,
  isNamed: true,
  reader,
})

const migrationOf = (rubricId: string) => ({
  rubricId,
  toVersion: 2,
  exerciseId: null,
  include: ['in_progress', 'completed'] as const,
})
