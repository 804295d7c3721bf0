import type { EditorState } from './editor-state.ts'

/** What the server lacks of a rubric, as the browser keeps it. */
export interface KeptDraft {
  /** Of what it was typed on. */
  readonly revision: number
  readonly state: EditorState
  readonly keptAt: number
}

export interface DraftKeeper {
  readonly keep: (key: string, draft: KeptDraft) => Promise<void>
  readonly kept: (key: string) => Promise<KeptDraft | null>
  readonly forget: (key: string) => Promise<void>
  readonly all: () => Promise<readonly KeptDraft[]>
}

const store = 'drafts'

/** Drafts by person and rubric. Written through to the disk, so that they outlive a crash; without IndexedDB nothing is kept. */
export function createDraftKeeper(factory: IDBFactory = indexedDB): DraftKeeper {
  async function run<Result>(
    mode: IDBTransactionMode,
    work: (records: IDBObjectStore) => IDBRequest,
  ): Promise<Result | undefined> {
    try {
      const database = await open(factory)
      try {
        const request = work(database.transaction(store, mode, { durability: 'strict' }).objectStore(store))
        return (await done(request)) as Result
      } finally {
        database.close()
      }
    } catch {
      return undefined
    }
  }
  return {
    keep: async (key, draft) => void (await run('readwrite', (records) => records.put(draft, key))),
    kept: async (key) => (await run<KeptDraft>('readonly', (records) => records.get(key))) ?? null,
    forget: async (key) => void (await run('readwrite', (records) => records.delete(key))),
    all: async () => (await run<KeptDraft[]>('readonly', (records) => records.getAll())) ?? [],
  }
}

async function open(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open('rubrics', 1)
  request.onupgradeneeded = () => void request.result.createObjectStore(store)
  return (await done(request)) as IDBDatabase
}

const done = async (request: IDBRequest): Promise<unknown> =>
  await new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('not kept'))
  })
