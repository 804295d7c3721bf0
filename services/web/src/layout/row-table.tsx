import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  readonly title: string
  /** Null or false where the row has nothing. */
  readonly cell: (row: Row) => ComponentChildren
  readonly isNumber?: boolean
  /** Whether only people who hear the page need the title. */
  readonly isPlain?: boolean
}

interface RowTableProps<Row> {
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  /** The first one names the row. */
  readonly columns: readonly [Column<Row>, ...Column<Row>[]]
}

/** A column in which no row has anything is left out. */
export function RowTable<Row>({ rows, keyOf, columns }: RowTableProps<Row>) {
  const drawn = rows.map((row) => ({ key: keyOf(row), cells: columns.map(({ cell }) => cell(row)) }))
  const [first, ...others] = columns
    .map((column, place) => ({ ...column, place }))
    .filter(({ place }) => place === 0 || drawn.some(({ cells }) => !isEmpty(cells[place])))
  const kindOf = ({ isNumber = false }: Column<Row>) => (isNumber ? 'number' : undefined)
  if (first === undefined) return null
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            {[first, ...others].map((column) => (
              <th key={column.place} scope="col" class={kindOf(column)}>
                {column.isPlain ? <span class="visually-hidden">{column.title}</span> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {drawn.map(({ key, cells }) => (
            <tr key={key}>
              <th scope="row">{cells[0]}</th>
              {others.map((column) => (
                <td key={column.place} class={kindOf(column)}>
                  {cells[column.place]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const isEmpty = (cell: ComponentChildren): boolean =>
  cell === null || cell === undefined || cell === false || cell === ''
