/** What was typed and is not on the server yet, as the browser keeps it: of an assessment, or of the rubric whose pages have the path. */
export type Kept = KeptText & ({ readonly assessmentId: string } | { readonly path: string })

export interface KeptText {
  readonly userId: number
  readonly keptAt: number
}

export const idOf = (kept: Kept): string => ('path' in kept ? kept.path : kept.assessmentId)

export interface Keeper<Text extends Kept> {
  readonly keep: (text: Text) => Promise<void>
  readonly kept: (userId: number, id: string) => Promise<Text | null>
  readonly forget: (userId: number, id: string) => Promise<void>
  /** All that is kept, of whichever kind. */
  readonly all: () => Promise<readonly Kept[]>
  /** Writes without waiting for the write that is under way, since the page is left. */
  readonly hurry: () => void
}

const store = 'work'
const keyOf = (userId: number, id: string): string => `${userId}/${id}`

/** Keeps text in IndexedDB, written through to the disk, so that it outlives a crash of the browser. Without IndexedDB nothing is kept. */
export function createKeeper<Text extends Kept>(factory: IDBFactory = indexedDB): Keeper<Text> {
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
  // On a slow disk somebody types faster than each key could be written, so only the latest text is.
  const waiting = new Map<string, Text>()
  let writing: Promise<void> | null = null
  async function writeNext(): Promise<void> {
    for (const [key, text] of waiting) {
      waiting.delete(key)
      await run('readwrite', (records) => records.put(text, key))
    }
    writing = null
  }
  return {
    keep: async (text) => {
      waiting.set(keyOf(text.userId, idOf(text)), text)
      await (writing ??= writeNext())
    },
    kept: async (userId, id) => {
      const key = keyOf(userId, id)
      return waiting.get(key) ?? (await run<Text | undefined>('readonly', (records) => records.get(key))) ?? null
    },
    forget: async (userId, id) => {
      const key = keyOf(userId, id)
      waiting.delete(key)
      await run('readwrite', (records) => records.delete(key))
    },
    all: async () => (await run<Kept[]>('readonly', (records) => records.getAll())) ?? [],
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
