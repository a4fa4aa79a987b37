import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type Html, html, verbatim } from './html.ts'
import { STYLE } from './style.ts'

export type Page = {
  title: string
  body: Html
  /** The current section of the sandbox; the hosted payment page shows no navigation. */
  section?: 'index' | 'inbox' | 'sms' | 'parcels' | 'faults'
  narrow?: boolean
  /** Runs after the page has loaded; its nonce is the only script the policy allows. */
  script?: string
  /** Other origins that the page's forms may lead to, including by redirect. */
  formOrigins?: readonly string[]
  /** The page shows foreign HTML in a frame, which inherits its policy: allow styles and images. */
  showsForeignHtml?: boolean
}

const SECTIONS = [
  ['index', '/', 'Sandbox'],
  ['inbox', '/inbox/', 'Inbox'],
  ['sms', '/sms/', 'SMS'],
  ['parcels', '/parcels/', 'Parcels'],
  ['faults', '/faults/', 'Faults'],
] as const

function policy(page: Page, nonce: string): string {
  const styles = page.showsForeignHtml ? "'unsafe-inline'" : `'nonce-${nonce}'`
  const pictures = page.showsForeignHtml
    ? 'data: http://localhost:* http://*.localhost:* http://127.0.0.1:*'
    : 'data:'
  return [
    "default-src 'none'",
    `style-src ${styles}`,
    `script-src 'nonce-${nonce}'`,
    `img-src ${pictures}`,
    "connect-src 'self'",
    `form-action ${["'self'", ...(page.formOrigins ?? [])].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Sends a sandbox page with a policy that blocks all outside content. */
export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const sections =
    page.section &&
    html`<nav aria-label="Sections">${SECTIONS.map(
      ([section, href, name]) =>
        html`<a href="${href}"${page.section === section && html` aria-current="page"`}>${name}</a>`,
    )}</nav>`
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${page.title}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${verbatim(STYLE)}</style>
</head>
<body>
<header class="top"><div><strong>${page.section ? 'Laurel sandbox' : 'Payment sandbox'}</strong>${sections}</div></header>
<main class="${page.narrow ? 'narrow' : ''}">${page.body}</main>
${page.script && html`<script nonce="${nonce}">${verbatim(page.script)}</script>`}
</body>
</html>`
  return reply
    .code(status)
    .header('content-security-policy', policy(page, nonce))
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'strict-origin')
    .header('x-content-type-options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(document.text)
}
