import { createHash } from 'node:crypto'
import type { Course, CourseModule, CourseRole, Enrolment, Exercise, NewExercise } from './course.ts'
import type { Submission } from './submission.ts'
import { submissionHash } from './submission.ts'
import type { Tagging, UserTag } from './tag.ts'
import { demoTokenOf, type NewUser, type User } from './user.ts'

/** Services that A+ calls in the middle of a request; each is waited for. Nothing happens in those that are left out. */
export interface CalledServices {
  /** The exercise's grading service, at a submit and a re-submit. */
  grading?: (submission: Submission) => Promise<void> | void
  /** The course's hook, after each grading. */
  postGradingHook?: (submission: Submission) => Promise<void> | void
}

/** Everything the simulated A+ knows, in memory. Tests may change it while the server runs. */
export class World {
  readonly users = new Map<number, User>()
  readonly courses = new Map<number, Course>()
  /** Course id → user id → enrolment. */
  readonly enrolments = new Map<number, Map<number, Enrolment>>()
  readonly modules = new Map<number, CourseModule>()
  readonly exercises = new Map<number, Exercise>()
  readonly tags = new Map<number, UserTag>()
  readonly taggings = new Map<number, Tagging>()
  readonly submissions = new Map<number, Submission>()
  /** Exercise id → submission ids, oldest first. */
  readonly submissionsOf = new Map<number, number[]>()
  /** Differences of the replies of an older or newer A+. */
  readonly features = {
    /** If false, `/users/me` has only `staff_courses`, as before version 1.26. */
    roleCourseLists: true,
    /** If false, a course's exercises leave hidden modules out for teachers, too, as before version 1.31. */
    teachersListHiddenModules: true,
    /** If false, the exercises' grading services do not reply, so new submissions stay `initialized`. */
    gradingServiceUp: true,
  }
  /** What happens while A+ waits for a service that it calls. It has read the row before, and writes the whole of it after. */
  calledServices: CalledServices = {}
  /** Epoch milliseconds; a test may set it. */
  now: () => number = Date.now
  /** Deviations without penalty: `<exercise id> <user id>` → extra milliseconds. No API shows them. */
  readonly deadlineExtensions = new Map<string, number>()
  readonly #tokens = new Map<string, number>()
  readonly #slugsOf = new Map<string, Set<string>>()
  #lastId = 900_000
  #tokenGeneration = 0

  /** New ids are above this from now on. */
  continueIdsAfter(id: number): void {
    this.#lastId = Math.max(this.#lastId, id)
  }

  /** An id no object of the demo world has. */
  nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  addUser(given: NewUser): User {
    const id = given.id ?? this.#freeUserId()
    const user: User = {
      profileId: id + 5000,
      studentId: null,
      email: `${given.username}@example.org`,
      firstName: given.username,
      lastName: 'Example',
      isExternal: false,
      isSuperuser: false,
      isSiteStaff: false,
      isActive: true,
      token: demoTokenOf(id),
      language: '',
      ...given,
      id,
    }
    this.users.set(id, user)
    if (user.token !== null) this.#tokens.set(user.token, id)
    return user
  }

  user(userId: number): User {
    return known(this.users.get(userId), `user ${userId}`)
  }

  course(courseId: number): Course {
    return known(this.courses.get(courseId), `course ${courseId}`)
  }

  exercise(exerciseId: number): Exercise {
    return known(this.exercises.get(exerciseId), `exercise ${exerciseId}`)
  }

  module(moduleId: number): CourseModule {
    return known(this.modules.get(moduleId), `module ${moduleId}`)
  }

  submission(submissionId: number): Submission {
    return known(this.submissions.get(submissionId), `submission ${submissionId}`)
  }

  addCourse(course: Course): Course {
    this.courses.set(course.id, course)
    if (!this.enrolments.has(course.id)) this.enrolments.set(course.id, new Map())
    return course
  }

  /** Belongs to the module's course unless it is given another one. */
  addExercise(given: NewExercise): Exercise {
    const exercise: Exercise = {
      courseId: this.module(given.moduleId).courseId,
      parentId: null,
      order: 1,
      kind: 'exercise',
      name: `Exercise ${given.id}`,
      category: 'Exercises',
      maxPoints: 10,
      maxSubmissions: 10,
      pointsToPass: 0,
      difficulty: '',
      hasSubmittableFiles: false,
      status: 'ready',
      allowAssistantViewing: true,
      feedbackRevealed: true,
      grading: { kind: 'deferred' },
      templates: {},
      formSpec: [{ key: 'answer', type: 'textarea', title: 'Reply', required: false }],
      formI18n: {},
      ...given,
    }
    this.exercises.set(given.id, exercise)
    return exercise
  }

  userByToken(token: string): User | null {
    const userId = this.#tokens.get(token)
    return userId === undefined ? null : this.user(userId)
  }

  tokenOf(userId: number): string {
    return known(this.user(userId).token ?? undefined, `token of user ${userId}`)
  }

  /** Makes a new token. The old one is invalid at once. */
  regenerateToken(userId: number): string {
    this.revokeToken(userId)
    this.#tokenGeneration += 1
    const token = createHash('sha1').update(`${userId} ${this.#tokenGeneration}`).digest('hex')
    this.user(userId).token = token
    this.#tokens.set(token, userId)
    return token
  }

  revokeToken(userId: number): void {
    const user = this.user(userId)
    if (user.token !== null) this.#tokens.delete(user.token)
    user.token = null
  }

  setActive(userId: number, isActive: boolean): void {
    this.user(userId).isActive = isActive
  }

  /** Gives the user this one role in the course, instead of any other. */
  setRole(courseId: number, userId: number, role: CourseRole, status: Enrolment['status'] = 'active'): void {
    this.user(userId)
    known(this.enrolments.get(courseId), `course ${courseId}`).set(userId, { userId, role, status })
  }

  removeRole(courseId: number, userId: number): void {
    this.enrolments.get(courseId)?.delete(userId)
  }

  /** The active role, superusers not considered; null for everybody else. */
  roleOf(courseId: number, userId: number): CourseRole | null {
    const enrolment = this.enrolments.get(courseId)?.get(userId)
    return enrolment?.status === 'active' ? enrolment.role : null
  }

  /** Active students by user id. */
  studentIdsOf(courseId: number): number[] {
    const rows = [...(this.enrolments.get(courseId)?.values() ?? [])]
    return rows
      .filter((row) => row.role === 'student' && row.status === 'active')
      .map((row) => row.userId)
      .sort((a, b) => a - b)
  }

  /** The course's own tags by name; the two built-in ones have no rows. */
  tagsOf(courseId: number): UserTag[] {
    return [...this.tags.values()]
      .filter((tag) => tag.courseId === courseId)
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id))
  }

  addTag(tag: Omit<UserTag, 'id' | 'description' | 'visibleToStudents' | 'color'> & Partial<UserTag>): UserTag {
    const row: UserTag = {
      description: '',
      visibleToStudents: false,
      color: '#CD0000',
      ...tag,
      id: tag.id ?? this.nextId(),
    }
    this.tags.set(row.id, row)
    return row
  }

  /** Removes a tag, also from the users who have it. */
  removeTag(tagId: number): void {
    this.tags.delete(tagId)
    for (const tagging of this.taggings.values()) if (tagging.tagId === tagId) this.removeTagging(tagging.id)
  }

  addTagging(tagId: number, userId: number): Tagging {
    const tag = known(this.tags.get(tagId), `tag ${tagId}`)
    const tagging = { id: this.nextId(), tagId, userId }
    this.taggings.set(tagging.id, tagging)
    const key = `${tag.courseId} ${userId}`
    this.#slugsOf.set(key, (this.#slugsOf.get(key) ?? new Set()).add(tag.slug))
    return tagging
  }

  removeTagging(taggingId: number): void {
    this.taggings.delete(taggingId)
    this.#slugsOf.clear()
    for (const { tagId, userId } of this.taggings.values()) {
      const tag = this.tags.get(tagId)
      if (tag === undefined) continue
      const key = `${tag.courseId} ${userId}`
      this.#slugsOf.set(key, (this.#slugsOf.get(key) ?? new Set()).add(tag.slug))
    }
  }

  /** Slugs of the course's own tags that the user has. */
  tagSlugsOf(courseId: number, userId: number): string[] {
    return [...(this.#slugsOf.get(`${courseId} ${userId}`) ?? [])].sort()
  }

  /** Stores a submission. Members that are left out have the values of a submission that A+ has just accepted. */
  addSubmission(given: Partial<Submission> & { exerciseId: number; submitterIds: number[] }): Submission {
    const id = given.id ?? this.nextId()
    const submission: Submission = {
      submittedAtMs: this.now(),
      status: 'waiting',
      grade: 0,
      latePenaltyApplied: null,
      gradedAtMs: null,
      graderId: null,
      feedback: '',
      assistantFeedback: '',
      gradingData: null,
      answers: [],
      files: [],
      language: 'en',
      notified: false,
      notificationSeen: false,
      notifications: [],
      hash: submissionHash(id),
      timesGraded: 0,
      ...given,
      id,
    }
    this.submissions.set(id, submission)
    const ids = this.submissionsOf.get(given.exerciseId)
    if (ids === undefined) this.submissionsOf.set(given.exerciseId, [id])
    else ids.push(id)
    return submission
  }

  /** As staff of a course do on a page of A+, at any time after the submission. */
  setSubmitters(submissionId: number, submitterIds: readonly number[]): void {
    for (const userId of submitterIds) this.user(userId)
    this.submission(submissionId).submitterIds = [...submitterIds]
  }

  removeSubmission(submissionId: number): void {
    const submission = this.submission(submissionId)
    this.submissions.delete(submissionId)
    const rest = (this.submissionsOf.get(submission.exerciseId) ?? []).filter((id) => id !== submissionId)
    this.submissionsOf.set(submission.exerciseId, rest)
  }

  /** Path and query of the URL that lets its holder grade this submission. */
  submissionUrlPath(submissionId: number): string {
    const { hash } = this.submission(submissionId)
    return `/api/v2/submissions/${submissionId}/grader?token=s${submissionId.toString(16)}.${hash}`
  }

  #freeUserId(): number {
    let id = 2001
    while (this.users.has(id)) id += 1
    return id
  }
}

function known<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The simulated world has no ${what}.`)
  return value
}
