import type { NamedFields } from './field-names.ts'

/** What was typed and is not on the server yet, as the browser keeps it. */
export interface KeptWork {
  readonly userId: number
  readonly assessmentId: string
  readonly feedbackId: string
  readonly revisions: { readonly judgement: number; readonly wording: number }
  /** The changed units only, by names of fields: as the server had them, and as they were typed. */
  readonly base: NamedFields
  readonly mine: NamedFields
  readonly who: string
  readonly keptAt: number
}

export interface Keeper {
  readonly keep: (work: KeptWork) => Promise<void>
  readonly kept: (userId: number, assessmentId: string) => Promise<KeptWork | null>
  readonly forget: (userId: number, assessmentId: string) => Promise<void>
  readonly all: () => Promise<readonly KeptWork[]>
  /** Writes without waiting for the write that is under way, since the page is left. */
  readonly hurry: () => void
}

const store = 'work'
const keyOf = (userId: number, assessmentId: string): string => `${userId}/${assessmentId}`

/** Keeps work in IndexedDB, written through to the disk, so that it outlives a crash of the browser. Without IndexedDB nothing is kept. */
export function createKeeper(factory: IDBFactory = indexedDB): Keeper {
  let opening: Promise<IDBDatabase> | null = null
  const open = (): Promise<IDBDatabase> => (opening ??= openDatabase(factory))
  async function run<Result>(
    mode: IDBTransactionMode,
    work: (records: IDBObjectStore) => IDBRequest,
  ): Promise<Result | undefined> {
    try {
      const transaction = (await open()).transaction(store, mode, { durability: 'strict' })
      const request = work(transaction.objectStore(store))
      // Without a commit the transaction would end with the page that began it.
      transaction.commit()
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve
        transaction.onabort = () => reject(transaction.error ?? new Error('not kept'))
      })
      return request.result as Result
    } catch {
      // A sign-out in another tab erases the storage, and so closes the database.
      opening = null
      return undefined
    }
  }
  // On a slow disk somebody types faster than each key could be written, so only the latest work is.
  const waiting = new Map<string, KeptWork>()
  let writing: Promise<void> | null = null
  async function writeNext(): Promise<void> {
    for (const [key, work] of waiting) {
      waiting.delete(key)
      await run('readwrite', (records) => records.put(work, key))
    }
    writing = null
  }
  return {
    keep: async (work) => {
      waiting.set(keyOf(work.userId, work.assessmentId), work)
      await (writing ??= writeNext())
    },
    kept: async (userId, assessmentId) => {
      const key = keyOf(userId, assessmentId)
      return waiting.get(key) ?? (await run<KeptWork | undefined>('readonly', (records) => records.get(key))) ?? null
    },
    forget: async (userId, assessmentId) => {
      const key = keyOf(userId, assessmentId)
      waiting.delete(key)
      await run('readwrite', (records) => records.delete(key))
    },
    all: async () => (await run<KeptWork[]>('readonly', (records) => records.getAll())) ?? [],
    hurry: () => void writeNext(),
  }
}

async function openDatabase(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open('grading', 1)
  return await new Promise((resolve, reject) => {
    request.onupgradeneeded = () => {
      request.result.createObjectStore(store)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('no database'))
  })
}
