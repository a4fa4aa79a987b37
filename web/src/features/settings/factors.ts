import type { Factor, FactorChange, Security } from '../../app/security-calls.ts'
import type { Site } from '../../app/site.ts'

type FactorWords = {
  title: string
  /** In the middle of a sentence. */
  name: string
  /** Completes "we ask for …". */
  code: string
  /** How it comes back once it is off. */
  back: string
}

/** In the order they are offered: the safest first. */
export const FACTORS: Readonly<Record<Factor, FactorWords>> = {
  TOTP: {
    title: 'Authenticator app',
    name: 'the authenticator app',
    code: 'a code from your authenticator app',
    back: 'To use the app again, set it up anew with a new key.',
  },
  EMAIL: {
    title: 'Codes by email',
    name: 'codes by email',
    code: 'a code we email you',
    back: 'You can turn them on again at any time.',
  },
  SMS: {
    title: 'Codes by text message',
    name: 'codes by text message',
    code: 'a code we text you',
    back: 'You can turn them on again at any time.',
  },
}

/** What the site offers, and what is on although it no longer does. */
export function shownFactors({ accounts }: Pick<Site, 'accounts'>, { factors }: Security): Factor[] {
  const all = Object.keys(FACTORS) as Factor[]
  return all.filter((factor) => accounts.mfaTypes.includes(factor) || factors.includes(factor))
}

/** Where a second step is required, the last one stays. */
export function canSwitchOff({ accounts }: Pick<Site, 'accounts'>, { factors }: Security): boolean {
  return accounts.mfa !== 'required' || factors.length > 1
}

export function withFactor({ factors, preferred }: Security, factor: Factor): FactorChange {
  return { on: [...factors.filter((one) => one !== factor), factor], preferred }
}

export function withoutFactor({ factors, preferred }: Security, factor: Factor): FactorChange {
  return {
    on: factors.filter((one) => one !== factor),
    preferred: preferred === factor ? null : preferred,
    off: factor,
  }
}

type SignsInWith = Pick<Security, 'factors' | 'preferred' | 'hasPassword' | 'services'>

/** How you sign in with these, in a sentence. */
export function factorSummary({ factors, preferred, hasPassword, services }: SignsInWith): string {
  const [first] = factors
  if (!first) return `${hasPassword ? 'Your password' : firstSteps(services)} alone signs you in.`
  const asked = factors.length === 1 ? first : preferred
  const after = hasPassword ? 'After your password' : 'When you sign in,'
  return asked ? `${after} we ask for ${FACTORS[asked].code}.` : `${after} you choose which code we ask for.`
}

/** What someone without a password signs in with. */
function firstSteps(services: Security['services']): string {
  if (services.length === 0) return 'An emailed code'
  const names = services.map(({ name }) => name)
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names)
}

/** What becomes of a factor that was just turned on. */
export function nextSignIn(factor: Factor, { on, preferred }: FactorChange): string {
  if (on.length === 1 || preferred === factor) return 'We ask for it from your next sign-in.'
  return preferred
    ? `We’ll keep asking for ${FACTORS[preferred].code}.`
    : 'You choose at each sign-in which code we ask for.'
}
