import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type { SubmissionRow } from '@course-grading/contracts/submissions/submission'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { en } from '../texts/en.ts'
import { shownListOf } from './queue-lists.ts'
import { QueuePage } from './queue-page.tsx'
import { QueueTable } from './queue-table.tsx'

describe('a table', () => {
  it('leaves out a column in which no row has anything', () => {
    const before = headsOf(drawn({ rows: [{ ...row, mayClaim: true }] }))
    const after = headsOf(drawn({ rows: [row, { ...row, points: 7, maxPoints: 20, autoPoints: 3 }] }))
    expect([before, after]).toEqual([
      ['Who', 'Handed in', 'Attempt', 'Language', 'Assessment'],
      ['Who', 'Handed in', 'Attempt', 'Language', 'Automatic', 'Points'],
    ])
  })

  it.each(['in_progress', 'waiting'] as const)('says who holds what is in progress alone: %s', (state) => {
    const assessment = { id: 'a', grader, holder: grader, leaseExpiresAt: '2026-11-02T10:00:00Z', updatedAt: '' }
    const isSaid = state === 'in_progress'
    expect(drawn({ rows: [{ ...row, state, assessment }] }).includes('Held by')).toBe(isSaid)
  })

  it('has a head in each row', () => {
    expect(drawn({ rows: [row, row] }).match(/<th scope="row">/g)).toHaveLength(2)
  })

  it('has buttons and links that name their row', () => {
    const { submitters, attempt } = {
      ...row,
      submitters: [{ ...row.submitters[0], fullName: 'Niilo Nieminen' }],
      attempt: 2,
    }
    const assessment = { id: 'a', state: 'in_progress', grader, holder: null, leaseExpiresAt: null } as const
    const rows = [
      { ...row, submitters, attempt, mayClaim: true },
      { ...row, submitters, attempt: 1, assessment },
    ] as SubmissionRow[]
    const names = drawn({ rows }).match(/(?:Take up|Open) <span class="visually-hidden">[^<]*/g)
    expect(names?.map((name) => name.replace(/<.*>/, ''))).toEqual([
      'Take up Niilo Nieminen, attempt 2',
      'Open Niilo Nieminen',
    ])
  })
})

describe('the queue', () => {
  it.each([
    [{ done: 'handBack' }, 'Handed back.'],
    [{ done: 'completed', notice: 'nothing_left' }, 'Completed. Nothing is left for you here.'],
    [{ done: 'toString' }, undefined],
  ])('says what was done, as a status that has the focus: %j', (query, said) => {
    expect(/<output class="notice[^"]*" tabindex="-1" autofocus>([^<]*)/.exec(drawn(query))?.[1]).toBe(said)
  })

  it('names the language of a work in that of the reader', () => {
    const html = drawn({
      rows: [
        { ...row, language: 'fi' },
        { ...row, language: '<x>' },
      ],
    })
    expect([html.includes('<td>Finnish</td>'), html.includes('<td>&lt;x></td>')]).toEqual([true, true])
  })

  it('keeps the name that it is filtered by on its links, and leads back to everybody', () => {
    const html = drawn({ query: 'state=completed&q=Nieminen, A', nextCursor: 'a+b' })
    for (const part of [
      'value="Nieminen, A"',
      '?state=waiting&amp;q=Nieminen%2C+A"',
      '?state=completed&amp;q=Nieminen%2C+A&amp;cursor=a%2Bb"',
      '?state=completed">Everybody',
    ])
      expect(html).toContain(part)
  })

  it.each([
    ['of named work', 'Ada', false, '', true],
    ['of anonymous work', 'Student 4812', true, '', false],
    ['that is filtered', 'Student 4812', true, 'ada', true],
  ])('has a filter by name in a list %s', (_what, fullName, alias, q, has) => {
    const rows = [{ ...row, submitters: [{ userId: 1, fullName, alias }] }]
    expect(drawn({ rows, query: `q=${q}` }).includes('<search>')).toBe(has)
  })

  it('says of a name that is not there that anonymous work is not found by it', () => {
    expect(drawn({ rows: [], query: 'q=ada' })).toContain('Anonymous work is found by no name.')
  })

  it.each([
    ['q=%00', ''],
    ['q=+ada+', 'ada'],
    [`q=${'a'.repeat(300)}`, 'a'.repeat(200)],
  ])('is filtered by what the boundary takes: %s', (query, q) => {
    expect(shownListOf(new URLSearchParams(query)).q).toBe(q)
  })

  it('shows how far it is, in parts of what was handed in', () => {
    const html = drawn({})
    expect(html).toContain('viewBox="0 0 40 1"')
    expect([...html.matchAll(/<rect class="(\w+)" x="(\d+)" width="(\d+)"/g)].map(([, ...part]) => part)).toEqual([
      ['good', '0', '10'],
      ['accent', '10', '6'],
      ['warn', '16', '3'],
    ])
  })
})

describe("a course's exercises", () => {
  it.each<[CourseBrief['roles'][number], boolean]>([
    ['teacher', true],
    ['grader', false],
  ])('lead a %s to the release of what is completed: %s', (role, leads) => {
    const html = render(h(QueueTable, { ...shared, course: { courseId: 11, roles: [role] }, queues: [queue] }))
    expect([html.includes('aria-label="Release 6: Essay program"'), html.includes('40 % graded')]).toEqual([
      leads,
      true,
    ])
  })
})

const [row] = frontendInternal.operations.listSubmissions.replies[200].example.items
const grader = { userId: 1, fullName: 'Gia', alias: false }
const [queue] = frontendInternal.operations.listQueues.replies[200].example.items
const shared = { texts: en, locale: 'en' } as const

interface Drawn {
  readonly rows?: readonly SubmissionRow[]
  readonly query?: string
  readonly nextCursor?: string | null
  readonly notice?: string
  readonly done?: string
}

function drawn({ rows = [row], query = '', nextCursor = null, notice, done }: Drawn): string {
  const shown = shownListOf(new URLSearchParams(query))
  const course: Pick<CourseBrief, 'courseId' | 'roles'> = { courseId: 11, roles: ['grader'] }
  const said = { notice: notice ?? null, done: done ?? null }
  return render(h(QueuePage, { ...shared, course, queue, shown, rows, nextCursor, ...said }))
}

const headsOf = (html: string): string[] =>
  [...html.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/g)].map(([, head = '']) => head.replace(/<[^>]*>/g, ''))
