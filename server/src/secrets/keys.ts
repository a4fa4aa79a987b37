import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Keys = {
  pepper: Buffer
  identitySeal: Buffer
  dataSeal: Buffer
  /** Derives the links to digital cards. */
  claimLink: Buffer
  /** Finds a card by its number without decrypting any. */
  cardDigest: Buffer
  /** Finds erased people in a restored backup. */
  erasure: Buffer
  /** Finds whom a company invited within a day, without their address. */
  invited: Buffer
  /** Signs what the guide proposes to a customer. */
  proposals: Buffer
  /** Signs what connected assistants hold. */
  assistants: Buffer
  /** Derives the tokens with which parts of files are uploaded. */
  uploads: Buffer
}

/**
 * The installation's keys, derived from `LAUREL_SECRET`, or from a secret generated at the first start and kept
 * in the data folder with mode 600. They're never in the database they protect.
 */
export function readKeys(dataDir: string, given: string | undefined): Keys {
  const path = join(dataDir, 'secret')
  const isNew = given === undefined && !existsSync(path)
  const keys = keysOf(readRoot(dataDir, given))
  if (isNew) newSecrets.set(keys, path)
  return keys
}

const newSecrets = new WeakMap<Keys, string>()

/** Removes a secret that was generated for these keys and opens nothing, so that no backup or person takes it for the right one. */
export function dropNewSecret(keys: Keys): void {
  const path = newSecrets.get(keys)
  if (path !== undefined) rmSync(path, { force: true })
}

export function keysOf(root: Buffer): Keys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', root, 'laurel', purpose, 32))
  return {
    pepper: derive('pepper'),
    identitySeal: derive('identity-seal'),
    dataSeal: derive('data-seal'),
    claimLink: derive('claim-link'),
    cardDigest: derive('card-digest'),
    erasure: derive('erasure'),
    invited: derive('invited'),
    proposals: derive('proposals'),
    assistants: derive('assistants'),
    uploads: derive('uploads'),
  }
}

/** All keys derive from this secret, so it opens everything that the database encrypts. */
export function readRoot(dataDir: string, given: string | undefined): Buffer {
  return given === undefined ? keptSecret(dataDir) : createHash('sha256').update(given).digest()
}

/** Makes a root the data folder's secret. @throws if the folder has one */
export function writeRoot(dataDir: string, root: Buffer): void {
  writeFileSync(join(dataDir, 'secret'), root.toString('base64url'), { mode: 0o600, flag: 'wx', flush: true })
}

function keptSecret(dataDir: string): Buffer {
  const path = join(dataDir, 'secret')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
  }
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url')
}
