import type { Message } from '../message-box.ts'

/** A letter in the inbox. `to` holds everybody it was handed to, hidden copies included. */
export type Mail = Message & {
  from: string
  to: string
  subject: string
  text: string
  html: string
  attachments: Array<{ file_name: string; content_type: string; base64: string }>
}

/** An address as it is looked up: small letters, and the plus that a query turned into a space. */
export function addressKey(address: string): string {
  return address.trim().replaceAll(' ', '+').toLowerCase()
}
