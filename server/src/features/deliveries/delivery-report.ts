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

/** Real mail doesn't nest deeper; anything beyond is an attack. */
const MOST_NESTING = 6
const MOST_PARTS = 50
const MOST_RECIPIENTS = 50

type Headers = ReadonlyMap<string, string>
/** More than staff would paste at once. */
const MOST_MAILS = 200

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

type Part = { headers: Headers; body: string }

/**
 * Parses a delivery status notification, which a mail server sends back for mail it couldn't deliver.
 *
 * @param raw the whole message as received
 * @returns undefined for a mail that isn't such a report
 * @see RFC 3464; RFC 3462 for the form around it
 */
export function readDeliveryReport(raw: string): DeliveryReport | undefined {
  const parts = leaves(partOf(raw.replaceAll(/\r\n?/g, '\n')), MOST_NESTING).slice(0, MOST_PARTS)
  const status = parts.find(({ headers }) => typeOf(headers) === 'message/delivery-status')
  if (status === undefined) return undefined
  const original = parts.find(({ headers }) =>
    ['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers', 'message/global'].includes(
      typeOf(headers),
    ),
  )
  const recipients = decoded(status)
    .split(/\n[ \t]*\n/)
    .map((group) => headersOf(group.trim()))
    .filter((fields) => fields.has('final-recipient') || fields.has('original-recipient'))
    .slice(0, MOST_RECIPIENTS)
    .map((fields) => ({
      recipient: address(fields.get('original-recipient') ?? fields.get('final-recipient') ?? ''),
      action: (fields.get('action') ?? '').toLowerCase(),
      status: /[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? '',
      diagnostic: (fields.get('diagnostic-code') ?? '').replace(/^[\w-]+;\s*/, '').slice(0, 500),
    }))
  const messageId = original && headersOf(decoded(original)).get('message-id')
  return { messageId: /<[^<>\s]{1,200}>/.exec(messageId ?? '')?.[0], recipients }
}

function partOf(text: string): Part {
  const end = text.indexOf('\n\n')
  return end === -1
    ? { headers: headersOf(text), body: '' }
    : { headers: headersOf(text.slice(0, end)), body: text.slice(end + 2) }
}

/** The parts that hold no further parts, in order. */
function leaves(part: Part, deep: number): Part[] {
  const boundary = boundaryOf(part.headers)
  if (deep === 0 || boundary === undefined || !typeOf(part.headers).startsWith('multipart/')) return [part]
  return part.body
    .split(`\n--${boundary}`)
    .map((piece, index) =>
      index === 0 && piece.startsWith(`--${boundary}`) ? piece.slice(boundary.length + 2) : piece,
    )
    .slice(part.body.startsWith(`--${boundary}`) ? 0 : 1)
    .filter((piece) => !piece.startsWith('--'))
    .flatMap((piece) => leaves(partOf(piece.replace(/^[ \t]*\n/, '')), deep - 1))
}

/** Field names in lower case; a line that starts with a space continues the previous one. */
function headersOf(text: string): Headers {
  const fields = new Map<string, string>()
  const end = text.indexOf('\n\n')
  for (const line of (end === -1 ? text : text.slice(0, end)).replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    if (colon < 1) continue
    const name = line.slice(0, colon).trim().toLowerCase()
    if (!fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

function typeOf(headers: Headers): string {
  return (headers.get('content-type') ?? 'text/plain').split(';')[0]!.trim().toLowerCase()
}

function boundaryOf(headers: Headers): string | undefined {
  const type = headers.get('content-type') ?? ''
  return (
    /boundary\s*=\s*"([^"]{1,200})"/i.exec(type)?.[1] ?? /boundary\s*=\s*([^\s;"]{1,200})/i.exec(type)?.[1]
  )
}

function decoded({ headers, body }: Part): string {
  const encoding = (headers.get('content-transfer-encoding') ?? '').toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8').replaceAll('\r\n', '\n')
  if (encoding !== 'quoted-printable') return body
  return body
    .replaceAll(/=\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** `rfc822; <ada@example.com>` is ada@example.com. */
function address(field: string): string {
  return field
    .replace(/^[\w-]+\s*;\s*/, '')
    .replaceAll(/[<>]/g, '')
    .trim()
    .toLowerCase()
}
