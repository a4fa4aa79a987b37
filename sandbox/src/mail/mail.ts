import type { Message } from '../message-box.ts'

/** A letter in the inbox. `to` holds everybody it was handed to, hidden copies included. */
export type Mail = Message & {
  from: string
  to: string
  subject: string
  text: string
  html: string
  /** The name its sender gave it. */
  message_id: string
  /** A report as it came, to be handed on; empty for every other letter. */
  raw: string
  attachments: Array<{ file_name: string; content_type: string; base64: string }>
}

/** An address as it is looked up: small letters, and the plus that a query turned into a space. */
export function addressKey(address: string): string {
  return address.trim().replaceAll(' ', '+').toLowerCase()
}

/** Addresses that nobody has: `bounce@…` and `bounce+anything@…` are refused at once. */
export function isRefused(address: string): boolean {
  return /^bounce(\+[^@]*)?@/i.test(address)
}

/** `late-bounce@…` is taken, and comes back with a report to its sender a moment later. */
export function comesBack(address: string): boolean {
  return /^late-bounce(\+[^@]*)?@/i.test(address)
}
