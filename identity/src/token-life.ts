const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Identity and access tokens: short, because a plain verifier cannot know that a session ended. */
export const TOKEN_LIFE_MS = 15 * MINUTE_MS
/** However busy, a session ends here and the user signs in again. */
export const SESSION_LIFE_MS = 30 * DAY_MS
/** A session nobody used ends earlier. */
export const SESSION_IDLE_MS = 14 * DAY_MS
/** Two tabs may refresh at once: for this long the old token answers with the same successor. */
export const ROTATION_GRACE_MS = MINUTE_MS
