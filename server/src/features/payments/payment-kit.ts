import type { Kit } from '../../kit.ts'

/** What paying is built from. */
export type PaymentKit = Pick<Kit, 'config' | 'pool' | 'jobs' | 'keys' | 'gateway' | 'now'>
