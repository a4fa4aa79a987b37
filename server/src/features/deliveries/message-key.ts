import { createHmac, timingSafeEqual } from 'node:crypto'

/** Which mail of which card: a delivery is sent again under another attempt. */
export type Sending = { site_id: number; id: number; attempt: number }

const MESSAGE_ID = /^<card-(\d{1,15})-(\d{1,15})-(\d{1,6})-([0-9a-f]{20})@/
/** 80 bits, so that Message-IDs can't be forged. */
const SIGNATURE_CHARACTERS = 20

/**
 * The name a sending goes out under. The same however often it has to be made: a mailbox that got it before
 * can tell. It ends in a signature, because IDs are serial and bounce reports are matched by this name.
 *
 * @see docs/decisions/0018-once-by-mail.md
 */
export function messageKey(key: Buffer, sending: Sending): string {
  return `card-${sending.site_id}-${sending.id}-${sending.attempt}-${signatureOf(key, sending)}`
}

/** @returns the sending a Message-ID is the name of; undefined when it is none of ours */
export function readMessageId(key: Buffer, messageId: string): Sending | undefined {
  const [, siteId, id, attempt, signature] = MESSAGE_ID.exec(messageId) ?? []
  if (signature === undefined) return undefined
  const sending = { site_id: Number(siteId), id: Number(id), attempt: Number(attempt) }
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(key, sending))) ? sending : undefined
}

function signatureOf(key: Buffer, { site_id, id, attempt }: Sending): string {
  const mac = createHmac('sha256', key).update(`message:${site_id}:${id}:${attempt}`).digest('hex')
  return mac.slice(0, SIGNATURE_CHARACTERS)
}
