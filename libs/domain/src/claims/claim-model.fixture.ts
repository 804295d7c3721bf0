/** A rule of claims and saves that is removed, as in a faulty implementation. */
export type Weakness =
  | 'claims ignore the lease'
  | 'claims decide by what they read before they waited'
  | 'saves ignore the holder'
  | 'saves ignore the revision'
  | 'refused saves are dropped'
  | 'claims begin with an empty draft'
  | 'completion ignores the holder'
  | 'completion ignores the revision'
  | 'completed ones are saved'

type Person = 'ada' | 'ben' | 'teacher'

/** A page in somebody's browser, with what it showed last. */
interface Tab {
  readonly person: Person
  /** Null until it has shown the assessment. */
  readonly seen: { readonly revision: number; readonly texts: readonly number[] } | null
  /** The text that was typed and is not saved. */
  readonly typed: number | null
  /**
   * Null unless this tab has requested a claim. Otherwise whether the service read, before it waited for the row, that the
   * submission may be claimed.
   */
  readonly asked: boolean | null
}

/** One assessment of one submission, and everybody who works on it. */
export interface World {
  readonly isCompleted: boolean
  readonly holder: Person | null
  /** Whether the holder's lease has not ended. */
  readonly isLive: boolean
  readonly revision: number
  /** The texts that it has. */
  readonly texts: readonly number[]
  readonly parked: readonly number[]
  /** How many texts were typed so far. Each text is a new number. */
  readonly count: number
  readonly tabs: readonly Tab[]
  readonly broken: string | null
}

const tab = (person: Person): Tab => ({ person, seen: null, typed: null, asked: null })

export const begin: World = {
  isCompleted: false,
  holder: null,
  isLive: false,
  revision: 1,
  texts: [],
  parked: [],
  count: 0,
  tabs: [tab('ada'), tab('ada'), tab('ben'), tab('teacher')],
  broken: null,
}

const maxTexts = 2

/** Every world that can come next. */
export function* nextWorlds(world: World, weakness: Weakness | null): Generator<readonly [step: string, next: World]> {
  if (world.isLive) yield ['the lease ends', { ...world, isLive: false }]
  for (const [index, own] of world.tabs.entries()) {
    const become = (change: Partial<Tab>, of: Partial<World> = {}): World => ({
      ...world,
      ...of,
      tabs: world.tabs.map((each, other) => (other === index ? { ...own, ...change } : each)),
    })
    const name = `${own.person}'s tab ${index}`
    for (const [step, next] of stepsOf(world, own, weakness, become)) yield [`${name} ${step}`, next]
  }
}

type Become = (change: Partial<Tab>, of?: Partial<World>) => World

function* stepsOf(
  world: World,
  own: Tab,
  weakness: Weakness | null,
  become: Become,
): Generator<readonly [string, World]> {
  const { person, seen, typed } = own
  const shown = { revision: world.revision, texts: world.texts }
  const isHolder = world.holder === person
  yield* claimSteps(world, own, weakness, become)
  if (isHolder && typed === null && !isShown(world, own)) yield ['reads', become({ seen: shown })]
  if (seen !== null && typed === null && world.count < maxTexts)
    yield ['types', become({ typed: world.count + 1 }, { count: world.count + 1 })]
  if (typed !== null && seen !== null) yield ['saves', save(world, own, weakness, become)]
  if (isHolder && !world.isCompleted) yield ['hands back', become({}, { holder: null, isLive: false })]
  if (person === 'teacher' && !world.isCompleted && !isHolder)
    yield ['takes over', become({ seen: shown }, { holder: 'teacher', isLive: true })]
  if (seen !== null && typed === null && !world.isCompleted) {
    const mayComplete =
      (isHolder || weakness === 'completion ignores the holder') &&
      (seen.revision === world.revision || weakness === 'completion ignores the revision')
    if (mayComplete) yield ['completes', complete(world, own, become)]
  }
}

const isShown = ({ revision }: World, { seen }: Tab): boolean => seen?.revision === revision

/** A claim reads the row, and may wait for it before it writes. */
function* claimSteps(
  world: World,
  { person, asked, typed }: Tab,
  weakness: Weakness | null,
  become: Become,
): Generator<readonly [string, World]> {
  if (person === 'teacher' || typed !== null) return
  const isFree = !world.isCompleted && (!world.isLive || weakness === 'claims ignore the lease')
  if (asked === null) {
    if (world.holder !== person) yield ['asks for a claim', become({ asked: isFree })]
    return
  }
  const mayClaim = weakness === 'claims decide by what they read before they waited' ? asked : isFree
  if (!mayClaim) {
    yield ['gets no claim', become({ asked: null })]
    return
  }
  const texts = weakness === 'claims begin with an empty draft' ? [] : world.texts
  yield [
    'claims',
    become(
      { asked: null, seen: { revision: world.revision, texts } },
      {
        holder: person,
        isLive: true,
        texts,
        isCompleted: false,
        broken: world.broken ?? takenFrom(world, person, texts),
      },
    ),
  ]
}

function takenFrom(
  { isCompleted, isLive, holder, texts }: World,
  person: Person,
  left: readonly number[],
): string | null {
  if (isCompleted) return 'a completed one changed'
  if (isLive && holder !== person) return 'two people held it'
  return texts.some((text) => !left.includes(text)) ? 'a saved text is gone' : null
}

function save(world: World, { person, seen, typed }: Tab, weakness: Weakness | null, become: Become): World {
  const isAccepted =
    (!world.isCompleted || weakness === 'completed ones are saved') &&
    (world.holder === person || weakness === 'saves ignore the holder' || world.isCompleted) &&
    (seen?.revision === world.revision || weakness === 'saves ignore the revision')
  if (!isAccepted || seen === null || typed === null) {
    const isKept = weakness !== 'refused saves are dropped'
    return become({ typed: null }, { parked: isKept && typed !== null ? [...world.parked, typed] : world.parked })
  }
  const texts = [...seen.texts, typed].toSorted((one, other) => one - other)
  const revision = world.revision + 1
  const broken = world.isCompleted
    ? 'a completed one changed'
    : world.holder !== person
      ? 'somebody wrote who does not hold it'
      : world.texts.some((text) => !texts.includes(text))
        ? 'a saved text is gone'
        : null
  return become(
    { typed: null, seen: { revision, texts } },
    { revision, texts, isLive: !world.isCompleted, broken: world.broken ?? broken },
  )
}

function complete(world: World, { person, seen }: Tab, become: Become): World {
  const isKnown = world.texts.length === seen?.texts.length
  const broken =
    world.holder !== person
      ? 'somebody completed who does not hold it'
      : isKnown
        ? null
        : 'somebody completed what they had not read'
  return become({}, { isCompleted: true, holder: null, isLive: false, broken: world.broken ?? broken })
}

/** The rule that does not hold in a world. */
export function harmIn({ broken, count, texts, parked, tabs }: World): string | null {
  if (broken !== null) return broken
  const kept = new Set([...texts, ...parked, ...tabs.map(({ typed }) => typed)])
  return Array.from({ length: count }, (_, index) => index + 1).every((text) => kept.has(text))
    ? null
    : 'what somebody typed is lost'
}
