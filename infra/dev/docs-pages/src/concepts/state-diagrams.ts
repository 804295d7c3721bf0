import { instance } from '@viz-js/viz'

const viz = await instance()

export interface Transition<State extends string = string> {
  readonly from: State | 'new'
  readonly to: State
  /** What happens, in a few words. */
  readonly by: string
}

/**
 * A drawing of states and what leads from one to the next, as SVG. The site's style gives it the colour of the text around it.
 * @param title what a reader hears who does not see it
 */
export function stateDiagram(title: string, transitions: readonly Transition[]): string {
  const states = [...new Set(transitions.flatMap(({ from, to }) => [from, to]))]
  const svg = viz.renderString(
    {
      directed: true,
      graphAttributes: { rankdir: 'TB', bgcolor: 'transparent', nodesep: 0.35, ranksep: 0.45, pad: 0.1 },
      nodeAttributes: {
        shape: 'box',
        style: 'rounded',
        fontname: 'sans-serif',
        fontsize: 16,
      },
      edgeAttributes: {
        fontname: 'sans-serif',
        fontsize: 13,
        arrowsize: 0.7,
      },
      nodes: states.map((name) =>
        name === 'new'
          ? { name, attributes: { shape: 'point', width: 0.12 } }
          : { name, attributes: { label: name.replaceAll('_', ' ') } },
      ),
      edges: transitions.map(({ from, to, by }) => ({ tail: from, head: to, attributes: { label: by } })),
    },
    { format: 'svg' },
  )
  const drawing = svg.slice(svg.indexOf('<svg'))
  const named = drawing
    .replace(
      /<svg width="([^"]*)pt" height="[^"]*"/,
      `<svg width="$1" role="img" aria-label=${JSON.stringify(title)} class="states"`,
    )
    .replaceAll(/<title>[^<]*<\/title>\n?/g, '')
    .replaceAll(/<!--[^]*?-->\n?/g, '')
  return named.trim()
}
