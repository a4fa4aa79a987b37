const MAX_MESSAGES = 5_000
/** Mails with large attachments must not fill the memory. */
const MAX_TOTAL_BYTES = 256 * 1024 * 1024

export type Message = { id: number; received_at: string }
type Kept<M> = { message: M; recipients: readonly string[]; bytes: number }

export type MessageBox<M extends Message> = ReturnType<typeof makeMessageBox<M>>

/** Messages in order of arrival; beyond its limits the oldest are dropped. */
export function makeMessageBox<M extends Message>(now: () => Date) {
  let kept: Kept<M>[] = []
  let lastId = 0
  let totalBytes = 0

  return {
    /** @param recipients in their lookup form */
    add(content: Omit<M, 'id' | 'received_at'>, recipients: readonly string[], bytes: number): M {
      lastId += 1
      const message = { id: lastId, ...content, received_at: now().toISOString() } as M
      kept.push({ message, recipients, bytes })
      totalBytes += bytes
      while (kept.length > MAX_MESSAGES || (totalBytes > MAX_TOTAL_BYTES && kept.length > 1)) {
        totalBytes -= kept.shift()?.bytes ?? 0
      }
      return message
    },

    /** Newest first, optionally of one recipient. */
    list(recipient?: string): M[] {
      const mine = recipient === undefined ? kept : kept.filter((one) => one.recipients.includes(recipient))
      return mine.map(({ message }) => message).reverse()
    },

    find: (id: number): M | undefined => kept.find(({ message }) => message.id === id)?.message,

    clear() {
      kept = []
      totalBytes = 0
    },
  }
}
