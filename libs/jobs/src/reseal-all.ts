import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@course-grading/data/db/database'
import type { KeyCount } from '@course-grading/data/sessions/reseal-queries'
import { keyIdOf, type Sealer } from '@course-grading/sealing'

/** Rows in a batch: another transaction waits for the lock of a row as long as one batch takes. */
const batch = 100
/** Rows that another transaction has locked are skipped, and tried again in the next pass. */
const maxPasses = 20
const betweenPassesMs = 100

type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]

export interface SealedRow {
  /** The id of the key, as its own column has it; the sealed bytes have it, too. */
  readonly keyId: string
}

/** How rows of one kind of sealed value are read and written, in the order of the primary key. `after`: undefined for the first page. */
export interface SealedRows<Row extends SealedRow> {
  readonly countByKey: (database: Database) => Promise<readonly KeyCount[]>
  readonly list: (database: Database, after: Row | undefined, batch: number) => Promise<readonly Row[]>
  /** Locks and returns rows that another key than `keyId` sealed, without those that other transactions have locked. */
  readonly lock: (tx: Tx, after: Row | undefined, batch: number, keyId: string) => Promise<readonly Row[]>
  /** Updates the rows that are unchanged since `lock`; returns how many were updated. */
  readonly write: (tx: Tx, keyId: string, rows: readonly (Row & { readonly resealed: Buffer })[]) => Promise<number>
  readonly sealedOf: (row: Row) => Buffer
  /** The ids to which the sealed value of the row is bound. */
  readonly contextOf: (row: Row) => readonly string[]
}

/** Each batch is one transaction, so the work may be killed, and run twice at once. Returns how many rows other keys still seal. */
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
  return await database.transaction(async (tx) => {
    const locked = await rows.lock(tx, after, batch, sealer.sealingKeyId)
    const resealed = locked.flatMap(reseal)
    return {
      written: resealed.length === 0 ? 0 : await rows.write(tx, sealer.sealingKeyId, resealed),
      unopened: locked.length - resealed.length,
      last: locked.at(-1),
    }
  })
}

async function countUnderOtherKeys<Row extends SealedRow>(
  database: Database,
  rows: SealedRows<Row>,
  keyId: string,
): Promise<number> {
  const counts = await rows.countByKey(database)
  return counts.filter((each) => each.keyId !== keyId).reduce((sum, { count }) => sum + count, 0)
}

interface Verified {
  readonly opened: number
  /** Rows whose sealed bytes or whose key column names another key. */
  readonly otherKey: number
  /** Rows that name the first key, which does not open them. */
  readonly corrupt: number
}

/** Called with only the first key in the ring: shows whether the other keys can be removed. */
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
