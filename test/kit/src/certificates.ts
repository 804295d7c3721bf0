import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'

/** A certificate and its key as PEM texts. */
export interface TestCertificate {
  readonly cert: string
  readonly key: string
  readonly name: string
  readonly privateKey: KeyObject
}

interface CertificateOptions {
  readonly name: string
  /** The certificate that signs it; it signs itself if left out. */
  readonly issuer?: TestCertificate
  /** The names and addresses that the certificate is for. Empty for an authority. */
  readonly names?: readonly string[]
  readonly endedAt?: Date
}

/** An X.509 v3 certificate (RFC 5280) with an ECDSA key, only for servers of tests. */
export function createCertificate({
  name,
  issuer,
  names = [],
  endedAt = new Date('2049-12-31T00:00:00Z'),
}: CertificateOptions): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(objectId('2a8648ce3d040302'))
  const subjectAltName = names.map((each) =>
    isIP(each) === 0 ? der(0x82, Buffer.from(each)) : der(0x87, Buffer.from(each.split('.').map(Number))),
  )
  const extensions = [
    ...(names.length === 0 ? [sequence(objectId('551d13'), octets(sequence(der(0x01, Buffer.from([0xff])))))] : []),
    ...(names.length > 0 ? [sequence(objectId('551d11'), octets(sequence(...subjectAltName)))] : []),
  ]
  const toBeSigned = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    distinguished(issuer?.name ?? name),
    sequence(utcTime(new Date('2020-01-01T00:00:00Z')), utcTime(endedAt)),
    distinguished(name),
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', toBeSigned, issuer?.privateKey ?? privateKey)
  const cert = sequence(toBeSigned, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  return { name, privateKey, key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), cert: pem(cert) }
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, Buffer.concat(parts))
const integer = (bytes: Buffer): Buffer => der(0x02, bytes)
const octets = (content: Buffer): Buffer => der(0x04, content)
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const distinguished = (name: string): Buffer =>
  sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(name)))))
const utcTime = (at: Date): Buffer =>
  der(
    0x17,
    Buffer.from(
      `${at
        .toISOString()
        .replaceAll(/\..*$|[-:T]/g, '')
        .slice(2)}Z`,
    ),
  )

function pem(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
