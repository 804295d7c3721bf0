import { capabilityContext, createSealer, type Sealer } from '@course-grading/sealing'

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

export const urlOf = (origin: string, submissionId: number): string =>
  `${origin}/api/v2/submissions/${submissionId}/grader?token=s${submissionId.toString(16)}.${'A'.repeat(32)}`

export const ofMissingKey = 'it names a key that nobody has'

/**
 * One row of each family, of which none may open; the first was sealed for the second, and the other way round. Their submissions are
 * numbered from `firstSubmission`. What any changed byte does is in the tests of the sealer.
 */
export function tamperedRows({
  ring,
  origin,
  firstSubmission,
}: {
  readonly ring: readonly [SealingKey, SealingKey]
  readonly origin: string
  readonly firstSubmission: number
}): readonly TamperedRow[] {
  const [key, other] = ring
  const sealer = createSealer({ purpose: 'capability', keys: [key] })
  const sealed = (ids: CapabilityIds, { by = sealer, url = urlOf(origin, ids.submissionId) } = {}): Buffer =>
    by.seal(url, capabilityContext(ids)).sealed
  const stranger: Sealer = createSealer({ purpose: 'capability', keys: [{ id: key.id, key: Buffer.alloc(32, 0xee) }] })
  const families: readonly [family: string, sealedFor: (ids: CapabilityIds) => Buffer][] = [
    ['it has changed places with the next', (ids) => sealed({ ...ids, submissionId: ids.submissionId + 1 })],
    ['it has changed places with the one before', (ids) => sealed({ ...ids, submissionId: ids.submissionId - 1 })],
    ['a bit is flipped', (ids) => changed(sealed(ids), -1, (byte) => byte ^ 1)],
    ['its end is cut', (ids) => sealed(ids).subarray(0, -1)],
    [
      'it is of another submission, its URL is not',
      (ids) => sealed({ ...ids, submissionId: 1 }, { url: urlOf(origin, ids.submissionId) }),
    ],
    ['it is of another exercise', (ids) => sealed({ ...ids, exerciseId: 1104 })],
    ['it is of another course', (ids) => sealed({ ...ids, courseId: 13 })],
    [
      'it is sealed for another purpose',
      (ids) => sealed(ids, { by: createSealer({ purpose: 'session-token', keys: [key] }) }),
    ],
    ['it names a key of the ring that did not seal it', (ids) => renamed(sealed(ids), other.id)],
    [ofMissingKey, (ids) => renamed(sealed(ids), 'x-1')],
    ['a stranger has sealed it with the name of a key', (ids) => sealed(ids, { by: stranger })],
  ]
  return families.map(([family, sealedFor], index) => {
    const ids = { courseId: 11, exerciseId: 1103, submissionId: firstSubmission + index }
    return { ...ids, family, sealedUrl: sealedFor(ids) }
  })
}

function changed(sealed: Buffer, at: number, change: (byte: number) => number): Buffer {
  const altered = Buffer.from(sealed)
  const place = (at + altered.length) % altered.length
  altered.writeUInt8(change(altered.readUInt8(place)), place)
  return altered
}

/** Names another key of three characters, behind the version and the length of the name. */
function renamed(sealed: Buffer, id: string): Buffer {
  const altered = Buffer.from(sealed)
  altered.write(id, 2, 'latin1')
  return altered
}
