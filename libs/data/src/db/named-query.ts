import pg from 'pg'
import type { Parser } from './type-parsers.ts'

export interface Column {
  readonly name: string
  readonly dataTypeId: number
  readonly parse: Parser
}

export interface NamedQueryResult {
  readonly command: string
  readonly rowCount: number | null
  readonly fields: Pick<Column, 'name' | 'dataTypeId'>[]
  readonly rows: Record<string, unknown>[]
}

export interface NamedQueryOptions {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  readonly known: Map<string, Column[]>
  readonly typeParserOf: (objectId: number) => Parser
  readonly callback: (error: Error | null, result?: NamedQueryResult) => void
}

/** The members of the connection of `pg` that a query uses; the published types leave some of them out. */
interface Connection {
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
  readonly stream: { cork(): void; uncork(): void }
  parse(message: { readonly name: string; readonly text: string }): void
  bind(message: { readonly statement: string; readonly values: readonly unknown[] }): void
  describe(message: { readonly type: 'P' }): void
  execute(message: object): void
  sync(): void
}

interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
}

const { prepareValue } = (pg as unknown as { readonly utils: { readonly prepareValue: (value: unknown) => unknown } })
  .utils

/** The number of rows at the end of `SELECT 2` and `INSERT 0 1`; none in `CREATE TABLE`. */
const rowCountOf = /\d+$/

const noColumns: Column[] = []

/** The name of a column in a row: `course_id` is `courseId`. Members of documents keep their names. */
export function memberOf(column: string): string {
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** A statement's columns are described only at its first run on a connection. PostgreSQL rejects a run whose columns differ. */
export class NamedQuery {
  readonly name: string
  readonly text: string
  /** `pg` gives a query a callback only if it has none. */
  readonly callback: NamedQueryOptions['callback']
  readonly #options: NamedQueryOptions
  readonly values: readonly unknown[]
  #columns: Column[] | undefined
  #command = ''
  #rowCount: number | null = null
  /** The error of a type parser. The connection still has to read the rest of the reply. */
  #fault: Error | undefined
  readonly #rows: Record<string, unknown>[] = []

  constructor(options: NamedQueryOptions) {
    this.#options = options
    this.name = options.name
    this.text = options.text
    this.callback = options.callback
    this.values = options.values.map((value) => prepareValue(value))
    this.#columns = options.known.get(options.name)
  }

  /** Called by `pg` when the connection is free. Returns an error if nothing was sent because of it. */
  submit(connection: Connection): Error | null {
    const { name, text } = this
    const prepared = connection.parsedStatements[name] ?? connection.submittedNamedStatements[name]
    if (prepared !== undefined && prepared !== text) return new Error(`there are two statements ${name}`)
    connection.stream.cork()
    try {
      if (prepared === undefined) {
        connection.parse({ name, text })
        connection.submittedNamedStatements[name] = text
      }
      connection.bind({ statement: name, values: this.values })
      if (this.#columns === undefined) connection.describe({ type: 'P' })
      connection.execute({})
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
    return null
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name: memberOf(name),
      dataTypeId: dataTypeID,
      parse: this.#options.typeParserOf(dataTypeID),
    }))
  }

  handleDataRow({ fields: texts }: { readonly fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = {}
    try {
      this.#columns?.forEach(({ name, parse }, at) => {
        const text = texts[at] ?? null
        row[name] = text === null ? null : parse(text)
      })
      this.#rows.push(row)
    } catch (error) {
      this.#fault ??= error instanceof Error ? error : new Error('a value cannot be read')
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const [command = ''] = text.split(' ', 1)
    const [rowCount] = rowCountOf.exec(text) ?? []
    this.#command = command
    this.#rowCount = rowCount === undefined ? null : Number(rowCount)
  }

  handleReadyForQuery(): void {
    // A statement without a description returns no rows.
    const fields = this.#columns ?? noColumns
    this.#options.known.set(this.name, fields)
    if (this.#fault !== undefined) return this.callback(this.#fault)
    this.callback(null, { command: this.#command, rowCount: this.#rowCount, fields, rows: this.#rows })
  }

  handleError(error: Error): void {
    this.callback(error)
  }
}
