import * as z from 'zod'
import { readSigned, signed } from './signed.ts'

/** A registered assistant. Its ID is this, signed, so that a registration stores nothing. */
export type Client = { name: string; redirect_uris: string[] }

const Client = z.object({ name: z.string(), redirect_uris: z.array(z.string()) })

/** A registration (RFC 7591). Everything else in one is ignored: every assistant is a public client. */
export const Registration = z.object({
  client_name: z.string().max(200).default('').transform(plainName),
  redirect_uris: z
    .array(z.string().max(400).refine(isRedirectUri))
    .min(1)
    .max(10)
    // The ID is in the address of the page that asks, which can't be longer.
    .refine((uris) => uris.join('').length <= 800),
})

export function clientIdOf(key: Buffer, siteId: number, client: Client): string {
  return signed(key, 'client', siteId, client)
}

export function findClient(key: Buffer, siteId: number, clientId: string): Client | undefined {
  return readSigned(key, 'client', siteId, Client, clientId)
}

/** On one short line, without characters that could make it look like another name. */
function plainName(name: string): string {
  return name
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 60)
    .trim()
}

/** An https address, or a program that listens on the person's own computer (RFC 8252). */
function isRedirectUri(text: string): boolean {
  if (!URL.canParse(text) || /[^\x21-\x7e]/.test(text)) return false
  const { protocol, username, password, hash } = new URL(text)
  if (username !== '' || password !== '' || hash !== '' || text.includes('#')) return false
  return protocol === 'https:' || isLoopback(text)
}

function isLoopback(text: string): boolean {
  const { protocol, hostname } = new URL(text)
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** Addresses are compared exactly, except for the port of a program on a computer, which it picks when it starts. */
export function hasRedirectUri({ redirect_uris }: Client, asked: string): boolean {
  if (redirect_uris.includes(asked)) return true
  if (!isRedirectUri(asked) || !isLoopback(asked)) return false
  return redirect_uris.some((uri) => isLoopback(uri) && withoutPort(uri) === withoutPort(asked))
}

function withoutPort(uri: string): string {
  const url = new URL(uri)
  url.port = ''
  return url.href
}

/** The host that people see; null for a program on their computer. */
export function hostOf(redirectUri: string): string | null {
  return isLoopback(redirectUri) ? null : new URL(redirectUri).host
}
