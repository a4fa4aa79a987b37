const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** ID and access tokens: short-lived, because a verifier can't tell that the session ended. */
export const TOKEN_LIFE_MS = 15 * MINUTE_MS
/** The absolute lifetime of a session. */
export const SESSION_LIFE_MS = 30 * DAY_MS
/** The idle lifetime of a session. */
export const SESSION_IDLE_MS = 14 * DAY_MS
/** Two tabs may refresh at once, so the old token returns the same successor for this long. */
export const ROTATION_GRACE_MS = MINUTE_MS
