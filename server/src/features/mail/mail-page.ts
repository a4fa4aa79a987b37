import { brandRoles } from '@laurel/domain/brand-roles'
import { endSentences } from '@laurel/domain/sentence'
import type { Texts } from '@laurel/domain/texts'
import { brandColors, plainLogo } from '../sites/site-brand.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

/** What a mail says, part by part; both its text and its HTML are made of the same. */
export type MailPart =
  | { kind: 'text'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'rows'; rows: Array<{ label: string; value: string }> }
  | { kind: 'link'; label: string; url: string }
  /** A picture that travels with the mail, and what it shows. */
  | { kind: 'picture'; cid: string; alt: string }
  /** A person's own text, with its line breaks. */
  | { kind: 'quote'; text: string; from: string }

export type MailContent = {
  /** Its language; English without it. */
  i18n?: Texts
  subject: string
  title: string
  parts: MailPart[]
  /** Where its recipient stops mails of its kind, if they can. */
  unsubscribeUrl?: string
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** What every mail in a site's name has in common. */
export function siteMail(site: SiteRow, content: MailContent) {
  return {
    siteId: site.id,
    fromName: site.name,
    ...(content.i18n && { i18n: content.i18n }),
    subject: content.subject,
    text: mailText(site, content),
    html: mailHtml(site, content),
  }
}

/** The plain text of a mail. */
export function mailText(site: SiteRow, { title, parts, unsubscribeUrl }: MailContent): string {
  const foot = ['--', ...signature(site), ...(unsubscribeUrl ? [`${STOP_MAILS}: ${unsubscribeUrl}`] : [])]
  return [title, ...parts.map(partText), foot.join('\n')].join('\n\n').concat('\n')
}

const STOP_MAILS = 'Stop these emails'

/** The same in the organization's colors. Styles are inline, because mail programs ignore style sheets. */
export function mailHtml(
  site: SiteRow,
  { i18n, subject, title, parts, unsubscribeUrl }: MailContent,
): string {
  const role = rolesOf(site)
  const stop =
    unsubscribeUrl && `<a href="${escapeHtml(unsubscribeUrl)}" style="color:inherit">${STOP_MAILS}</a>`
  const foot = [...signature(site).map(escapeHtml), ...(stop ? [stop] : [])].join('<br>')
  return `<!doctype html>
<html lang="${i18n?.locale.slice(0, 2) ?? 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:${role.sunken};color:${role.ink};${FONT};font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
${mailHead(site, role)}
<div style="background:#ffffff;padding:28px;border-radius:0 0 12px 12px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>
${parts.map((part) => partHtml(part, role)).join('\n')}
</div>
<p style="color:${role.muted};font-size:13px;padding:0 28px">${foot}</p>
</div></body></html>`
}

export const LOGO_CID = 'logo@laurel'
/** The head of a mail: the logo and the name on white, or the name alone on the organization's color. */
const LOGO_HEIGHT = 28
const MOST_LOGO_WIDTH = 240

function mailHead(site: SiteRow, role: ReturnType<typeof brandRoles>): string {
  const name = escapeHtml(site.name)
  const logo = plainLogo(site)
  if (logo === undefined) {
    return `<div style="background:${role.action};color:${role['on-action']};padding:18px 28px;border-radius:12px 12px 0 0;font-weight:600">${name}</div>`
  }
  const scale = Math.min(LOGO_HEIGHT / logo.height, MOST_LOGO_WIDTH / logo.width)
  const [width, height] = [
    Math.max(1, Math.round(logo.width * scale)),
    Math.max(1, Math.round(logo.height * scale)),
  ]
  // Programs that don't show pictures show the text instead: the name is read once.
  const alt = site.logo_has_name ? name : ''
  const picture = `<img src="cid:${LOGO_CID}" alt="${alt}" width="${width}" height="${height}" style="display:block;border:0;font-weight:600;font-size:17px">`
  const word = site.logo_has_name ? '' : `<td style="font-weight:600;font-size:17px">${name}</td>`
  return `<div style="background:#ffffff;border-top:4px solid ${role.action};padding:24px 28px 0;border-radius:12px 12px 0 0"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="padding-right:10px">${picture}</td>${word}</tr></table></div>`
}

const knownRoles = new WeakMap<SiteRow, ReturnType<typeof brandRoles>>()

/** A brand's colors take longer to compute than the rest of a mail to write; thousands share them. */
function rolesOf(site: SiteRow): ReturnType<typeof brandRoles> {
  const known = knownRoles.get(site)
  if (known !== undefined) return known
  const roles = brandRoles(brandColors(site))
  knownRoles.set(site, roles)
  return roles
}

function partText(part: MailPart): string {
  switch (part.kind) {
    case 'text':
      return endSentences(part.text)
    case 'code':
      return part.code
    case 'rows':
      return part.rows.map(({ label, value }) => `${label}: ${value}`).join('\n')
    case 'link':
      return `${part.label}: ${part.url}`
    case 'picture':
      return `[${part.alt}]`
    case 'quote':
      return [part.text, part.from].filter(Boolean).join('\n\n')
  }
}

function partHtml(part: MailPart, role: ReturnType<typeof brandRoles>): string {
  switch (part.kind) {
    case 'text':
      return `<p style="margin:0 0 16px">${escapeHtml(endSentences(part.text))}</p>`
    case 'code':
      return `<p style="margin:0 0 16px;padding:16px;border-radius:8px;background:${role['accent-tint']};font-size:32px;font-weight:700;letter-spacing:6px;text-align:center">${escapeHtml(part.code)}</p>`
    case 'rows':
      return `<table role="presentation" style="margin:0 0 16px;border-collapse:collapse;width:100%">${part.rows
        .map(
          ({ label, value }) =>
            `<tr><td style="padding:6px 16px 6px 0;color:${role.muted};vertical-align:top">${escapeHtml(label)}</td><td style="padding:6px 0;white-space:pre-line">${escapeHtml(value)}</td></tr>`,
        )
        .join('')}</table>`
    case 'link':
      return `<p style="margin:24px 0 0"><a href="${escapeHtml(part.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${role.action};color:${role['on-action']};text-decoration:none;font-weight:600">${escapeHtml(part.label)}</a></p>`
    case 'picture':
      return `<p style="margin:0 0 20px"><img src="cid:${escapeHtml(part.cid)}" alt="${escapeHtml(part.alt)}" width="504" style="display:block;width:100%;max-width:504px;height:auto;border:0;border-radius:12px"></p>`
    case 'quote':
      return `<p style="margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid ${role['accent-line']};white-space:pre-line">${escapeHtml(part.text)}${part.from === '' ? '' : `<br><br><span style="color:${role.muted}">${escapeHtml(part.from)}</span>`}</p>`
  }
}

function signature(site: SiteRow): string[] {
  return [site.name, site.support_email, site.support_phone].filter((line) => line !== '')
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
}
