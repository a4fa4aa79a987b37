import { searchParams, text } from './search-params.ts'

const MAX_EMAIL_LENGTH = 254

/** The `email` of an address. */
export const emailSearch = searchParams<{ email?: string }>({ email: text(MAX_EMAIL_LENGTH) })
