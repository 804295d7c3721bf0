import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import type { CourseSettings } from '@course-grading/public-client'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leavesOf, writablePart } from '@course-grading/settings-comparison/leaves'
import { rounds } from '../full-run.fixture.ts'
import { editSettings } from '../yaml/edit-settings.ts'
import { readSettingsText } from '../yaml/read-settings.ts'
import { apply } from './apply.ts'
import { CourseStop } from './compare-course.ts'
import { MemoryService } from './memory-service.fixture.ts'
import { pull } from './pull.ts'

describe('any sequence of pull, edit, apply --merge and writes of others', () => {
  it('overwrites no value of others that the file has not seen and then changed', async () => {
    await fc.assert(fc.asyncProperty(fc.array(arbitraryStep(['stale']), { minLength: 10, maxLength: 30 }), play), {
      numRuns: rounds(20, 2_000),
    })
  })

  it('does so even with stale documents last seen: what is overwritten is the value that the document has', async () => {
    await fc.assert(fc.asyncProperty(fc.array(arbitraryStep([]), { minLength: 10, maxLength: 30 }), play), {
      numRuns: rounds(10, 1_000),
    })
  })
})

const change = fc.constantFrom<((settings: CourseSettingsUpdate) => void)[]>(
  ...['A', 'B', 'C'].map((name) => (settings: CourseSettingsUpdate) => void (settings.name = name)),
  ...[true, false].map((listed) => (settings: CourseSettingsUpdate) => void (settings.listed = listed)),
  ...[['fi'], ['fi', 'en'], ['en', 'fi']].map(
    (list) => (settings: CourseSettingsUpdate) => void (settings.languages = list),
  ),
  ...['group-a', 'group-b'].map((tag) => (settings: CourseSettingsUpdate) => {
    const { visibleTagSlugs: tags } = settings
    settings.visibleTagSlugs = tags.includes(tag) ? tags.filter((each) => each !== tag) : [...tags, tag]
  }),
  ...[undefined, [], ['group-a']].map((tags) => (settings: CourseSettingsUpdate) => {
    const [grader] = settings.graders
    if (grader === undefined) return
    if (tags === undefined) delete grader.gradingTags
    else grader.gradingTags = tags
  }),
  (settings) => void settings.graders.splice(0, 1),
  (settings) =>
    void (
      settings.graders.some(({ userId }) => userId === 102) || settings.graders.push({ userId: 102, languages: ['fi'] })
    ),
)

type Step = { readonly kind: (typeof kinds)[number]; readonly change: (settings: CourseSettingsUpdate) => void }
const kinds = [
  'pull',
  'edit',
  'edit',
  'apply',
  'apply',
  'foreign',
  'foreign',
  'race',
  'reply',
  'everything',
  'crash',
  'outage',
  'revert',
  'revert',
  'stale',
] as const
const arbitraryStep = (without: readonly string[]): fc.Arbitrary<Step> =>
  fc.record({ kind: fc.constantFrom(...kinds.filter((kind) => !without.includes(kind))), change })

async function play(steps: readonly Step[]): Promise<void> {
  const world = new World()
  try {
    for (const step of [{ kind: 'pull', change: () => {} } as const, ...steps]) await world.take(step)
  } finally {
    world.close()
  }
}

/** A teacher's folder, the service, and what is known of who wrote what. */
class World {
  readonly #folder = mkdtempSync(join(tmpdir(), 'writes-'))
  readonly #file = { courseId: 11, name: 'course-11.yaml', path: join(this.#folder, 'course-11.yaml') }
  readonly #service = new MemoryService()
  readonly #deps = { client: this.#service, progress: () => {} }
  /** Paths whose value in the file the teacher wrote, and of these those that the service has had since. */
  readonly #own = new Set<string>()
  readonly #delivered = new Set<string>()
  #isStale = false
  /** What the service had before its latest change. */
  #before = this.#service.settings

  close(): void {
    rmSync(this.#folder, { recursive: true })
  }

  async take({ kind, change: changed }: Step): Promise<void> {
    const writeOfOthers = () => {
      const next = writablePart(this.#service.settings)
      this.#before = this.#service.settings
      changed(next)
      this.#service.store(next)
    }
    if (kind === 'edit') this.#edit(changed)
    else if (kind === 'foreign') writeOfOthers()
    else if (kind === 'race') this.#service.race = writeOfOthers
    else if (kind === 'outage') this.#service.isDownAfterWrite = true
    else if (kind === 'revert') this.#service.store(writablePart(this.#before))
    else if (kind === 'stale') this.#restoreDocument()
    else if (kind === 'pull' || kind === 'apply') await this.#run(kind)
    else this.#service.loss = kind
  }

  async #run(kind: 'pull' | 'apply'): Promise<void> {
    const [file, seen] = [
      existsSync(this.#file.path) ? this.#fileLeaves() : new Map<string, string>(),
      this.#seenLeaves(),
    ]
    this.#service.onWrite = (before, after) => this.#judge(file, seen, before, after)
    if (!existsSync(`${this.#folder}/old.json`)) this.#keepDocument()
    const command =
      kind === 'pull' ? pull(this.#deps, this.#file) : apply(this.#deps, this.#file, (option) => option === 'merge')
    await command.catch((problem: unknown) => {
      // A conflict, a failed read, or a process that ended.
      if (!(problem instanceof CourseStop)) expect(String(problem)).toMatch(/No reply came|the process ends/)
    })
    if (!existsSync(this.#file.path)) return
    for (const path of changedPaths(file, this.#fileLeaves())) this.#own.delete(path)
  }

  /** What a write of the command changes must be the teacher's own change of a value that the file has seen. */
  #judge(file: Leaves, seen: Leaves, before: CourseSettings, after: CourseSettings): void {
    this.#before = before
    const [old, next] = [leavesIn(before), leavesIn(after)]
    for (const path of changedPaths(old, next)) {
      const facts = { path, seen: seen.get(path), file: file.get(path) }
      expect(facts).toEqual({ path, seen: old.get(path), file: next.get(path) })
      if (!this.#isStale)
        expect({ path, isOwn: this.#own.has(path), isAgain: this.#delivered.has(path) }).toEqual({
          path,
          isOwn: true,
          isAgain: false,
        })
      this.#delivered.add(path)
    }
  }

  #edit(changed: Step['change']): void {
    if (!existsSync(this.#file.path)) return
    const reading = readSettingsText(readFileSync(this.#file.path, 'utf8'))
    if ('faults' in reading) throw new Error(JSON.stringify(reading.faults))
    const next = structuredClone(reading.settings)
    changed(next)
    const before = this.#fileLeaves()
    const edited = editSettings(reading, next)
    if (!('source' in edited)) throw new Error(JSON.stringify(edited.faults))
    writeFileSync(this.#file.path, edited.source.text)
    for (const path of changedPaths(before, this.#fileLeaves())) {
      this.#own.add(path)
      this.#delivered.delete(path)
    }
  }

  /** As a scheduled job that could not commit what it has seen. */
  #restoreDocument(): void {
    if (!existsSync(`${this.#folder}/old.json`)) return
    cpSync(`${this.#folder}/old.json`, `${this.#folder}/.course-settings/11.json`)
    this.#isStale = true
  }

  #keepDocument(): void {
    const path = `${this.#folder}/.course-settings/11.json`
    if (existsSync(path)) cpSync(path, `${this.#folder}/old.json`)
  }

  #seenLeaves(): Leaves {
    const path = `${this.#folder}/.course-settings/11.json`
    return existsSync(path) ? leavesIn(JSON.parse(readFileSync(path, 'utf8')) as CourseSettings) : new Map()
  }

  #fileLeaves(): Leaves {
    const reading = readSettingsText(readFileSync(this.#file.path, 'utf8'))
    if ('faults' in reading) throw new Error(JSON.stringify(reading.faults))
    return leavesIn(reading.settings as never)
  }
}

type Leaves = ReadonlyMap<string, string>

function leavesIn(settings: CourseSettings): Leaves {
  return new Map(
    [...leavesOf(settings as never)].map(([path, value]) => [
      path,
      JSON.stringify(path === '$.languages' ? value : [value].flat().sort()),
    ]),
  )
}

function changedPaths(before: Leaves, after: Leaves): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path))
}
