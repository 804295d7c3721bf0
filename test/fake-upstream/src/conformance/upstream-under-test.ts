import { afterAll, it } from 'vitest'
import type { Json, JsonObject } from '../http/json.ts'
import type { FakeUpstream } from '../fake-upstream.ts'
import { startFakeUpstream } from '../start-fake-upstream.ts'
import { type ConformanceConfig, environmentNames, type Person, readConformanceConfig } from './config.ts'

/** What a fact needs to be tested; the names are those of `environmentNames`. */
type Need = keyof typeof environmentNames

export interface Asked {
  as?: Person
  method?: string
  headers?: Record<string, string>
  /** Fields of a body that is sent as a form. */
  form?: Record<string, string> | URLSearchParams
  /** A body that is sent as JSON. */
  json?: Json
  /** A body that is sent unchanged. */
  body?: string | FormData
}

interface Got {
  /** The whole URL that was requested. */
  url: string
  status: number
  contentType: string
  headers: Headers
  text: string
  /** The body as a JSON object; throws if it is anything else. */
  object: () => JsonObject
}

/** The A+ that the facts of one test file are tested on. */
class UpstreamUnderTest {
  readonly url: string
  readonly #simulator: FakeUpstream | null
  readonly #config: ConformanceConfig
  #disposed = 0

  constructor(config: ConformanceConfig, simulator: FakeUpstream | null) {
    this.#config = config
    this.#simulator = simulator
    this.url = config.url ?? simulator?.url ?? ''
  }

  /** For facts that need the simulator's own state; throws on another A+, where such facts are skipped. */
  get simulated(): FakeUpstream {
    if (this.#simulator === null) throw new Error('This fact needs the simulator.')
    return this.#simulator
  }

  /** A course in which the teacher, the assistant and the student have their roles, and the outsider has none. */
  get courseId(): number {
    return this.#config.courseId ?? 11
  }

  /** A course in which none of the four people has a role. */
  get otherCourseId(): number {
    return this.#config.otherCourseId ?? 13
  }

  /** An exercise of the course that is graded later, by a person. */
  get exerciseId(): number {
    return this.#config.exerciseId ?? 1103
  }

  /** A submission of the student to that exercise. */
  get submissionId(): number {
    return this.#config.submissionId ?? 3001
  }

  tokenOf(person: Person): string {
    const ids = { teacher: 101, assistant: 103, student: 201, outsider: 105 } as const
    return this.#config.tokens[person] ?? this.#simulator?.world.tokenOf(ids[person]) ?? ''
  }

  /** A secret grading URL that tests may use up; the simulator makes a new submission for each call. */
  disposableSubmissionUrl(): string {
    if (this.#simulator === null) return this.#config.submissionUrl ?? ''
    // Several students take turns, because submissions of one student beyond the limit are not official.
    this.#disposed += 1
    const { id } = this.#simulator.world.addSubmission({
      exerciseId: this.exerciseId,
      submitterIds: [211 + (this.#disposed % 15)],
    })
    return this.#simulator.submissionUrl(id)
  }

  lacks(need: Need): boolean {
    if (this.#simulator !== null) return false
    switch (need) {
      case 'teacher':
      case 'assistant':
      case 'student':
      case 'outsider':
        return this.#config.tokens[need] === null
      case 'course':
        return this.#config.courseId === null
      case 'otherCourse':
        return this.#config.otherCourseId === null
      case 'exercise':
        return this.#config.exerciseId === null
      case 'submission':
        return this.#config.submissionId === null
      case 'submissionUrl':
        return this.#config.submissionUrl === null
      case 'writes':
        return !this.#config.allowWrites
      case 'simulator':
        return true
    }
  }

  /** @param target a path below `/api/v2`, or a whole URL */
  async ask(target: string, asked: Asked = {}): Promise<Got> {
    const headers = new Headers(asked.headers)
    if (asked.as !== undefined) headers.set('Authorization', `Token ${this.tokenOf(asked.as)}`)
    if (asked.json !== undefined) headers.set('Content-Type', 'application/json')
    const body =
      asked.json !== undefined
        ? JSON.stringify(asked.json)
        : asked.form !== undefined
          ? new URLSearchParams(asked.form)
          : (asked.body ?? null)
    const url = target.startsWith('http') ? target : `${this.url}/api/v2${target}`
    const response = await fetch(url, { method: asked.method ?? 'GET', headers, body, redirect: 'manual' })
    const text = await response.text()
    return {
      url,
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      headers: response.headers,
      text,
      object: () => JSON.parse(text) as JsonObject,
    }
  }

  /** The results of a paginated reply that has one page. */
  async list(target: string, asked: Asked = {}): Promise<JsonObject[]> {
    return (await this.ask(target, asked)).object()['results'] as unknown as JsonObject[]
  }
}

/** Gives one test file its A+: a simulator of its own, unless the environment names a running A+. */
export async function openUpstreamUnderTest(): Promise<UpstreamUnderTest> {
  const config = readConformanceConfig()
  if (config.url !== null) return new UpstreamUnderTest(config, null)
  const simulator = await startFakeUpstream()
  afterAll(() => simulator.close())
  return new UpstreamUnderTest(config, simulator)
}

/**
 * Declares one fact about the A+ API. It is skipped, with the reason in its title, if something that it needs is not
 * given.
 */
export function factsAbout(upstream: UpstreamUnderTest) {
  return (sentence: string, needs: readonly Need[], prove: () => Promise<void>): void => {
    const missing = needs.filter((need) => upstream.lacks(need)).map((need) => environmentNames[need])
    const reason = missing.length === 0 ? '' : ` (left out: needs ${missing.join(', ')})`
    it.skipIf(missing.length > 0)(`${sentence}${reason}`, prove)
  }
}
