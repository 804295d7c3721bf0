import { Component, type VNode } from 'preact'

interface RowProps {
  /** All that it is drawn from and that may change. */
  readonly from: readonly unknown[]
  readonly draw: () => VNode
}

/** Is drawn again only where something differs that it is drawn from: a key in one of a hundred checks draws one. */
export class Row extends Component<RowProps> {
  override shouldComponentUpdate({ from }: RowProps): boolean {
    return from.some((value, at) => value !== this.props.from[at])
  }

  override render({ draw }: RowProps): VNode {
    return draw()
  }
}
