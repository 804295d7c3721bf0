import { execFileSync } from 'node:child_process'
import { islandLimits } from '@course-grading/bundle'
import { openBrowser } from '@course-grading/test-kit/browser'
import type { Browser } from 'playwright-core'
import type { BenchOptions } from '../benchmark.ts'
import { sectionOf } from '../report.ts'
import { median } from '../summarise.ts'
import { large, long } from './course.ts'
import { typeIntoRubrics } from './bench-rubrics.ts'
import { goToNext, openPage, openSlowPage, type SlowPage, type Taken, typeInto } from './measure-pages.ts'
import { patiently } from './patiently.ts'
import { type BenchSite, withSite } from './world.ts'

type Row = readonly [what: string, aim: string, measured: string, range: string, boundary: string, ratio: string]
type Measurement = (site: BenchSite, page: SlowPage, options: BenchOptions) => Promise<Row[]>

const pagesRead = 300

/** By the names that `--only` takes. */
const measurements: Readonly<Record<string, Measurement>> = {
  memory: measureMemory,
  open: measureOpening,
  next: measureNext,
  keys: measureKeys,
  rubrics: measureRubrics,
  script: async ({ scripts }) =>
    Object.entries(scripts).map(([name, bytes]) => [
      `script of ${name}, with brotli`,
      `≤ ${inKb(islandLimits[name] ?? 0)}`,
      inKb(bytes),
      '',
      '',
      '',
    ]),
}

/** Measures the grading page in a browser, and returns the report. */
export async function benchWeb(options: BenchOptions, command: string): Promise<string> {
  options.say('Building web, and preparing the database and the servers …')
  return await withSite(async (site) => {
    const browser = await openBrowser()
    try {
      const page = await signedIn(browser, site, site.token)
      const rows: Row[] = []
      for (const [name, measure] of Object.entries(measurements)) {
        if (options.only !== undefined && options.only !== name) continue
        options.say(`${name} …`)
        const ofTeacher = name === 'rubrics' ? await signedIn(browser, site, site.teacherToken) : page
        for (const row of await measure(site, ofTeacher, options)) {
          options.say(row.join(' | '))
          rows.push(row)
        }
      }
      const columns = ['what', 'aim', 'median', 'range', 'of it the boundary', 'ratio to the page without its script']
      return sectionOf({ command, about: aboutOf(browser), columns, texts: [0, 1], rows })
    } finally {
      await browser.close()
    }
  })
}

async function signedIn(browser: Browser, { web }: BenchSite, token: string): Promise<SlowPage> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1366, height: 768 } })
  const page = await context.newPage()
  await page.goto(`${web.url}/sign-in`)
  await page.getByRole('textbox').fill(token)
  await page.getByRole('textbox').press('Enter')
  await page.waitForURL(`${web.url}/`)
  return await openSlowPage(page)
}

async function measureOpening(site: BenchSite, page: SlowPage, { rounds }: BenchOptions): Promise<Row[]> {
  const [assessment = ''] = await site.takeLarge(1)
  const [withScript, without]: [Taken[], Taken[]] = [[], []]
  // The first one fills the browser's cache, as the first page of a day does.
  await openPage(page, site, assessment, true)
  for (let round = 0; round < rounds; round += 1) {
    without.push(await openPage(page, site, assessment, false))
    withScript.push(await openPage(page, site, assessment, true))
  }
  const what = `grading page of ${large.files} files, ${large.files * large.linesOfFile} lines, usable`
  return [
    timesRow({
      what,
      aim: '≤ 1 s beside the boundary',
      taken: withScript,
      ratio: ratioOf(
        withScript.map(({ totalMs }) => totalMs),
        without.map(({ totalMs }) => totalMs),
      ),
    }),
    timesRow({ what: `${what.replace(', usable', '')}, without its script`, aim: '', taken: without, ratio: '1.00' }),
  ]
}

async function measureNext(site: BenchSite, page: SlowPage, { rounds }: BenchOptions): Promise<Row[]> {
  const [first = ''] = await site.takeLarge(1)
  await site.handInLarge(rounds + 1)
  await openPage(page, site, first, true)
  const taken: Awaited<ReturnType<typeof goToNext>>[] = []
  for (let round = 0; round <= rounds; round += 1) taken.push(await goToNext(page, site))
  // The first one is for the compiler.
  const measured = taken.slice(1)
  const aim = '≤ 0.5 s beside the boundary'
  return [
    timesRow({ what: 'the next one: its rubric', aim, taken: measured.map(({ shown }) => shown), ratio: '' }),
    timesRow({ what: 'the next one: its work', aim, taken: measured.map(({ drawn }) => drawn), ratio: '' }),
  ]
}

async function measureKeys(site: BenchSite, page: SlowPage, { rounds, seconds }: BenchOptions): Promise<Row[]> {
  const assessment = await site.takeLong()
  const keys = Math.max(10, Math.round(seconds * 10))
  const fields = {
    'in the feedback': page.page.getByRole('textbox', { name: 'Feedback', exact: true }),
    'in an annotation': page.page.getByRole('textbox', { name: /^Annotation of long\.py, line 2501$/ }),
  }
  const measured = new Map<string, { readonly withScript: number[]; readonly without: number[] }>()
  for (let round = 0; round < rounds; round += 1) {
    for (const hasScript of [false, true]) {
      await openPage(page, site, assessment, hasScript)
      for (const [where, field] of Object.entries(fields)) {
        const times = measured.get(where) ?? { withScript: [], without: [] }
        measured.set(where, times)
        times[hasScript ? 'withScript' : 'without'].push(...(await typeInto(page, field, keys)))
      }
    }
  }
  const beside = `beside ${long.lines} lines and ${long.annotations} annotations`
  return [...measured].map(([where, times]) => keysRow(`a key ${where}, ${beside}, shown`, times))
}

async function measureRubrics(site: BenchSite, page: SlowPage, { rounds, seconds }: BenchOptions): Promise<Row[]> {
  const keys = Math.max(10, Math.round(seconds * 10))
  return (await typeIntoRubrics(site, page, { rounds, keys })).map(({ what, ...times }) => keysRow(what, times))
}

interface KeyTimes {
  readonly withScript: readonly number[]
  readonly without: readonly number[]
}

function keysRow(what: string, { withScript, without }: KeyTimes): Row {
  const sorted = withScript.toSorted((a, b) => a - b)
  return [
    what,
    '≤ 50 ms',
    `${median(withScript)} ms; of 100 keys 95 within ${sorted[Math.floor(sorted.length * 0.95)]} ms`,
    `${sorted[0]}–${sorted.at(-1)} ms`,
    '',
    (median(withScript) / median(without)).toFixed(2),
  ]
}

async function measureMemory(site: BenchSite, { page }: SlowPage): Promise<Row[]> {
  const before = site.web.rssMiB()
  const assessments = await site.takeLarge(30)
  const Cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  for (let read = 0; read < pagesRead; read += 1) {
    const path = `/grade/${assessments[read % assessments.length]}`
    const reply = await patiently(
      () => fetch(site.web.url + path, { headers: { Cookie } }),
      ({ status }) => status,
    )
    if (!(await reply.text()).includes('class="row')) throw new Error(`${path} is drawn without its work`)
  }
  const what = `RSS of web after ${pagesRead} pages of ${large.files} files in 8 languages`
  // 1 MiB is 1.049 MB.
  const mb = (mib: number): string => `${Math.round(mib * 1.048_576)} MB`
  return [[what, '≤ 220 MB', mb(site.web.rssMiB()), `${mb(before)} before`, '', '']]
}

interface Times {
  readonly what: string
  readonly aim: string
  readonly taken: readonly Taken[]
  readonly ratio: string
}

function timesRow({ what, aim, taken, ratio }: Times): Row {
  const own = taken.map(({ totalMs, boundaryMs }) => totalMs - boundaryMs)
  const shown = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
  const range = `${shown(Math.min(...own))}–${shown(Math.max(...own))}`
  return [
    what,
    aim,
    `${shown(median(own))} beside it`,
    range,
    shown(median(taken.map(({ boundaryMs }) => boundaryMs))),
    ratio,
  ]
}

const ratioOf = (values: readonly number[], others: readonly number[]): string =>
  median(values.map((value, round) => value / others[round]!)).toFixed(2)

const inKb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`

const aboutOf = (browser: Browser): string[] => [
  `${whenMeasured()} Chromium ${browser.version()}, whose scripts and drawing are slowed down four times; files of the site are in its`,
  "cache. Web is the program of its image, with the image's variables. The boundary's own time is that during which a call was in flight,",
  'as a proxy between the two sees it. A key is measured by the event timing of the browser, in steps of 8 ms, from the key to the picture',
  'that shows it.',
]

/** Of which commit and day the figures are. */
function whenMeasured(): string {
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim()
  return `Commit ${commit}, ${new Date().toISOString().slice(0, 10)}.`
}
