import type { CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import { isAlias, isMap, isScalar, isSeq, visit } from 'yaml'
import type { CST, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { isSameSettings } from '@course-grading/settings-comparison/three-way'
import { type Collection, colonOf, commaOf, endOf, lineAt, startsOf } from './places.ts'
import { type Faulty, placeAt, readSettingsText, type SettingsText } from './read-settings.ts'
import { blockItem, flowText, scalarText, type ScalarValue } from './scalar-text.ts'
import { applySplices, type Splice } from './splices.ts'

/** A file with other values; every byte that no change is about is as before. */
export interface Edited {
  readonly source: SettingsText
  readonly splices: readonly Splice[]
}

type Fields = Readonly<Record<string, unknown>>

/** Brings the values of `target` into the text of a file, or says where that would change something else. */
export function editSettings(source: SettingsText, target: CourseSettingsUpdate): Edited | Faulty {
  const { text, root, settings } = source
  const editor = new Editor(source)
  editor.change(root.contents, settings, target)
  const { splices, shared } = editor
  const reading = readSettingsText(applySplices(text, splices))
  const isMeant = 'settings' in reading && isSameSettings(reading.settings, target)
  if (isMeant && shared.length === 0) return { source: reading, splices }
  const message = 'An alias, or what stands around it, would change with this value. Change it by hand.'
  return { faults: [{ ...placeAt(text, shared[0] ?? splices[0]?.start ?? 0), code: 'invalid_value', message }] }
}

class Editor {
  readonly splices: Splice[] = []
  /** Where an alias or its anchor would be touched. */
  readonly shared: number[] = []
  readonly #text: string
  readonly #lineBreak: string
  readonly #usedAnchors = new Set<string | undefined>()

  constructor({ text, root }: SettingsText) {
    this.#text = text
    this.#lineBreak = /\r?\n/.exec(text)?.[0] ?? '\n'
    visit(root, { Alias: (_key, { source }) => void this.#usedAnchors.add(source) })
  }

  change(node: Node | null, current: unknown, target: unknown, pair?: Pair): void {
    if (JSON.stringify(current) === JSON.stringify(target)) return
    this.#requireOwn(node)
    if (isMap<Node, Node | null>(node)) this.#changeMap(node, current as Fields, target as Fields)
    else if (isSeq<Node>(node)) this.#changeList(node, current as unknown[], target as unknown[], pair)
    else if (isScalar(node)) this.#changeScalar(node, target as ScalarValue, pair)
  }

  /** Each new field goes behind the one that comes before it in the contract. */
  #changeMap(map: YAMLMap<Node, Node | null>, current: Fields, target: Fields): void {
    const names = map.items.map(({ key }) => String((key as Scalar).value))
    for (const [index, name] of names.entries())
      if (target[name] !== undefined)
        this.change(map.items[index]?.value ?? null, current[name], target[name], map.items[index])
    const isKept = names.map((name) => target[name] !== undefined)
    this.#remove(map, isKept)
    let after = 0
    for (const [name, value] of Object.entries(target)) {
      if (names.includes(name)) after = names.indexOf(name)
      else if (value !== null) this.#insert(map, after, (indent) => `${indent}${name}: ${flowText(value)}`)
    }
  }

  #changeList(list: YAMLSeq<Node>, current: readonly unknown[], target: readonly unknown[], pair?: Pair): void {
    const places = keptPlaces(current, target)
    const isKept = places.map((place) => place >= 0)
    const like = list.items.find(isScalar)
    for (const [index, place] of places.entries())
      if (place >= 0) this.change(list.items[index] ?? null, current[index], target[place])
    this.#remove(list, isKept)
    if (target.length === 0 && list.flow !== true) this.#put(colonOf(pair), ' []')
    let after = -1
    for (const [place, value] of target.entries()) {
      if (places.includes(place)) after = places.indexOf(place)
      else if (list.flow !== true)
        this.#insert(list, after, (indent) => blockItem(value, indent, this.#lineBreak, like))
      else if (after >= 0) this.#insert(list, after, () => flowText(value, like))
      else {
        const [before, behind] = isKept.includes(true) ? ['', ', '] : [place === 0 ? '' : ', ', '']
        this.#put((list.range?.[0] ?? 0) + 1, before + flowText(value, like) + behind)
      }
    }
  }

  #changeScalar(node: Scalar, value: ScalarValue, pair?: Pair): void {
    const [start = 0, end = start] = node.range ?? []
    if (start === end) return this.#put(colonOf(pair), ` ${scalarText(value)}`)
    const props = node.srcToken?.type === 'block-scalar' ? (node.srcToken.props as CST.SourceToken[]) : []
    const comment = props.find(({ type }) => type === 'comment')
    const text = scalarText(value, node) + (comment === undefined ? '' : ` ${comment.source}`)
    this.#put(start, text, endOf(this.#text, node))
  }

  #insert(collection: Collection, after: number, write: (indent: string) => string): void {
    const end = endOf(this.#text, collection.items[after] ?? null)
    if (collection.flow === true) return this.#put(end, `, ${write('')}`)
    const first = lineAt(this.#text, startsOf(collection)[0] ?? 0)
    const offset = after < 0 ? first.start : lineAt(this.#text, end).next
    const isEnded = this.#text[offset - 1] === '\n' || offset === 0
    this.#put(offset, isEnded ? write(first.indent) + this.#lineBreak : this.#lineBreak + write(first.indent))
  }

  #remove(collection: Collection, isKept: readonly boolean[]): void {
    const starts = startsOf(collection)
    for (const [index, item] of (collection.items as (Node | Pair)[]).entries()) {
      if (isKept[index] === true) continue
      const check = (_key: unknown, node: Node) => this.#requireOwn(node)
      visit(item as Node, { Node: check, Alias: check })
      const [start, end] = [starts[index] ?? 0, endOf(this.#text, item)]
      const line = lineAt(this.#text, start)
      const below = lineAt(this.#text, end).next
      // The first field of a grader stands behind the dash. The next one that stays takes its place, or a comment between them.
      const next = starts[isKept.indexOf(true, index)] ?? 0
      if (collection.flow === true) this.#removeFromFlow(collection, isKept, index, start, end)
      else if (line.isFirst) this.#put(line.start, '', below)
      else this.#put(start, '', this.#text.slice(below, next).includes('#') ? end : next)
    }
  }

  /** With one comma: before the first entry that stays the one behind, else the one in front. */
  #removeFromFlow(list: Collection, isKept: readonly boolean[], index: number, start: number, end: number): void {
    const isLeading = !isKept.slice(0, index).includes(true)
    const comma = commaOf(list, isLeading ? index + 1 : index) ?? end
    const between = isLeading ? this.#text.slice(end, comma) : this.#text.slice(comma + 1, start)
    const space = /^ *(?![ #])/.exec(this.#text.slice(comma + 1))?.[0].length ?? 0
    if (comma === end && this.#text[end] !== ',') return this.#put(start, '', end)
    if (!/^ *$/.test(between)) {
      this.#put(start, '', end)
      this.#put(comma, '', comma + 1)
    } else if (isLeading) this.#put(start, '', comma + 1 + space)
    else this.#put(comma, '', end)
  }

  #put(start: number, text: string, end = start): void {
    this.splices.push({ start, end, text })
  }

  #requireOwn(node: Node | null): void {
    const isShared = node !== null && 'anchor' in node && this.#usedAnchors.has(node.anchor)
    if (isAlias(node) || isShared) this.shared.push(node.range?.[0] ?? 0)
  }
}

/** For each entry its place in the new list, or -1 for one that goes. Those that stay keep their order. */
function keptPlaces(current: readonly unknown[], target: readonly unknown[]): number[] {
  const identity = (value: unknown) =>
    typeof value === 'object' && value !== null && 'userId' in value ? value.userId : value
  const wanted = target.map(identity)
  let next = 0
  return current.map((value) => {
    const place = wanted.indexOf(identity(value), next)
    if (place >= 0) next = place + 1
    return place
  })
}
