import type { Course, Exercise } from '../world/course.ts'
import type { Submission } from '../world/submission.ts'
import type { World } from '../world/world.ts'
import type { Announce } from '../world/submission-event.ts'
import type { ApiRequest } from './api-request.ts'
import { noSuch, notFound } from './http-error.ts'
import type { Rendering } from './negotiate.ts'
import { translate, type UiLanguage } from './localise.ts'

/** A routed request, with the objects that its path names already loaded. */
export class Call {
  readonly world: World
  readonly request: ApiRequest
  readonly params: ReadonlyMap<string, number>
  /** Tells the world's owner about something that happened to a submission. */
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

  /** Loads what the path names. A+ does this before it looks at credentials, so the refusals are 404s for anybody. */
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

  /** Absolute API link without a trailing slash; carries `format` on when the request had it. */
  link(path: string): string {
    const format = this.request.query.get('format')
    return `${this.request.origin}/api/v2${path}${format === null ? '' : `?format=${encodeURIComponent(format)}`}`
  }

  /** Absolute link to an HTML page. */
  page(path: string): string {
    return `${this.request.origin}/${path}/`
  }

  translate(text: string): string {
    return translate(text, this.language)
  }
}
