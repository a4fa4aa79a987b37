/** The body of an event's message: byte for byte the same each time, because it's signed. */
export function messageBody({ type, at, data }: { type: string; at: Date; data: unknown }): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data })
}
