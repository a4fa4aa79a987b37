import type { Message } from '../message-box.ts'

/** A mail in the inbox. `to` has all envelope recipients, including Bcc. */
export type Mail = Message & {
  from: string
  to: string
  subject: string
  text: string
  html: string
  /** The sender's Message-ID. */
  message_id: string
  /** A bounce report as received, to be passed on; empty for other mails. */
  raw: string
  attachments: Attachment[]
}

/** With a `content_id`, it's a picture that the HTML shows as `cid:…`. */
export type Attachment = { file_name: string; content_type: string; base64: string; content_id?: string }

/** The lookup form of an address: lower case, with the plus that a query turned into a space. */
export function addressKey(address: string): string {
  return address.trim().replaceAll(' ', '+').toLowerCase()
}

/** Addresses that don't exist: `bounce@…` and `bounce+anything@…` are rejected at once. */
export function isRefused(address: string): boolean {
  return /^bounce(\+[^@]*)?@/i.test(address)
}

/** `late-bounce@…` is accepted, and a bounce report follows a moment later. */
export function comesBack(address: string): boolean {
  return /^late-bounce(\+[^@]*)?@/i.test(address)
}
