import { type Annotation, type Checks, type Fields, type Score, withoutAnnotations } from './fields.ts'
import { type Field, type NamedFields, names, readName } from './field-names.ts'
import { storableText } from './stored-texts.ts'
import { readCount, readPoints } from './typed-values.ts'
import type { Typed } from './saver.ts'
import { sharing } from './units.ts'

/** What a form, the server or the browser's storage has by names. An annotation without a place does not exist. */
export function fromNames(named: NamedFields): Fields {
  const textOf = (name: string): string => named[name] ?? ''
  const known = Object.keys(named).flatMap((name) => readName(name) ?? [])
  const ofScores = known.filter((field) => 'criterionId' in field)
  const places = known.filter((field): field is Extract<Field, { annotationId: string }> => field.of === 'place')
  return {
    scores: new Map(
      [...Map.groupBy(ofScores, ({ criterionId }) => criterionId)].map(([id, fields]) => [
        id,
        scoreIn(textOf, id, fields),
      ]),
    ),
    adjustment: { points: readPoints(textOf(names.adjustment)), reason: textOf(names.reason) },
    note: textOf(names.privateNote),
    body: textOf(names.body),
    annotations: new Map(
      places.flatMap(({ annotationId: id }) =>
        textOf(names.place(id)) === '' ? [] : [[id, annotationIn(textOf, id)]],
      ),
    ),
  }
}

type TextOf = (name: string) => string

const scoreIn = (textOf: TextOf, id: string, fields: readonly Field[]): Score => ({
  levelId: textOf(names.levelId(id)),
  points: readPoints(textOf(names.points(id))),
  checks: { none: textOf(names.none(id)) !== '', times: timesIn(textOf, id, fields) },
  comment: textOf(names.comment(id)),
  snippet: textOf(names.snippet(id)) === '' ? null : (JSON.parse(textOf(names.snippet(id))) as Score['snippet']),
})

const timesIn = (textOf: TextOf, id: string, fields: readonly Field[]): Checks['times'] =>
  new Map(
    fields
      .flatMap((field) =>
        field.of === 'check' ? [[field.checkId, readCount(textOf(names.check(id, field.checkId)))] as const] : [],
      )
      .filter(([, times]) => times !== ''),
  )

const annotationIn = (textOf: TextOf, id: string): Annotation => ({
  place: JSON.parse(textOf(names.place(id))) as Annotation['place'],
  kind: (textOf(names.kind(id)) || 'note') as Annotation['kind'],
  isPrivate: textOf(names.isPrivate(id)) === 'yes',
  text: textOf(names.text(id)),
})

/** What was kept in the browser. */
export const readTyped = ({ base, mine }: { readonly base: NamedFields; readonly mine: NamedFields }): Typed => ({
  base: fromNames(base),
  mine: fromNames(mine),
})

/** The fields by their names. An empty text is absent. */
export function toNames({ scores, adjustment, note, body, annotations }: Fields): NamedFields {
  const entries = [
    ...[...scores].flatMap(([id, { levelId, points, checks, comment, snippet }]) => [
      [names.levelId(id), levelId] as const,
      ...[...checks.times].map(([checkId, times]) => [names.check(id, checkId), String(times)] as const),
      [names.none(id), checks.none ? 'yes' : ''] as const,
      [names.points(id), String(points)] as const,
      [names.comment(id), comment] as const,
      [names.snippet(id), snippet === null ? '' : snippetText(snippet)] as const,
    ]),
    [names.adjustment, String(adjustment.points)] as const,
    [names.reason, adjustment.reason] as const,
    [names.privateNote, note] as const,
    [names.body, body] as const,
    ...[...annotations].flatMap(([id, { place, kind, isPrivate, text }]) => [
      [names.place(id), placeText(place)] as const,
      [names.kind(id), kind] as const,
      [names.isPrivate(id), isPrivate ? 'yes' : ''] as const,
      [names.text(id), text] as const,
    ]),
  ]
  return Object.fromEntries(entries.filter(([, text]) => text !== ''))
}

/** One place has one text, whatever the order of its members. */
export function placeText({ anchor, startLine, endLine, startColumn, endColumn }: Annotation['place']): string {
  const about =
    'answerKey' in anchor
      ? { answerKey: anchor.answerKey }
      : { fileId: anchor.fileId, path: anchor.path, sha256: anchor.sha256 }
  return JSON.stringify({ anchor: about, startLine, endLine, startColumn, endColumn })
}

/** One snippet has one text, whatever the order of its members. */
export const snippetText = ({ snippetId, edited }: NonNullable<Score['snippet']>): string =>
  JSON.stringify({ snippetId, edited })

/** The members of an annotation or a score that a form does not change. */
const unwritten: readonly string[] = ['place', 'kind', 'isPrivate', 'snippet']

function isWritten(name: string): boolean {
  const field = readName(name)
  return field !== null && !unwritten.includes(field.of)
}

/** The name of the box with which an annotation is removed. */
export const removalName = (annotationId: string): string => `remove/${annotationId}`

/** What a person typed. A field that a form lacks is as it was drawn, except for boxes, of which only the checked ones are sent. */
export function readForm(form: URLSearchParams, drawn: Fields): Fields {
  const scores = [...drawn.scores].map(
    ([id, score]) => [id, { ...score, checks: { none: false, times: new Map() } }] as const,
  )
  return withChanges({ ...drawn, scores: new Map(scores) }, [...form])
}

/** The fields with the changes of a form, whose unknown names are ignored. */
export function withChanges(drawn: Fields, changes: readonly (readonly [name: string, text: string])[]): Fields {
  const sent = changes.filter(([name]) => isWritten(name)).map(([name, text]) => [name, storableText(text)] as const)
  const typed = fromNames({ ...toNames(drawn), ...Object.fromEntries(sent) })
  const removed = changes.flatMap(([name]) => (name.startsWith(removalName('')) ? [name.slice(7)] : []))
  return sharing(drawn, withoutAnnotations(removed)(typed))
}
