import type { CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import {
  type CST,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { isSameSettings } from '../comparison/three-way.ts'
import {
  blockItem,
  endOf,
  insertAt,
  insertIntoList,
  insertLines,
  removeFromBlock,
  removeFromFlow,
} from './list-edits.ts'
import { type Fault, placeAt, readSettingsText, type SettingsText } from './read-settings.ts'
import { flowText, scalarText, type ScalarValue } from './scalar-text.ts'
import { applySplices, EditRefused, lineAt, lineBreakOf, type Splice } from './splices.ts'

export interface Edited {
  /** The whole file with the new values; every byte that no change is about is as before. */
  readonly source: SettingsText
  readonly splices: readonly Splice[]
}

type Fields = Readonly<Record<string, unknown>>

/** Brings the values of `target` into the text of a file, or says where that would change something else. */
export function editSettings(
  source: SettingsText,
  target: CourseSettingsUpdate,
): Edited | { readonly faults: readonly Fault[] } {
  const { text, root } = source
  try {
    const splices = new Editor(source).edit(root.contents, source.settings, target)
    const reading = readSettingsText(applySplices(text, splices))
    if ('source' in reading && isSameSettings(reading.source.settings, target))
      return { source: reading.source, splices }
    throw new EditRefused(splices[0]?.start ?? 0, 'This cannot be changed without what stands around it.')
  } catch (problem) {
    if (!(problem instanceof EditRefused)) throw problem
    const { offset, detail } = problem
    return { faults: [{ ...placeAt(text, offset), code: 'invalid_value', message: `${detail} Change it by hand.` }] }
  }
}

class Editor {
  readonly #text: string
  readonly #usedAnchors = new Set<string>()

  constructor({ text, root }: SettingsText) {
    this.#text = text
    visit(root, { Alias: (_key, { source }) => void this.#usedAnchors.add(source) })
  }

  edit(node: Node | null, current: unknown, target: unknown, pair?: Pair): Splice[] {
    if (JSON.stringify(current) === JSON.stringify(target)) return []
    this.#requireOwn(node)
    if (isMap<Node, Node | null>(node)) return this.#editMap(node, current as Fields, target as Fields)
    if (isSeq<Node>(node)) return this.#editList(node, current as unknown[], target as unknown[], pair)
    if (isScalar(node)) return [this.#replaceScalar(node, target as ScalarValue, pair)]
    throw new EditRefused(endOf(this.#text, node), 'There is no value to change.')
  }

  #editMap(map: YAMLMap<Node, Node | null>, current: Fields, target: Fields): Splice[] {
    const isKept = map.items.map(({ key }) => !isScalar(key) || target[String(key.value)] !== undefined)
    map.items.filter((_pair, index) => isKept[index] === false).forEach((pair) => this.#requireWhollyOwn(pair))
    const changed = map.items.flatMap((pair) => {
      const name = isScalar(pair.key) ? String(pair.key.value) : ''
      return target[name] === undefined ? [] : this.edit(pair.value, current[name], target[name], pair)
    })
    return [
      ...changed,
      ...(map.flow === true ? removeFromFlow : removeFromBlock)(this.#text, map, isKept),
      ...this.#insertFields(map, target, isKept),
    ]
  }

  /** Each new field goes behind the one that comes before it in the contract. */
  #insertFields(map: YAMLMap<Node, Node | null>, target: Fields, isKept: readonly boolean[]): Splice[] {
    const indexes = new Map(map.items.map(({ key }, index) => [isScalar(key) ? String(key.value) : '', index]))
    let after = 0
    return Object.entries(target).flatMap(([name, value]) => {
      const index = indexes.get(name)
      if (index !== undefined) after = isKept[index] === true ? index : after
      if (index !== undefined || value === null || value === undefined) return []
      const end = endOf(this.#text, map.items[after] ?? null)
      const field = `${name}: ${flowText(value)}`
      if (map.flow === true) return [insertAt(end, `, ${field}`)]
      const { indent } = lineAt(this.#text, map.items[0]?.key.range?.[0] ?? 0)
      return insertLines(this.#text, end, [indent + field])
    })
  }

  #editList(list: YAMLSeq<Node>, current: readonly unknown[], target: readonly unknown[], pair?: Pair): Splice[] {
    const places = keptPlaces(current, target)
    const isKept = places.map((place) => place >= 0)
    list.items.filter((_item, index) => isKept[index] === false).forEach((item) => this.#requireWhollyOwn(item))
    const changed = list.items.flatMap((item, index) => {
      const place = places[index] ?? -1
      return place < 0 ? [] : this.edit(item, current[index], target[place])
    })
    if (current.length === 0) return this.#fillEmptyList(list, target, pair)
    if (target.length === 0 && list.flow !== true)
      return [...removeFromBlock(this.#text, list, isKept), insertAt(this.#colonOf(list, pair) + 1, ' []')]
    const added = new Map<number, unknown[]>()
    let after = -1
    for (const [place, value] of target.entries()) {
      const index = places.indexOf(place)
      if (index >= 0) after = index
      else added.set(after, [...(added.get(after) ?? []), value])
    }
    return [
      ...changed,
      ...(list.flow === true ? removeFromFlow : removeFromBlock)(this.#text, list, isKept),
      ...[...added].flatMap(([index, values]) => insertIntoList(this.#text, list, index, values, isKept)),
    ]
  }

  /** Objects get lines of their own, where the brackets hold nothing that would be lost. */
  #fillEmptyList(list: YAMLSeq, target: readonly unknown[], pair?: Pair): Splice[] {
    const [start = 0, end = 0] = list.range ?? []
    const { indent, isFirst } = lineAt(this.#text, (pair?.key as Node | undefined)?.range?.[0] ?? 0)
    const isPlain = /^\[ *\]$/.test(this.#text.slice(start, end)) && this.#text[start - 1] === ' '
    if (!isPlain || !isFirst || typeof target[0] !== 'object') return insertIntoList(this.#text, list, -1, target, [])
    const lines = target.map((value) => blockItem(value, `${indent}  `, lineBreakOf(this.#text)))
    return [{ start: start - 1, end, text: '' }, ...insertLines(this.#text, end, lines)]
  }

  #replaceScalar(node: Scalar, value: ScalarValue, pair?: Pair): Splice {
    const [start = 0, end = start] = node.range ?? []
    if (start === end) return insertAt(this.#colonOf(node, pair) + 1, ` ${scalarText(value)}`)
    const block = node.srcToken?.type === 'block-scalar' ? node.srcToken : undefined
    if (block === undefined) return { start, end, text: scalarText(value, node) }
    const comment = block.props.find(({ type }) => type === 'comment') as CST.SourceToken | undefined
    const kept = comment === undefined ? '' : ` ${comment.source}`
    return { start, end: endOf(this.#text, node), text: scalarText(value) + kept }
  }

  #colonOf(node: Node, pair?: Pair): number {
    const item = (pair as { srcToken?: CST.CollectionItem } | undefined)?.srcToken
    const colon = item?.sep?.find(({ type }) => type === 'map-value-ind')
    if (colon === undefined) throw new EditRefused(endOf(this.#text, node), 'There is no place for a value.')
    return colon.offset
  }

  #requireOwn(node: Node | null): void {
    if (isAlias(node) || (node !== null && 'anchor' in node && this.#usedAnchors.has(node.anchor ?? '')))
      throw new EditRefused(
        node.range?.[0] ?? 0,
        'The value is shared by an alias, so a change would change other places too.',
      )
  }

  #requireWhollyOwn(part: Node | Pair): void {
    visit(part as Node, { Node: (_key, node) => this.#requireOwn(node), Alias: (_key, node) => this.#requireOwn(node) })
  }
}

/** For each entry its place in the new list, or -1 for one that goes. Those that stay keep their order. */
function keptPlaces(current: readonly unknown[], target: readonly unknown[]): number[] {
  const identity = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && 'userId' in value ? value.userId : value
  const wanted = target.map(identity)
  let next = 0
  return current.map((value) => {
    const place = wanted.indexOf(identity(value), next)
    if (place >= 0) next = place + 1
    return place
  })
}
