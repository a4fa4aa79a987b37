/** What is sent about an event: the same each time, to the letter, for its signature stands over it. */
export function messageBody({ type, at, data }: { type: string; at: Date; data: unknown }): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data })
}
