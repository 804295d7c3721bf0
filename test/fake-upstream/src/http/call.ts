import type { Course, Exercise } from '../world/course.ts'
import type { Submission } from '../world/submission.ts'
import type { World } from '../world/world.ts'
import type { Announce } from '../world/submission-event.ts'
import type { ApiRequest } from './api-request.ts'
import { noSuch, notFound } from './http-error.ts'
import type { Rendering } from './negotiate.ts'
import { translate, type UiLanguage } from './localise.ts'

/** A routed request, with the objects that its path names. */
export class Call {
  readonly world: World
  readonly request: ApiRequest
  readonly params: ReadonlyMap<string, number>
  /** Publishes that something happened to a submission. */
  readonly announce: Announce
  rendering: Rendering = 'json'
  language: UiLanguage = 'en'
  #course: Course | null = null
  #exercise: Exercise | null = null
  #submission: Submission | null = null

  constructor(world: World, request: ApiRequest, params: ReadonlyMap<string, number>, announce: Announce) {
    this.world = world
    this.request = request
    this.params = params
    this.announce = announce
  }

  /**
   * Loads the objects that the path names. A+ does this before it reads credentials, so a missing object is 404 for
   * anybody.
   */
  load(): void {
    if (this.params.has('submissionId')) {
      this.#submission = this.world.submissions.get(this.id('submissionId')) ?? null
      if (this.#submission === null) throw notFound('Submission not found')
      this.#exercise = this.world.exercise(this.#submission.exerciseId)
    } else if (this.params.has('exerciseId')) {
      this.#exercise = this.world.exercises.get(this.id('exerciseId')) ?? null
      if (this.#exercise === null || this.#exercise.kind === 'chapter') throw noSuch('BaseExercise')
    }
    if (this.#exercise !== null) this.#course = this.world.course(this.#exercise.courseId)
    else if (this.params.has('courseId')) {
      this.#course = this.world.courses.get(this.id('courseId')) ?? null
      if (this.#course === null) throw notFound('Course not found')
    }
  }

  id(name: string): number {
    const value = this.params.get(name)
    if (value === undefined) throw new Error(`The route has no parameter ${name}.`)
    return value
  }

  get course(): Course {
    if (this.#course === null) throw new Error('The route names no course.')
    return this.#course
  }

  get exercise(): Exercise {
    if (this.#exercise === null) throw new Error('The route names no exercise.')
    return this.#exercise
  }

  get submission(): Submission {
    if (this.#submission === null) throw new Error('The route names no submission.')
    return this.#submission
  }

  get hasCourse(): boolean {
    return this.#course !== null
  }

  /** An absolute API link without a trailing slash. It has the `format` of the request, if there was one. */
  link(path: string): string {
    const format = this.request.query.get('format')
    return `${this.request.origin}/api/v2${path}${format === null ? '' : `?format=${encodeURIComponent(format)}`}`
  }

  /** An absolute link to an HTML page. */
  page(path: string): string {
    return `${this.request.origin}/${path}/`
  }

  translate(text: string): string {
    return translate(text, this.language)
  }
}
