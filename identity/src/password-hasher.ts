import { hash, verify } from '@node-rs/argon2'
import { makeLine } from './line.ts'
import { keyedDigest, makeToken } from './secrecy.ts'

/** OWASP's floor for argon2id: 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Threads of the shared pool that hashing may take; files and DNS need the others. */
const AT_ONCE = 2
/** At about 30 ms each the last in line waits some four seconds. */
const MAX_WAITING = 256

export type PasswordHasher = {
  /** A hash that no password fits. */
  unusable: string
  hash(password: string): Promise<string>
  /** With no hash to compare (an unknown user) it works just as long and answers false. */
  verify(stored: string | undefined, password: string): Promise<boolean>
  /** The hash to keep once the password was right: a moved one is replaced by one under the pepper. */
  renew(stored: string, password: string): Promise<string>
}

/** Marks an argon2id hash that was made elsewhere, with the same costs and without the pepper. */
const MOVED = 'moved:'

export const movedHash = (hash: string) => `${MOVED}${hash}`

/**
 * Makes the one place where passwords are hashed: argon2id over an HMAC under the pepper, which stays
 * outside the database.
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
