import { hash, verify } from '@node-rs/argon2'
import { makeLine } from './line.ts'
import { keyedDigest, makeToken } from './secrecy.ts'

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Threads of the shared pool that hashing may take; files and DNS need the others. */
const AT_ONCE = 2
/** At about 30 ms each, the last one waits about four seconds. */
const MAX_WAITING = 256

export type PasswordHasher = {
  /** A hash that no password matches. */
  unusable: string
  hash(password: string): Promise<string>
  /** Without a hash (an unknown user) it takes the same time and returns false. */
  verify(stored: string | undefined, password: string): Promise<boolean>
  /** The hash to store after a right password: an adopted one is replaced by a peppered one. */
  renew(stored: string, password: string): Promise<string>
}

/** Marks an argon2id hash adopted from elsewhere: same cost, no pepper. */
const MOVED = 'moved:'

export const movedHash = (hash: string) => `${MOVED}${hash}`

/**
 * Hashes passwords: argon2id over an HMAC with the pepper, which is kept outside the database.
 */
export async function makePasswordHasher(pepper: Buffer): Promise<PasswordHasher> {
  const { inTurn } = makeLine({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING })
  const peppered = (password: string) => keyedDigest(pepper, 'password', password.normalize('NFKC'))
  const decoy = await hash(makeToken(), ARGON2)
  const hashPeppered = (password: string) => inTurn(() => hash(peppered(password), ARGON2))

  return {
    unusable: decoy,
    hash: hashPeppered,
    async verify(stored, password) {
      const matches = await inTurn(() =>
        stored?.startsWith(MOVED)
          ? verify(stored.slice(MOVED.length), password)
          : verify(stored ?? decoy, peppered(password)),
      )
      return matches && stored !== undefined
    },
    renew: async (stored, password) => (stored.startsWith(MOVED) ? hashPeppered(password) : stored),
  }
}
