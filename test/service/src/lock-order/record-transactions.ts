import pg from 'pg'
import type { SentStatement } from './taken-locks.ts'

export interface RecordedTransactions {
  /** Each transaction since the beginning, as its statements. */
  readonly all: () => readonly (readonly SentStatement[])[]
  /** Statements are no longer recorded. */
  readonly end: () => void
}

type Client = pg.Client
type Sent = string | { readonly text?: string; readonly name?: string; readonly values?: readonly unknown[] }

/** Records the statements of all transactions of this process, over any connection. */
export function recordTransactions(): RecordedTransactions {
  const original = pg.Client.prototype.query
  const open = new WeakMap<Client, SentStatement[]>()
  const all: (readonly SentStatement[])[] = []
  const note = (client: Client, sent: Sent): void => {
    const { text = '', name = '', values = [] } = typeof sent === 'string' ? { text: sent } : sent
    if (/^\s*(?:BEGIN|START)\b/i.test(text)) {
      const statements: SentStatement[] = []
      open.set(client, statements)
      all.push(statements)
    } else if (/^\s*(?:COMMIT|ROLLBACK)\b/i.test(text)) open.delete(client)
    else if (open.has(client)) open.get(client)?.push({ name, text, values })
    // A statement outside a transaction is a transaction of its own.
    else all.push([{ name, text, values }])
  }
  pg.Client.prototype.query = function query(this: Client, ...given: unknown[]): unknown {
    note(this, given[0] as Sent)
    return Reflect.apply(original, this, given)
  } as typeof original
  return {
    all: () => all,
    end: () => {
      pg.Client.prototype.query = original
    },
  }
}
