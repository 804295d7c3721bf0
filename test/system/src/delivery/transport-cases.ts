import { findFreePort } from '@course-grading/test-embedded-postgres'
import { createCertificate } from '@course-grading/test-kit'
import { afterWriteBehaviours } from './after-write-behaviours.ts'
import { handshakeBehaviours, idleConnectionBehaviours, verificationBehaviours } from './before-write-behaviours.ts'
import { type Behaviour, type Expected, refused, returned } from './behaviour.ts'
import type { DeliveryRequest, DeliveryWorld } from './delivery-world.ts'
import type { Peer } from './peer.ts'

/** One row of the table: what is delivered, to which peer, and what one attempt must lead to. */
export interface TransportCase extends Expected {
  readonly title: string
  readonly request: DeliveryRequest
  /** Null if no peer takes part. */
  readonly behaving: (Pick<Behaviour, 'play' | 'idle'> & { readonly peer: Peer }) | null
}

/** Every behaviour by http and by https, each with its own peer, and the cases without a peer. No connection to the origin `silent` succeeds. */
export async function transportCases(world: DeliveryWorld, silent: string): Promise<TransportCase[]> {
  world.allow(silent)
  return [
    ...(await behavedCases(world, [...idleConnectionBehaviours, ...afterWriteBehaviours])),
    ...(await behavedCases(world, verificationBehaviours, handshakeBehaviours)),
    ...(await unreachable(world)),
    ...(await untrusted(world)),
    ...(await unusable(world)),
    alone('a port that takes no more connections', { origin: silent }, returned('unreachable')),
  ]
}

async function behavedCases(
  world: DeliveryWorld,
  everywhere: readonly Behaviour[],
  secure: readonly Behaviour[] = [],
): Promise<TransportCase[]> {
  const certificate = world.certificate()
  const behaving = async (scheme: 'http' | 'https', of: Behaviour): Promise<TransportCase> => {
    const peer = await world.peer(scheme === 'https' ? certificate : undefined)
    const { title, play, idle, state, step, feedbackBytes } = of
    const request = { origin: peer.origin, ...(feedbackBytes !== undefined && { feedbackBytes }) }
    return {
      title: `${scheme}: ${title}`,
      state,
      step,
      request,
      behaving: { peer, play, ...(idle !== undefined && { idle }) },
    }
  }
  return await Promise.all([
    ...everywhere.flatMap((of) => [behaving('http', of), behaving('https', of)]),
    ...secure.map((of) => behaving('https', of)),
  ])
}

const alone = (title: string, request: DeliveryRequest, expected: Expected): TransportCase => ({
  title,
  ...expected,
  request,
  behaving: null,
})

async function unreachable(world: DeliveryWorld): Promise<TransportCase[]> {
  const unknown = 'http://nobody.invalid'
  const closed = `http://127.0.0.1:${await findFreePort()}`
  const strange = 'http://127.0.0.2:9'
  const secure = await world.peer(world.certificate())
  const plainOnSecure = secure.origin.replace('https', 'http')
  for (const origin of [unknown, closed, strange, plainOnSecure]) world.allow(origin)
  // No connection to a broadcast address succeeds, whatever the machine's routes are.
  const nowhere = 'http://127.255.255.255:9'
  world.allow(nowhere, '127.255.255.255/32')
  return [
    alone('a name that does not exist', { origin: unknown }, returned('unreachable')),
    alone('a port on which nobody listens', { origin: closed }, returned('unreachable')),
    alone('an unreachable address', { origin: nowhere }, returned('unreachable')),
    alone('http to a TLS port', { origin: plainOnSecure }, returned('verification_failed')),
    alone('an address that the origin may not have', { origin: strange }, refused('not_allowed')),
  ]
}

async function untrusted(world: DeliveryWorld): Promise<TransportCase[]> {
  const names = ['127.0.0.1']
  const certificates = {
    'a certificate for another name': world.certificate(['plus.test']),
    'a certificate for another address': world.certificate(['127.0.0.2']),
    'a self-signed certificate': createCertificate({ name: 'peer', names }),
    'a certificate of an unknown authority': createCertificate({
      name: 'peer',
      names,
      issuer: createCertificate({ name: 'stranger' }),
    }),
    'a certificate that has expired': createCertificate({
      name: 'peer',
      names,
      issuer: world.authority,
      endedAt: new Date('2021-01-01'),
    }),
  }
  return await Promise.all(
    Object.entries(certificates).map(async ([title, certificate]) =>
      alone(title, { origin: (await world.peer(certificate)).origin }, returned('tls_failed')),
    ),
  )
}

async function unusable(world: DeliveryWorld): Promise<TransportCase[]> {
  const { origin } = await world.peer()
  const changed = (set: string): DeliveryRequest => ({
    origin,
    before: `UPDATE capability SET ${set} WHERE submission_id = $1`,
  })
  const calling = (callbackUrl: (submissionId: number) => string): DeliveryRequest => ({ origin, callbackUrl })
  const token = (id: number): string => `s${id.toString(16)}.${'A'.repeat(32)}`
  return [
    alone(
      'a capability that is deleted',
      changed('sealed_url = NULL, deleted_at = clock_timestamp()'),
      refused('capability_gone'),
    ),
    alone(
      'a capability that has expired',
      changed(
        "registered_at = clock_timestamp() - interval '9 days', expires_at = clock_timestamp() - interval '1 second'",
      ),
      refused('capability_gone'),
    ),
    alone(
      'a seal that is broken',
      changed("sealed_url = overlay(sealed_url PLACING '\\x0000'::bytea FROM octet_length(sealed_url) - 1)"),
      refused('capability_gone'),
    ),
    alone(
      'a key that is not in the ring',
      changed("sealed_url = overlay(sealed_url PLACING 'xyz'::bytea FROM 3 FOR 3), key_id = 'xyz'"),
      returned('key_unknown'),
    ),
    alone(
      'an origin that is not allowed',
      calling((id) => `http://127.0.0.1:1/submissions/${id}/grader?token=${token(id)}`),
      refused('not_allowed'),
    ),
    alone(
      'a URL that makes submissions',
      calling((id) => `${origin}/exercises/${id}/grader?token=e${token(id).slice(1)}`),
      refused('not_allowed'),
    ),
    alone(
      'the URL of another submission',
      calling((id) => `${origin}/submissions/${id + 1}/grader?token=${token(id + 1)}`),
      refused('not_allowed'),
    ),
    alone('a grade that is too long', { origin, feedbackBytes: 2_100_000 }, refused('invalid_result')),
  ]
}
