import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import type { StudentPage } from '@course-grading/contracts/students/student'
import { readManifest } from '@course-grading/test-kit'
import { expect } from 'vitest'
import { type Ask, idsOf, named, type Work, works } from './one-world.fixture.ts'

/** The works that a person sees in a list, or may do something with. */
export type Look = (ask: Ask) => Promise<readonly Work[]>

/** A refusal shows nothing. */
async function idsIn(reply: Response, idsOfBody: (body: never) => readonly unknown[]): Promise<readonly Work[]> {
  if (reply.ok) return named(idsOfBody((await reply.json()) as never))
  expect([403, 404]).toContain(reply.status)
  return []
}

/** The works of the rows of a list: of all rows, or those that have `only`. */
export function list(path: string, id: string, only?: string): Look {
  type Row = Readonly<Record<string, unknown>>
  return async (ask) =>
    await idsIn(await ask('GET', `${path}limit=200`), ({ items }: { items: readonly Row[] }) =>
      items.filter((row) => only === undefined || row[only]).map((row) => row[id]),
    )
}

/** The works about each of which a request succeeds. `after` takes it back. */
export function each(
  pathOf: (work: Work) => string,
  method = 'GET',
  bodyOf?: (work: Work) => object,
  after?: (ask: Ask, reply: Response) => Promise<unknown>,
): Look {
  return async (ask) => {
    const seen: Work[] = []
    for (const work of works) {
      const reply = await ask(method, pathOf(work), { body: bodyOf?.(work) })
      if (reply.ok) seen.push(work)
      else expect([403, 404]).toContain(reply.status)
      await (reply.ok ? after?.(ask, reply) : undefined)
      if (!reply.bodyUsed) await reply.body?.cancel()
    }
    return seen
  }
}

/** The works whose ids are in what getStudent shows of all students together. */
export function ofStudents(idsOfPage: (page: StudentPage) => readonly unknown[]): Look {
  return async (ask) => {
    const seen: Work[] = []
    for (const { student } of works.map(idsOf))
      seen.push(...(await idsIn(await ask('GET', `/courses/11/students/${student}`), idsOfPage)))
    return seen
  }
}

export const archived: Look = async (ask) => {
  const reply = await ask('GET', '/courses/11/exercises/1107/archive?attempts=all')
  if (!reply.ok) return await idsIn(reply, () => [])
  return named(readManifest(Buffer.from(await reply.arrayBuffer())).map(({ submission }) => Number(submission)))
}

export const exported: Look = async (ask) => {
  const reply = await ask('GET', '/courses/11/exercises/1104/grades')
  if (!reply.ok) return await idsIn(reply, () => [])
  return named([...(await reply.text()).matchAll(/^\uFEFF?(\d+)[;,]/gm)].map(([, id]) => Number(id)))
}

/** What claimNext gives: each is postponed, so that the next one comes, until one comes again. */
export const claimedInTurn: Look = async (ask) => {
  const given: unknown[] = []
  for (;;) {
    const reply = await ask('POST', '/courses/11/exercises/1107/claims')
    if (reply.status !== 201) {
      if (reply.status !== 204) return await idsIn(reply, () => [])
      return named(given)
    }
    const { id, submissionId } = (await reply.json()) as Assessment
    if (given.includes(submissionId)) {
      await ask('DELETE', `/assessments/${id}/claim`)
      return named(given)
    }
    given.push(submissionId)
    await ask('POST', `/assessments/${id}/postpone`, { body: { note: 'later' } })
  }
}

export const handBack = async (ask: Ask, reply: Response) =>
  await ask('DELETE', `/assessments/${((await reply.json()) as Assessment).id}/claim`)
