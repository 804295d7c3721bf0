import type { Check, Criterion, Level, Localized, RubricDocument } from './rubric-document.ts'

/** Returns numbers from 0 to 1, always the same sequence for a seed. */
export type Random = () => number

/** Mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const whole = (random: Random, least: number, most: number): number =>
  least + Math.floor(random() * (most - least + 1))
export const oneOf = <Item>(random: Random, items: readonly Item[]): Item =>
  items[whole(random, 0, items.length - 1)] as Item
const isLikely = (random: Random): boolean => random() < 0.5
const shuffled = <Item>(random: Random, items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)

/** The languages of the course for which rubrics are generated. */
export const generatedLanguages = ['fi', 'en', 'sv'] as const

const words = [
  'Structure',
  'a "b" & <c>',
  '  spaces  ',
  'two\nlines',
  '\u{1F600}',
  'ä%20+=',
  '\u05d0\u05d1',
  '0',
  '\\u0041',
]
const someIds = ['a', '0', 'constructor', 'a-1', 'b', 'to-string', 'x'.repeat(40), 'c', 'd', 'e', 'f']

function someText(random: Random): Localized {
  const languages = shuffled(random, generatedLanguages).slice(0, whole(random, 1, generatedLanguages.length))
  return Object.fromEntries(languages.map((language) => [language, oneOf(random, words)]))
}

const maybe = <Name extends string>(random: Random, name: Name): Partial<Record<Name, Localized>> =>
  isLikely(random) ? {} : ({ [name]: someText(random) } as Record<Name, Localized>)
const points = (random: Random): number => whole(random, -400, 600) / oneOf(random, [1, 2, 100])
const ids = (random: Random, least: number): string[] =>
  shuffled(random, someIds).slice(0, whole(random, least, least + 3))

function aLevel(random: Random, id: string): Level {
  return {
    id,
    title: someText(random),
    ...maybe(random, 'description'),
    points: points(random),
    commentRequired: isLikely(random),
    ...maybe(random, 'graderNote'),
  }
}

function aCheck(random: Random, id: string): Check {
  return {
    id,
    title: someText(random),
    points: points(random),
    maxTimes: oneOf(random, [1, 2, 99]),
    visibility: oneOf(random, ['always', 'chosen', 'never']),
    commentRequired: isLikely(random),
    ...maybe(random, 'graderNote'),
  }
}

function aCriterion(random: Random, id: string): Criterion {
  const common = {
    id,
    title: someText(random),
    ...maybe(random, 'description'),
    ...maybe(random, 'graderNote'),
    required: isLikely(random),
    commentRequired: isLikely(random),
    visibleToStudent: isLikely(random),
  }
  switch (oneOf(random, ['levels', 'checks', 'points'])) {
    case 'levels':
      return { ...common, kind: 'levels', levels: ids(random, 2).map((each) => aLevel(random, each)) }
    case 'checks': {
      const checks = ids(random, 1).map((each) => aCheck(random, each))
      const minChecks = whole(random, 0, checks.length)
      return {
        ...common,
        kind: 'checks',
        checks,
        minChecks,
        maxChecks: oneOf(random, [null, Math.max(1, minChecks), checks.length + 1]),
      }
    }
    default: {
      const [min, step] = [whole(random, -500, 500), oneOf(random, [1, 25, 30, 100])]
      return {
        ...common,
        kind: 'points',
        min: min / 100,
        max: (min + step * whole(random, 0, 9)) / 100,
        step: step / 100,
      }
    }
  }
}

/** A rubric that `readRubric` takes, with texts of every kind; always the same for a seed. */
export function generatedRubric(seed: number): RubricDocument {
  const random = randomOf(seed)
  const maxPoints = oneOf(random, [0.01, 10, 20.25, 1_000_000])
  return {
    title: someText(random),
    ...maybe(random, 'description'),
    maxPoints,
    startingPoints: oneOf(random, [0, maxPoints, 0.01]),
    rounding: oneOf(random, ['none', 'half', 'whole']),
    criteria: ids(random, 1).map((id) => aCriterion(random, id)),
  }
}
