export type LabelValues<Label extends string> = Readonly<Record<Label, string>>

export interface CellBounds<Label extends string> {
  /** Number of combinations of label values after which further ones are counted as `other`. */
  readonly maxCells: number
  /** A label of few values that further combinations keep, so that failures are not counted together with successes. */
  readonly kept?: Label | undefined
}

/** Max values of the kept label; a label with more is not a closed set. */
const maxKept = 25

/** Cells are made at first use. Combinations beyond the bounds are counted under `other`, so that no defect can make endless series. */
export class LabelCells<Label extends string, Cell> {
  readonly #labels: readonly Label[]
  readonly #bounds: CellBounds<Label>
  readonly #create: (values: LabelValues<Label>) => Cell
  /** By the value of the first label, then of the second, and so on: looking up needs no text to be made. */
  readonly #root: CellTree<Cell> = { cell: undefined, branches: new Map() }
  #size = 0

  constructor(labels: readonly Label[], bounds: CellBounds<Label>, create: (values: LabelValues<Label>) => Cell) {
    this.#labels = labels
    this.#bounds = bounds
    this.#create = create
  }

  at(values: LabelValues<Label>): Cell {
    const known = this.#find(values)
    if (known !== undefined) return known
    const { maxCells, kept } = this.#bounds
    if (this.#size < maxCells) return this.#add(values)
    const rest = this.#rest((label) => (label === kept ? values[label] : 'other'))
    const restCell = this.#find(rest)
    if (restCell !== undefined) return restCell
    if (this.#size < maxCells + maxKept) return this.#add(rest)
    const other = this.#rest(() => 'other')
    return this.#find(other) ?? this.#add(other)
  }

  #rest(valueOf: (label: Label) => string): LabelValues<Label> {
    return Object.fromEntries(this.#labels.map((label) => [label, valueOf(label)])) as LabelValues<Label>
  }

  #find(values: LabelValues<Label>): Cell | undefined {
    let tree: CellTree<Cell> | undefined = this.#root
    for (const label of this.#labels) tree = tree?.branches.get(values[label])
    return tree?.cell
  }

  #add(values: LabelValues<Label>): Cell {
    let tree = this.#root
    for (const label of this.#labels) {
      const branch: CellTree<Cell> = tree.branches.get(values[label]) ?? { cell: undefined, branches: new Map() }
      tree.branches.set(values[label], branch)
      tree = branch
    }
    this.#size += 1
    tree.cell = this.#create(values)
    return tree.cell
  }
}

interface CellTree<Cell> {
  cell: Cell | undefined
  readonly branches: Map<string, CellTree<Cell>>
}
