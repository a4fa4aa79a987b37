/** Messages that customers get by email in an hour: about one order, and from one colleague or program. */
export const MESSAGES_AN_HOUR = { order: 10, writer: 60 } as const
