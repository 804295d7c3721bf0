import fc from 'fast-check'
import { hostileKeys, hostilePieces, hostileValues } from './hostile-values.ts'
import { type JsonTree, leaf, listsIn, objectsIn, slotsIn, stringsIn, textOf, treeOf } from './json-tree.ts'

type TreeEdit = (tree: JsonTree) => void

const at = fc.nat({ max: 2 ** 20 })
const pick = <Item>(items: readonly Item[], index: number): Item | undefined => items[index % items.length]
const value = fc.constantFrom(...hostileValues)
const key = fc.constantFrom(...hostileKeys)

const treeEdits: fc.Arbitrary<TreeEdit> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(at, value).map(
      ([index, text]): TreeEdit =>
        (tree) =>
          pick(slotsIn(tree), index)?.replace(leaf(text)),
    ),
  },
  {
    weight: 2,
    arbitrary: at.map(
      (index): TreeEdit =>
        (tree) =>
          pick(slotsIn(tree), index)?.remove(),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(at, key, value).map(([index, name, text]): TreeEdit => (tree) => {
      pick(objectsIn(tree), index)?.members.push([name, leaf(text)])
    }),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(at, at).map(([index, second]): TreeEdit => (tree) => {
      const members = pick(objectsIn(tree), index)?.members ?? []
      const twice = pick(members, second)
      if (twice) members.splice(second % (members.length + 1), 0, [...twice])
    }),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(at, at, key).map(([index, second, name]): TreeEdit => (tree) => {
      const member = pick(pick(objectsIn(tree), index)?.members ?? [], second)
      if (member) member[0] = name
    }),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(at, at).map(([index, second]): TreeEdit => (tree) => {
      const other = pick(slotsIn(tree), second)
      if (other) pick(slotsIn(tree), index)?.replace(leaf(textOf(other.tree)))
    }),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(at, at, fc.constantFrom(1, 16, 64, 200, 1001, 30_000))
      .map(([index, second, times]): TreeEdit => (tree) => {
        const items = pick(listsIn(tree), index)?.items ?? []
        const item = textOf(pick(items, second) ?? leaf('1'))
        const maxTimes = Math.min(times, 1_500_000 / item.length) // otherwise a long list of long lists fills the memory
        for (let time = 0; time < maxTimes; time += 1) items.push(leaf(item))
      }),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(at, fc.constantFrom(1, 28, 30, 31, 32, 1000)).map(([index, depth]): TreeEdit => (tree) => {
      const slot = pick(slotsIn(tree), index)
      slot?.replace(leaf('['.repeat(depth) + textOf(slot.tree) + ']'.repeat(depth)))
    }),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(at, at, fc.constantFrom(...hostilePieces))
      .map(([index, position, piece]): TreeEdit => (tree) => {
        const string = pick(stringsIn(tree), index)
        if (string) string.text = inserted(string.text, 1 + (position % (string.text.length - 1)), piece)
      }),
  },
)

const inserted = (text: string, position: number, piece: string): string =>
  text.slice(0, position) + piece + text.slice(position)

type TextEdit = (text: string) => string
const textEdits: fc.Arbitrary<TextEdit> = fc.oneof(
  fc.tuple(at, fc.constantFrom(...hostilePieces)).map(
    ([index, piece]): TextEdit =>
      (text) =>
        inserted(text, index % (text.length + 1), piece),
  ),
  fc.constantFrom(...hostilePieces, '{}', 'null', 'x').map(
    (piece): TextEdit =>
      (text) =>
        text + piece,
  ),
  fc.constantFrom(...hostilePieces).map(
    (piece): TextEdit =>
      (text) =>
        piece + text,
  ),
  fc.constantFrom<TextEdit>(
    (text) => `[${text}]`,
    () => '',
    () => 'null',
    () => '"{}"',
    (text) => text.repeat(2),
    (text) => text.normalize('NFD'),
    (text) => JSON.stringify(text),
  ),
)

type Bytes = Buffer<ArrayBuffer>
type BytesEdit = (bytes: Bytes) => Bytes
const bytesEdits: fc.Arbitrary<BytesEdit> = fc.oneof(
  fc.tuple(at, fc.nat({ max: 7 })).map(([index, bit]): BytesEdit => (bytes) => {
    const flipped = Buffer.from(bytes)
    if (bytes.length > 0) flipped[index % bytes.length]! ^= 1 << bit
    return flipped
  }),
  at.map(
    (index): BytesEdit =>
      (bytes) =>
        bytes.subarray(0, index % (bytes.length + 1)),
  ),
  fc
    .tuple(
      at,
      fc.constantFrom(
        [0x80],
        [0xc0, 0xaf],
        [0xed, 0xa0, 0x80],
        [0xf4, 0x90, 0x80, 0x80],
        [0xe2, 0x82],
        [0xff],
        [0xfe, 0xff],
        [0],
        [0xc3, 0xa9],
        [0xef, 0xbb, 0xbf],
      ),
    )
    .map(([index, given]): BytesEdit => (bytes) => {
      const position = index % (bytes.length + 1)
      return Buffer.concat([bytes.subarray(0, position), Buffer.from(given), bytes.subarray(position)])
    }),
  fc.constantFrom<BytesEdit>(
    (bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le'),
    (bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le').swap16(),
    (bytes) => Buffer.from(bytes.toString('utf8'), 'latin1'),
  ),
)

const seldom = <Edit>(edits: fc.Arbitrary<Edit>): fc.Arbitrary<Edit[]> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<Edit[]>([]) },
    { weight: 1, arbitrary: fc.array(edits, { minLength: 1, maxLength: 2 }) },
  )

/** Bodies made from an acceptable change by corrupting its structure, its text, its bytes, or none of them. */
export function hostileBodies(changes: fc.Arbitrary<object>): fc.Arbitrary<Bytes> {
  return fc
    .tuple(changes, fc.array(treeEdits, { maxLength: 3 }), seldom(textEdits), seldom(bytesEdits))
    .map(([change, ofTree, ofText, ofBytes]) => {
      const tree = treeOf(change)
      for (const edit of ofTree) edit(tree)
      const text = ofText.reduce((sofar, edit) => edit(sofar), textOf(tree))
      return ofBytes.reduce((sofar, edit) => edit(sofar), Buffer.from(text))
    })
}
