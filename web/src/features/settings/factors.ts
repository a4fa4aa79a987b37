import type { Factor, FactorChange, Security } from '../../app/security-calls.ts'
import type { Site } from '../../app/site.ts'

type FactorWords = {
  title: string
  /** In the middle of a sentence. */
  name: string
  /** Completes "we ask for …". */
  code: string
}

/** In the order they are offered: the safest first. */
export const FACTORS: Readonly<Record<Factor, FactorWords>> = {
  TOTP: {
    title: 'Authenticator app',
    name: 'the authenticator app',
    code: 'a code from your authenticator app',
  },
  EMAIL: { title: 'Codes by email', name: 'codes by email', code: 'a code we email you' },
  SMS: { title: 'Codes by text message', name: 'codes by text message', code: 'a code we text you' },
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

/** How one signs in with these, in a sentence. */
export function factorSummary(factors: readonly Factor[], preferred: Factor | null): string {
  const [first] = factors
  if (!first) return 'Your password alone opens your account.'
  const asked = factors.length === 1 ? first : preferred
  return asked
    ? `After your password we ask for ${FACTORS[asked].code}.`
    : 'After your password you choose which code we ask for.'
}
