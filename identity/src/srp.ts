import {
  createDiffieHellman,
  createHash,
  createHmac,
  type DiffieHellman,
  getDiffieHellman,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** RFC 3526's group of 3072 bits, as Cognito has it. */
const PRIME = getDiffieHellman('modp15').getPrime()
const N = BigInt(`0x${PRIME.toString('hex')}`)
const G = Buffer.from([2])
const K = numberOf(hash(pad(N), pad(2n)))
const SALT_BYTES = 16
const KEY_BYTES = 16

/** A password's SRP verifier. Hexadecimal. */
export type Verifier = { salt: string; verifier: string }

/** The server's half of one exchange. Hexadecimal; `b` is secret. */
export type Exchange = { A: string; B: string; b: string }

/** What the client computed from the password over the other fields. */
export type Claim = { secretBlock: Buffer; timestamp: string; signature: Buffer }

let group: DiffieHellman | undefined

/** OpenSSL checks the group's prime once, for more than a second: done at the start, so that no sign-in waits. */
export function prepareSrp(): void {
  group ??= createDiffieHellman(PRIME, G)
}

/**
 * @param pool the part of the pool's id behind the underscore
 * @param userId the `USER_ID_FOR_SRP`: it is part of the verifier and must never change
 */
export function makeVerifier(pool: string, userId: string, password: string): Verifier {
  const salt = randomBytes(SALT_BYTES)
  const x = hash(pad(numberOf(salt)), hash(`${pool}${userId}:${password}`))
  return { salt: salt.toString('hex'), verifier: power(G, x).toString(16) }
}

/**
 * Opens an exchange: B = k·v + g^b.
 *
 * @param A the client's public value, hexadecimal
 * @returns undefined for a value of A that would make every password right
 */
export function openExchange(A: string, { verifier }: Verifier): Exchange | undefined {
  const a = BigInt(`0x${A}`) % N
  if (a <= 1n || a === N - 1n) return undefined
  const b = randomBytes(32)
  const B = (K * BigInt(`0x${verifier}`) + power(G, b)) % N
  return { A, B: B.toString(16), b: b.toString('hex') }
}

/** Whether the client proved that it knows the password, in constant time. */
export function isClaimRight(
  pool: string,
  userId: string,
  { verifier }: Verifier,
  exchange: Exchange,
  claim: Claim,
): boolean {
  const A = BigInt(`0x${exchange.A}`)
  const u = hash(pad(A), pad(BigInt(`0x${exchange.B}`)))
  if (numberOf(u) === 0n) return false

  const base = ((A % N) * power(bytesOf(BigInt(`0x${verifier}`)), u)) % N
  // Possible only with the verifier; there's no shared secret then.
  if (base <= 1n || base === N - 1n) return false
  const S = power(bytesOf(base), Buffer.from(exchange.b, 'hex'))

  const key = hkdfSync('sha256', pad(S), pad(numberOf(u)), 'Caldera Derived Key', KEY_BYTES)
  const expected = createHmac('sha256', Buffer.from(key))
    .update(pool + userId)
    .update(claim.secretBlock)
    .update(claim.timestamp)
    .digest()
  return claim.signature.length === expected.length && timingSafeEqual(claim.signature, expected)
}

/** base^exponent mod N, by OpenSSL, as the shared secret of a Diffie-Hellman exchange. */
function power(base: Buffer, exponent: Buffer): bigint {
  prepareSrp()
  group!.setPrivateKey(exponent)
  return numberOf(group!.computeSecret(base))
}

function hash(...parts: (Buffer | string)[]): Buffer {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part)
  return sum.digest()
}

function numberOf(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`)
}

function bytesOf(value: bigint): Buffer {
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
}

/** A number as Java's BigInteger: a leading zero byte if the first bit is set. */
function pad(value: bigint): Buffer {
  const bytes = bytesOf(value)
  return bytes[0]! >= 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes
}
