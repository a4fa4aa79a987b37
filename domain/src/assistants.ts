/** What an assistant can do for the person who connected it. It never pays for or sends anything. */
export const ASSISTANT_SCOPES = ['orders:read', 'orders:draft'] as const
export type AssistantScope = (typeof ASSISTANT_SCOPES)[number]

/** How many a person can connect. */
export const MAX_ASSISTANTS = 20

/** How long an approved request waits for its assistant. */
export const CODE_MS = 60_000
export const ACCESS_TOKEN_MS = 15 * 60_000
/** An assistant that isn't used for this long has to be connected again. */
export const ASSISTANT_IDLE_MS = 30 * 24 * 3_600_000
/** Two requests may refresh at once, so the previous refresh token works for this long. */
export const REFRESH_GRACE_MS = 60_000

/** The order plans an assistant can propose in a minute. */
export const PLANS_PER_MINUTE = 10
