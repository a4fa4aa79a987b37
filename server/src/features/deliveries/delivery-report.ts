import type { Attachment, Email } from 'postal-mime'

/** What one report says of one recipient. */
export type ReportedRecipient = {
  recipient: string
  /** `failed`, `delayed`, `delivered`, `relayed`, `expanded`. */
  action: string
  /** RFC 3463's code: `5.1.1`. */
  status: string
  diagnostic: string
}
export type DeliveryReport = { messageId: string | undefined; recipients: ReportedRecipient[] }

/** More than staff would paste at once. */
const MOST_MAILS = 200
const MOST_RECIPIENTS = 50
/** The parser needs up to two kilobytes for each line. */
const MOST_LINES = 20_000
/** Real mail doesn't exceed these; anything beyond is an attack. */
const LIMITS = { maxNestingDepth: 6, maxHeadersSize: 256 * 1024, forceRfc822Attachments: true }

const ORIGINAL_TYPES = ['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers', 'message/global']

/**
 * The mails of a mailbox file (mbox: each begins with a line `From `), or the one mail it is.
 *
 * @see RFC 4155
 */
export function splitMailbox(raw: string): string[] {
  if (!raw.startsWith('From ')) return raw.trim() === '' ? [] : [raw.trimStart()]
  return raw
    .split(/^From [^\n]*\n/m)
    .filter((mail) => mail.trim() !== '')
    .slice(0, MOST_MAILS)
}

/**
 * Parses a delivery status notification, which a mail server sends back for mail it couldn't deliver.
 *
 * @param raw the whole message as received
 * @returns undefined for a mail that isn't such a report
 * @see RFC 3464; RFC 3462 for the form around it
 */
export async function readDeliveryReport(raw: string): Promise<DeliveryReport | undefined> {
  const { attachments } = await parse(raw)
  const status = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')
  if (status === undefined) return undefined
  const original = attachments.find(({ mimeType }) => ORIGINAL_TYPES.includes(mimeType))

  // One group of fields about the report, then one for each recipient.
  const groups = await Promise.all(groupsOf(status, MOST_RECIPIENTS + 1).map(readFields))
  const recipients = groups
    .filter((fields) => fields.has('final-recipient') || fields.has('original-recipient'))
    .map((fields) => ({
      recipient: address(fields.get('original-recipient') ?? fields.get('final-recipient') ?? ''),
      action: (fields.get('action') ?? '').toLowerCase(),
      status: /[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? '',
      diagnostic: (fields.get('diagnostic-code') ?? '').replace(/^[\w-]+;\s*/, '').slice(0, 500),
    }))
  const [headers = ''] = original ? groupsOf(original, 1) : []
  const messageId = (await readFields(headers)).get('message-id') ?? ''
  return { messageId: /<[^<>\s]{1,200}>/.exec(messageId)?.[0], recipients }
}

/** A mail beyond the limits counts as empty. */
async function parse(text: string): Promise<Pick<Email, 'headers' | 'attachments'>> {
  const lines = text.split('\n', MOST_LINES).join('\n')
  const { default: PostalMime } = await import('postal-mime')
  return PostalMime.parse(lines, LIMITS).catch(() => ({ headers: [], attachments: [] }))
}

/** The text between a part's empty lines. */
function groupsOf({ content }: Attachment, most: number): string[] {
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content)
  return text.trim().split(/\n\s*\n/, most)
}

/** A field that occurs twice counts with its first value. */
async function readFields(text: string): Promise<ReadonlyMap<string, string>> {
  const { headers } = await parse(text)
  return new Map(headers.toReversed().map(({ key, value }) => [key, value]))
}

/** `rfc822; <ada@example.com>` is ada@example.com. */
function address(field: string): string {
  return field
    .replace(/^[\w-]+\s*;\s*/, '')
    .replaceAll(/[<>]/g, '')
    .trim()
    .toLowerCase()
}
