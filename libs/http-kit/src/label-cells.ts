export type LabelValues<Label extends string> = Readonly<Record<Label, string>>

/**
 * One cell for each combination of label values, made at first use. A metric never has more cells than `maxCells`:
 * what comes later is counted together under `other`, so that no defect of ours can make series without end.
 */
export class LabelCells<Label extends string, Cell> {
  readonly #labels: readonly Label[]
  readonly #maxCells: number
  readonly #create: (values: LabelValues<Label>) => Cell
  readonly #cells = new Map<string, Cell>()

  constructor(labels: readonly Label[], maxCells: number, create: (values: LabelValues<Label>) => Cell) {
    this.#labels = labels
    this.#maxCells = maxCells
    this.#create = create
  }

  at(values: LabelValues<Label>): Cell {
    const key = this.#keyOf(values)
    const known = this.#cells.get(key)
    if (known) return known
    if (this.#cells.size < this.#maxCells) return this.#add(key, values)
    const other = Object.fromEntries(this.#labels.map((label) => [label, 'other'])) as LabelValues<Label>
    const otherKey = this.#keyOf(other)
    return this.#cells.get(otherKey) ?? this.#add(otherKey, other)
  }

  #keyOf(values: LabelValues<Label>): string {
    let key = ''
    for (const label of this.#labels) key += `${values[label]}\n`
    return key
  }

  #add(key: string, values: LabelValues<Label>): Cell {
    const cell = this.#create(values)
    this.#cells.set(key, cell)
    return cell
  }
}
