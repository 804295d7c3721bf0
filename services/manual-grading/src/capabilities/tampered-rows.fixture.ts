import { capabilityContext, createSealer, sessionTokenContext, type Sealer } from '@course-grading/sealing'

interface CapabilityIds {
  readonly courseId: number
  readonly exerciseId: number
  readonly submissionId: number
}

/** The row of a capability after somebody who can write to the table has tampered with it. */
export interface TamperedRow extends CapabilityIds {
  /** The kind of tampering. */
  readonly family: string
  readonly sealedUrl: Buffer
}

export interface SealingKey {
  readonly id: string
  readonly key: Buffer
}

export const urlOf = (origin: string, submissionId: number, letter = 'A'): string =>
  `${origin}/api/v2/submissions/${submissionId}/grader?token=s${submissionId.toString(16)}.${letter.repeat(32)}`

/** Sizes of the nonce and the tag in the stored form. */
const nonceBytes = 12
const tagBytes = 16
const idAt = 2
/** No two of them have an exercise, or a course, in common. */
const exercises = [
  { courseId: 11, exerciseId: 1103 },
  { courseId: 11, exerciseId: 1104 },
  { courseId: 13, exerciseId: 1301 },
] as const
const [here] = exercises

/**
 * Over ten thousand rows. The bytes of each were sealed for it by a key of the ring and then altered, or were sealed for
 * something else. Their submissions are numbered from `firstSubmission`; none of them may open.
 */
export function tamperedRows({
  ring,
  origin,
  firstSubmission,
}: {
  readonly ring: readonly SealingKey[]
  readonly origin: string
  readonly firstSubmission: number
}): readonly TamperedRow[] {
  const rows: TamperedRow[] = []
  const sealers = ring.map((key) => createSealer({ purpose: 'capability', keys: [key] }))
  const urlSealed = (sealer: Sealer, ids: CapabilityIds, url = urlOf(origin, ids.submissionId)): Buffer =>
    sealer.seal(url, capabilityContext(ids)).sealed
  /** Adds a row of `family` with new ids. The caller provides its bytes. */
  const add = (
    family: string,
    sealedFor: (ids: CapabilityIds) => Buffer,
    at: Omit<CapabilityIds, 'submissionId'> = here,
  ): void => {
    const ids = { ...at, submissionId: firstSubmission + rows.length }
    rows.push({ ...ids, family, sealedUrl: sealedFor(ids) })
  }
  /** Adds a row for each position of a byte, or of a bit. */
  const addEach = (
    family: string,
    sealer: Sealer,
    count: (bytes: number) => number,
    alter: (sealed: Buffer, at: number) => Buffer,
  ): void => {
    const { length } = urlSealed(sealer, { ...here, submissionId: firstSubmission + rows.length })
    for (let at = 0; at < count(length); at += 1) add(family, (ids) => alter(urlSealed(sealer, ids), at))
  }

  for (const sealer of sealers) {
    addEach(
      'a bit is flipped',
      sealer,
      (bytes) => bytes * 8,
      (sealed, at) => changed(sealed, at >> 3, (byte) => byte ^ (1 << (at & 7))),
    )
    addEach(
      'its end is cut',
      sealer,
      (bytes) => bytes,
      (sealed, at) => sealed.subarray(0, at),
    )
    addEach(
      'its beginning is cut',
      sealer,
      (bytes) => bytes - 1,
      (sealed, at) => sealed.subarray(at + 1),
    )
    addEach(
      'a byte is put in',
      sealer,
      (bytes) => bytes,
      (sealed, at) => Buffer.concat([sealed.subarray(0, at), Buffer.of(sealed[at] ?? 0), sealed.subarray(at)]),
    )
    addEach(
      'a byte is left out',
      sealer,
      (bytes) => bytes,
      (sealed, at) => Buffer.concat([sealed.subarray(0, at), sealed.subarray(at + 1)]),
    )
    addEach(
      'a byte is zero',
      sealer,
      (bytes) => bytes,
      (sealed, at) => changed(sealed, at, (byte) => (byte === 0 ? 1 : 0)),
    )
    addEach('two bytes have changed places', sealer, (bytes) => bytes - 1, swappedWithNext)
  }

  for (const [index, sealer] of sealers.entries()) {
    for (let turn = 0; turn < 200; turn += 1) {
      const at = exercises[turn % exercises.length] ?? here
      const other = exercises[(turn + 1) % exercises.length] ?? here
      add(
        'it is of another submission',
        (ids) => urlSealed(sealer, { ...ids, submissionId: ids.submissionId + 1 + turn }),
        at,
      )
      add(
        'it is of another submission, its URL is not',
        (ids) =>
          urlSealed(sealer, { ...ids, submissionId: ids.submissionId + 1 + turn }, urlOf(origin, ids.submissionId)),
        at,
      )
      add('it is of another exercise or course', (ids) => urlSealed(sealer, { ...ids, ...other }), at)
      add(
        'its ids have changed places',
        (ids) => sealer.seal(urlOf(origin, ids.submissionId), capabilityContext(ids).toReversed()).sealed,
        at,
      )
      add(
        'it is sealed for another purpose',
        (ids) => otherPurpose(ring[index], ids, urlOf(origin, ids.submissionId), turn),
        at,
      )
      add(
        'it names a key of the ring that did not seal it',
        (ids) => renamed(urlSealed(sealer, ids), ring[(index + 1) % ring.length]?.id ?? ''),
        at,
      )
      add('it names a key that nobody has', (ids) => renamed(urlSealed(sealer, ids), `x-${turn % 10}`), at)
      add(
        'a stranger has sealed it with the name of a key',
        (ids) => urlSealed(createSealer({ purpose: 'capability', keys: [strangerAs(ring[index])] }), ids),
        at,
      )
      add(
        'its nonce is of another sealing',
        (ids) => joined(urlSealed(sealer, ids), urlSealed(sealer, ids), 'nonce'),
        at,
      )
      add('its tag is of another sealing', (ids) => joined(urlSealed(sealer, ids), urlSealed(sealer, ids), 'tag'), at)
      add(
        'its text is of another sealing',
        (ids) => joined(urlSealed(sealer, ids), urlSealed(sealer, ids, urlOf(origin, ids.submissionId, 'B')), 'text'),
        at,
      )
    }
  }
  return withPairsSwapped(rows, { sealers, firstSubmission, urlSealed })
}

/** The rows after the bytes of pairs were swapped. */
function withPairsSwapped(
  rows: readonly TamperedRow[],
  {
    sealers,
    firstSubmission,
    urlSealed,
  }: {
    sealers: readonly Sealer[]
    firstSubmission: number
    urlSealed: (sealer: Sealer, ids: CapabilityIds) => Buffer
  },
): readonly TamperedRow[] {
  const pairs = Array.from({ length: 300 }, (_, index) => {
    const [one, two] = [0, 1].map((which) => ({
      ...(exercises[(index + which * (index % 2)) % exercises.length] ?? here),
      submissionId: firstSubmission + rows.length + index * 2 + which,
    })) as [CapabilityIds, CapabilityIds]
    const sealer = sealers[index % sealers.length]
    if (sealer === undefined) throw new Error('there is no key')
    const family = 'two rows have changed places'
    return [
      { ...one, family, sealedUrl: urlSealed(sealer, two) },
      { ...two, family, sealedUrl: urlSealed(sealer, one) },
    ]
  })
  return [...rows, ...pairs.flat()]
}

/**
 * Whether bytes are complete and name a key that the ring does not have, so that another ring may open them. They are read
 * without the product's code.
 */
export function namesMissingKey(sealed: Buffer, ring: readonly SealingKey[]): boolean {
  const length = sealed[1] ?? 0
  const id = sealed.toString('latin1', idAt, idAt + length)
  const isWhole =
    sealed[0] === 1 && length >= 1 && length <= 32 && sealed.length >= idAt + length + nonceBytes + tagBytes
  return isWhole && /^[a-z0-9-]+$/.test(id) && !ring.some((key) => key.id === id)
}

function changed(sealed: Buffer, at: number, change: (byte: number) => number): Buffer {
  const altered = Buffer.from(sealed)
  altered.writeUInt8(change(altered.readUInt8(at)), at)
  return altered
}

/** Swaps two neighbouring bytes. If they are equal, one of them is altered. */
function swappedWithNext(sealed: Buffer, at: number): Buffer {
  const [one, two] = [sealed.readUInt8(at), sealed.readUInt8(at + 1)]
  return changed(
    changed(sealed, at, () => two),
    at + 1,
    () => (one === two ? one ^ 1 : one),
  )
}

function renamed(sealed: Buffer, id: string): Buffer {
  return Buffer.concat([sealed.subarray(0, idAt), Buffer.from(id, 'latin1'), sealed.subarray(idAt + id.length)])
}

const strangerAs = (key: SealingKey | undefined): SealingKey => ({ id: key?.id ?? '', key: Buffer.alloc(32, 0xee) })

/** Seals for another purpose, that of a session's token, with the ids of the capability or of a session. */
function otherPurpose(key: SealingKey | undefined, ids: CapabilityIds, url: string, turn: number): Buffer {
  const sealer = createSealer({ purpose: 'session-token', keys: key === undefined ? [] : [key] })
  const session = { sessionId: `019acd00-0000-7000-8000-${String(turn).padStart(12, '0')}`, userId: ids.submissionId }
  return sealer.seal(url, turn % 2 === 0 ? capabilityContext(ids) : sessionTokenContext(session)).sealed
}

/** A sealed value in which one part comes from another one of the same key and row. */
function joined(sealed: Buffer, other: Buffer, part: 'nonce' | 'text' | 'tag'): Buffer {
  const textAt = idAt + sealed.readUInt8(1) + nonceBytes
  const tagAt = sealed.length - tagBytes
  const partOf = (bytes: Buffer, which: typeof part): Buffer =>
    ({
      nonce: bytes.subarray(textAt - nonceBytes, textAt),
      text: bytes.subarray(textAt, tagAt),
      tag: bytes.subarray(tagAt),
    })[which]
  const parts = (['nonce', 'text', 'tag'] as const).map((which) => partOf(which === part ? other : sealed, which))
  return Buffer.concat([sealed.subarray(0, textAt - nonceBytes), ...parts])
}
