import { readFileSync } from 'node:fs'
import { CognitoError } from './cognito-error.ts'
import type { PasswordPolicy, Pool } from './database.ts'

const SYMBOLS = new Set('^$*.[]{}()?"!@#%&/\\,><\':;|_~`=+- ')
/** Keyboard runs, in either direction. */
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop']
const TRACKS = ROWS.flatMap((row) => [row, [...row].reverse().join('')])
const SHORTEST_RUN = 4
/** A password needs this many characters besides its obvious parts. */
const MIN_OWN_CHARACTERS = 4
const LONGEST_REPEATED = 8
/** Dates and telephone numbers are shorter than this. */
const MIN_DIGITS_ALONE = 12

const COMMON = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split(/\s+/)
    .map(fold),
)

/**
 * Refuses a new password that breaks the site's rules or is easy to guess.
 *
 * @param email the user's address, whose parts are easy to guess
 * @throws {CognitoError} InvalidPasswordException, with the first broken rule
 * @see docs/spec.md §5, "Password minimum length defaults to 8 unless configured"
 */
export function assertPassword(
  pool: Pick<Pool, 'password_policy' | 'blocked_words'>,
  password: string,
  email: string,
): void {
  const broken =
    brokenRule(pool.password_policy, password) ??
    (isEasyToGuess(password, [...pool.blocked_words, email])
      ? 'This password is too easy to guess. Choose one that isn’t a common word, a keyboard pattern, part of your email, or the name of this site'
      : undefined)
  if (broken) throw new CognitoError('InvalidPasswordException', broken)
}

function brokenRule(policy: PasswordPolicy, password: string): string | undefined {
  const characters = [...password]
  if (characters.length < policy.minLength)
    return `Password must have at least ${policy.minLength} characters`
  if (policy.requireLowercase && !/[a-z]/.test(password)) return 'Password must have lower case letters'
  if (policy.requireUppercase && !/[A-Z]/.test(password)) return 'Password must have upper case letters'
  if (policy.requireNumbers && !/[0-9]/.test(password)) return 'Password must have numbers'
  if (policy.requireSymbols && !characters.some((one) => SYMBOLS.has(one))) {
    return 'Password must have special characters'
  }
  return undefined
}

/** Whether a password is common, a repetition, a run of keys, or made of words known about the user. */
export function isEasyToGuess(password: string, knownWords: string[]): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  if (/^\d+$/.test(lower) && lower.length < MIN_DIGITS_ALONE) return true

  const bare = lower.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '')
  if ([lower, bare].some((one) => COMMON.has(fold(one)))) return true

  return isRepetition(lower) || withoutRuns(lower).length < MIN_OWN_CHARACTERS || isMadeOf(bare, knownWords)
}

function isRepetition(text: string): boolean {
  const periods = Array.from(
    { length: Math.min(LONGEST_REPEATED, text.length >> 1) },
    (_, index) => index + 1,
  )
  return periods.some((period) => text.slice(period) === text.slice(0, -period))
}

/** Removes runs of four or more neighboring keys. */
function withoutRuns(text: string): string {
  let rest = ''
  for (let at = 0; at < text.length; ) {
    const length = runLength(text, at)
    if (length < SHORTEST_RUN) rest += text[at]
    at += length < SHORTEST_RUN ? 1 : length
  }
  return rest
}

function runLength(text: string, from: number): number {
  let longest = 1
  for (const track of TRACKS) {
    let length = 1
    while (from + length < text.length && track.includes(text.slice(from, from + length + 1))) length += 1
    longest = Math.max(longest, length)
  }
  return longest
}

function isMadeOf(text: string, knownWords: string[]): boolean {
  const words = knownWords
    .flatMap((known) =>
      known
        .normalize('NFKC')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    )
    .filter((word) => word.length >= MIN_OWN_CHARACTERS)
    .map(fold)
  const folded = fold(text)
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), folded)
  return rest !== folded && rest.replace(/[^\p{L}]/gu, '').length < MIN_OWN_CHARACTERS
}

/** Undoes usual substitutions: pa$$w0rd is password. */
function fold(text: string): string {
  const disguises: Record<string, string> = {
    '@': 'a',
    '4': 'a',
    '3': 'e',
    '0': 'o',
    $: 's',
    '5': 's',
    '7': 't',
    '1': 'i',
    '!': 'i',
    l: 'i',
  }
  return text.replace(/[@430$571!l]/g, (one) => disguises[one]!)
}
