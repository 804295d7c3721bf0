import { fullRun } from '@course-grading/data/testing/full-run'
import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { changeOf } from '@course-grading/test-kit'
import { describe, expect } from 'vitest'
import { askFrontend, signIn } from '../frontend-client.ts'
import type { ServiceProcess } from '../service-process.ts'
import { it as onServices } from '../system-test.ts'
import { type SystemWorld, writeSettings } from '../world.ts'

describe('settings written through two boundaries and three processes at once', () => {
  it(
    `lose nobody's change: ${writers} writers in four ways, ${writesInAll} writes`,
    { timeout: 480_000 },
    async ({ race }) => {
      const { world, frontends } = race
      const attempts: Attempt[] = []
      let begun = 0
      await Promise.all(
        Array.from({ length: writers }, async (_, writer) => {
          // A slow writer may lose for a while, so the race ends when every kind of writer has won.
          for (let turn = 0; begun < writesInAll || !everyWayWon(attempts); turn += 1) {
            begun += 1
            attempts.push(
              await ways[writer % ways.length]!(race, writer, turn, await settingsNow(race, frontendOf(race, writer))),
            )
          }
        }),
      )
      expect(new Set(attempts.map(({ status, code }) => `${status} ${code}`))).toEqual(
        new Set(['200 undefined', '412 revision_conflict']),
      )
      const won = attempts.flatMap((each) => each.won ?? [])

      const { rows } = await world.query(
        'SELECT revision, operation, before, after FROM course_settings_revision WHERE course_id = 11 ORDER BY revision',
      )
      const history = rows as HistoryRow[]
      const last = await settingsNow(race, frontends[1])
      expect(history.map(({ revision }) => revision)).toEqual(
        Array.from({ length: last.revision }, (_, index) => index + 1),
      )
      expect(history.at(-1)?.after).toEqual(last)
      // Each accepted write is one revision, and the others are refreshes that found something new.
      expect(won.map(({ revision }) => revision).toSorted((a, b) => a - b)).toEqual(
        history
          .slice(1)
          .filter(({ operation }) => operation !== 'refreshCourseTags')
          .map(({ revision }) => revision),
      )
      for (const { read, revision, operation, part } of won) {
        expect(revision).toBe(read + 1)
        expect(history[revision - 1]).toMatchObject({ operation, after: { revision, ...part } })
      }

      for (const { operation, before, after } of history.slice(1)) {
        expect(before).toEqual(history[after.revision - 2]?.after)
        const changed = Object.entries(after)
          .filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before?.[field as keyof CourseSettings]))
          .map(([field]) => field)
        expect(changed.filter((field) => !mayChange[operation]?.includes(field as keyof CourseSettings))).toEqual([])
        // A refresh that finds nothing makes no revision.
        if (operation === 'refreshCourseTags') expect(changed.toSorted()).toEqual(['revision', 'tags'])
      }
      for (const operation of Object.keys(mayChange))
        expect(history.filter((row) => row.operation === operation).length, operation).toBeGreaterThan(1)
    },
  )

  it('kept every slug that the course had', async ({ race }) => {
    const { world, frontends, session } = race
    const { rows } = await world.query<{ slug: string }>(
      `SELECT DISTINCT after ->> 'slug' AS slug FROM course_settings_revision WHERE course_id = 11`,
    )
    const { slug: current } = await settingsNow(race, frontends[0])
    expect(rows.length).toBeGreaterThan(2)
    for (const { slug } of rows) {
      const answer = await askFrontend(frontends[1], 'GET', `/courses/by-slug/${slug}`, { session })
      expect(await answer.json()).toMatchObject({
        courseId: 11,
        slug: current,
        ...(slug !== current && { movedTo: current }),
      })
    }
  })

  it('shows each revision of the history once, page by page', async ({ race }) => {
    const { frontends, session } = race
    const revisions: number[] = []
    let query = '?limit=37'
    for (;;) {
      const page = (await (
        await askFrontend(frontends[0], 'GET', `${path}/revisions${query}`, { session })
      ).json()) as { items: { revision: number }[]; nextCursor: string | null }
      revisions.push(...page.items.map(({ revision }) => revision))
      if (page.nextCursor === null) break
      query = `?limit=37&cursor=${encodeURIComponent(page.nextCursor)}`
    }
    const { revision } = await settingsNow(race, frontends[1])
    expect(revisions).toEqual(Array.from({ length: revision }, (_, index) => revision - index))
  })
})

interface Race {
  readonly world: SystemWorld
  readonly publicApi: ServiceProcess
  readonly frontends: readonly [ServiceProcess, ServiceProcess]
  readonly session: string
}

const csvHeader = 'email;languages;feedbackTags;gradingTags'

/** One attempt of a writer, and the part of the document that it changed if it was accepted. */
interface Attempt {
  readonly status: number
  readonly code: string | undefined
  /** Null if the attempt was not accepted, or was a refresh without a change. */
  readonly won: {
    readonly read: number
    readonly revision: number
    readonly operation: string
    readonly part: Partial<CourseSettings>
  } | null
}

type Way = (race: Race, writer: number, turn: number, current: CourseSettings) => Promise<Attempt>

const attempt = async (
  answer: Response,
  read: number,
  operation: string,
  part: Partial<CourseSettings>,
): Promise<Attempt> => {
  const body = (await answer.json()) as { revision?: number; code?: string; error?: { code: string } }
  return {
    status: answer.status,
    code: body.code ?? body.error?.code,
    won: body.revision === undefined ? null : { read, revision: body.revision, operation, part },
  }
}

const settingsNow = async ({ session }: Race, process: ServiceProcess): Promise<CourseSettings> =>
  (await (await askFrontend(process, 'GET', path, { session })).json()) as CourseSettings
/** Each of the two boundaries has writers of every kind. */
const frontendOf = ({ frontends }: Race, writer: number): ServiceProcess =>
  frontends[Math.floor(writer / ways.length) % 2]!

const [publicPut, internalPut, csvImport, tagRefresh]: readonly [Way, Way, Way, Way] = [
  async ({ publicApi }, writer, turn, current) => {
    const part = { name: `public ${writer} ${turn}` }
    const body = JSON.stringify({ ...changeOf(current), ...part })
    return attempt(
      await writeSettings(publicApi, { ifMatch: `"${current.revision}"`, body }),
      current.revision,
      'putCourseSettings',
      part,
    )
  },
  async (race, writer, turn, current) => {
    // Sometimes it is a slug that the course had before.
    const part = {
      courseConfigUrl: `https://example.org/${writer}/${turn}`,
      ...(turn % 4 > 0 && { slug: `prog-${(writer + turn) % 7}` }),
    }
    const answer = await askFrontend(frontendOf(race, writer), 'PUT', path, {
      session: race.session,
      ifMatch: `"${current.revision}"`,
      body: { ...changeOf(current), ...part },
    })
    return attempt(answer, current.revision, 'putCourseSettings', part)
  },
  async (race, writer, turn, current) => {
    const languages = turn % 2 === 0 ? ['fi'] : ['en', 'fi']
    const graders = [
      {
        userId: writer % 4 < 2 ? 102 : 103,
        languages,
        feedbackTags: [['group-a', 'group-b', 'retaking'][(writer + turn) % 3]!],
      },
    ]
    const rows = graders.map(
      ({ userId, feedbackTags }) => `${userId};"${languages.join(',')}";${feedbackTags.join(',')};`,
    )
    const answer = await askFrontend(frontendOf(race, writer), 'PUT', '/courses/11/graders', {
      session: race.session,
      ifMatch: `"${current.revision}"`,
      body: [csvHeader, ...rows].join('\r\n'),
    })
    return attempt(answer, current.revision, 'importGraders', { graders })
  },
  async (race, writer, turn) => {
    // Every other refresh finds nothing new.
    for (const tag of race.world.upstream.world.tagsOf(11))
      if (turn % 2 === 0 && tag.slug === 'retaking') tag.description = `by ${writer}, ${turn}`
    const answer = await askFrontend(frontendOf(race, writer), 'POST', `${path}/refresh`, {
      session: race.session,
      body: {},
    })
    return { status: answer.status, code: ((await answer.json()) as { code?: string }).code, won: null }
  },
]

/** Writers that must call the platform lose more often, so there are more of them. */
const ways = [publicPut, internalPut, internalPut, csvImport, csvImport, csvImport, csvImport, tagRefresh]

interface HistoryRow {
  readonly revision: number
  readonly operation: string
  readonly before: CourseSettings | null
  readonly after: CourseSettings
}

/** The members that each kind of writer may change. All others stay as in the revision before. */
const mayChange: Readonly<Record<string, readonly (keyof CourseSettings)[]>> = {
  putCourseSettings: ['revision', 'name', 'courseConfigUrl', 'slug'],
  importGraders: ['revision', 'graders'],
  refreshCourseTags: ['revision', 'tags'],
}

const everyWayWon = (attempts: readonly Attempt[]): boolean => {
  const won = attempts.flatMap((each) => each.won ?? [])
  const slugs = new Set(won.flatMap(({ part }) => part.slug ?? []))
  return slugs.size > 2 && won.filter(({ operation }) => operation === 'importGraders').length > 1
}

const writers = 32
const writesInAll = fullRun ? 4000 : 800

const path = '/courses/11/settings'
const it = onServices.extend('race', { scope: 'file' }, async ({ world }): Promise<Race> => {
  const [publicApi, first, second] = await Promise.all([
    world.start('public-api'),
    world.start('frontend-internal'),
    world.start('frontend-internal'),
  ])
  return { world, publicApi, frontends: [first, second], session: await signIn(first) }
})
