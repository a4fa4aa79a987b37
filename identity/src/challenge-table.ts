import type { Challenge } from './challenge.ts'
import { newPasswordRequired } from './challenges/new-password-required.ts'

/** Every question this service can ask at sign-in, in the order of asking. A new one is a file and a line. */
export const CHALLENGES: Challenge[] = [newPasswordRequired]
