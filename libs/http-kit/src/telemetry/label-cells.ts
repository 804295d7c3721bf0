export type LabelValues<Label extends string> = Readonly<Record<Label, string>>

export interface CellBounds<Label extends string> {
  /** Number of combinations of label values after which further ones are counted as `other`. */
  readonly maxCells: number
  /** A label of few values that further combinations keep, so that failures are not counted together with successes. */
  readonly kept?: Label | undefined
}

/** Max values of the kept label; a label with more is no closed set. */
const maxKept = 25

/**
 * One cell for each combination of label values, made at first use. A metric never has more cells than its bounds allow. Further
 * combinations are counted together under `other`, so that no defect of ours can make series without end.
 */
export class LabelCells<Label extends string, Cell> {
  readonly #labels: readonly Label[]
  readonly #bounds: CellBounds<Label>
  readonly #create: (values: LabelValues<Label>) => Cell
  readonly #cells = new Map<string, Cell>()

  constructor(labels: readonly Label[], bounds: CellBounds<Label>, create: (values: LabelValues<Label>) => Cell) {
    this.#labels = labels
    this.#bounds = bounds
    this.#create = create
  }

  at(values: LabelValues<Label>): Cell {
    const key = this.#keyOf(values)
    const known = this.#cells.get(key)
    if (known) return known
    const { maxCells, kept } = this.#bounds
    if (this.#cells.size < maxCells) return this.#add(key, values)
    const rest = this.#rest((label) => (label === kept ? values[label] : 'other'))
    const restKey = this.#keyOf(rest)
    const restCell = this.#cells.get(restKey)
    if (restCell) return restCell
    if (this.#cells.size < maxCells + maxKept) return this.#add(restKey, rest)
    const other = this.#rest(() => 'other')
    const otherKey = this.#keyOf(other)
    return this.#cells.get(otherKey) ?? this.#add(otherKey, other)
  }

  #rest(valueOf: (label: Label) => string): LabelValues<Label> {
    return Object.fromEntries(this.#labels.map((label) => [label, valueOf(label)])) as LabelValues<Label>
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
