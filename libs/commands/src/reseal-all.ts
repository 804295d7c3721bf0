import { setTimeout as delay } from 'node:timers/promises'
import { type Database, type KeyCount, withSerializationRetry } from '@course-grading/data'
import { keyIdOf, type Sealer } from '@course-grading/sealing'

/** Others wait no longer for a row than this many take to re-seal. */
const batch = 100
/** Rows that others had locked are met again in the next pass. */
const maxPasses = 20
const betweenPassesMs = 100

type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]

export interface SealedRow {
  /** By what the row says; the sealed bytes say it too. */
  readonly keyId: string
}

/** A table with something sealed in each row, walked in the order of its key. `after` is undefined for the first page. */
export interface SealedRows<Row extends SealedRow> {
  readonly countByKey: (database: Database) => Promise<readonly KeyCount[]>
  readonly list: (database: Database, after: Row | undefined, batch: number) => Promise<readonly Row[]>
  /** Those that another key than `keyId` sealed, locked; without those that others have locked. */
  readonly lock: (tx: Tx, after: Row | undefined, batch: number, keyId: string) => Promise<readonly Row[]>
  /** Returns how many were still as they had been read, and were written. */
  readonly write: (tx: Tx, keyId: string, rows: readonly (Row & { readonly resealed: Buffer })[]) => Promise<number>
  readonly sealedOf: (row: Row) => Buffer
  /** What it is bound to. */
  readonly contextOf: (row: Row) => readonly string[]
}

/**
 * Re-seals with the ring's first key whatever another key sealed, a batch at a time, each a transaction of its own: it
 * may be killed at any moment and run again, several at once too. `progress` gets how many so far. Returns how many
 * rows other keys still seal: those that cannot be opened, or that somebody goes on sealing with another key.
 */
export async function resealAll<Row extends SealedRow>(
  database: Database,
  rows: SealedRows<Row>,
  sealer: Sealer,
  progress: (resealed: number) => void,
): Promise<number> {
  let resealed = 0
  for (let pass = 1; ; pass += 1) {
    const { written, unopened } = await resealOnce(database, rows, sealer, (count) => progress(resealed + count))
    resealed += written
    const left = await countUnderOtherKeys(database, rows, sealer.sealingKeyId)
    if (left <= unopened || pass === maxPasses) return left
    await delay(betweenPassesMs)
  }
}

async function resealOnce<Row extends SealedRow>(
  database: Database,
  rows: SealedRows<Row>,
  sealer: Sealer,
  progress: (written: number) => void,
) {
  let written = 0
  let unopened = 0
  for (let page = await resealBatch(database, rows, sealer, undefined); page.last !== undefined;) {
    written += page.written
    unopened += page.unopened
    if (page.written > 0) progress(written)
    page = await resealBatch(database, rows, sealer, page.last)
  }
  return { written, unopened }
}

async function resealBatch<Row extends SealedRow>(
  database: Database,
  rows: SealedRows<Row>,
  sealer: Sealer,
  after: Row | undefined,
) {
  const reseal = (row: Row) => {
    const opened = sealer.open(rows.sealedOf(row), rows.contextOf(row))
    return opened.ok ? [{ ...row, resealed: sealer.seal(opened.plaintext, rows.contextOf(row)).sealed }] : []
  }
  return await withSerializationRetry(() =>
    database.transaction(async (tx) => {
      const locked = await rows.lock(tx, after, batch, sealer.sealingKeyId)
      const resealed = locked.flatMap(reseal)
      return {
        written: resealed.length === 0 ? 0 : await rows.write(tx, sealer.sealingKeyId, resealed),
        unopened: locked.length - resealed.length,
        last: locked.at(-1),
      }
    }),
  )
}

async function countUnderOtherKeys<Row extends SealedRow>(
  database: Database,
  rows: SealedRows<Row>,
  keyId: string,
): Promise<number> {
  const counts = await rows.countByKey(database)
  return counts.filter((each) => each.keyId !== keyId).reduce((sum, { count }) => sum + count, 0)
}

export interface Verified {
  readonly opened: number
  /** Their bytes or their rows name another key. */
  readonly otherKey: number
  /** They name the first key, which does not open them. */
  readonly corrupt: number
}

/** Opens every row with what `sealer` has: the first key alone shows whether the others may go. */
export async function verifySealed<Row extends SealedRow>(
  database: Database,
  rows: SealedRows<Row>,
  sealer: Sealer,
): Promise<Verified> {
  const found = { opened: 0, otherKey: 0, corrupt: 0 }
  let page = await rows.list(database, undefined, batch)
  while (page.length > 0) {
    for (const row of page) found[verifyOne(rows, sealer, row)] += 1
    page = await rows.list(database, page.at(-1), batch)
  }
  return found
}

function verifyOne<Row extends SealedRow>(rows: SealedRows<Row>, sealer: Sealer, row: Row): keyof Verified {
  const sealed = rows.sealedOf(row)
  if (row.keyId !== sealer.sealingKeyId || keyIdOf(sealed) !== sealer.sealingKeyId) return 'otherKey'
  return sealer.open(sealed, rows.contextOf(row)).ok ? 'opened' : 'corrupt'
}
