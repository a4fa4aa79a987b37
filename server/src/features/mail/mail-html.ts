import { type BrandRoles, brandRoles } from '@laurel/domain/brand-roles'
import { mix } from '@laurel/domain/color'
import { darkRoles } from '@laurel/domain/dark-roles'
import { endSentences } from '@laurel/domain/sentence'
import type { Texts } from '@laurel/domain/texts'
import { escapeHtml } from '../../http/escape-html.ts'
import { textsOf } from '../../texts.ts'
import { brandColors, darkLogo, plainLogo } from '../sites/site-brand.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import type { MailContent, MailItem, MailPart } from './mail-page.ts'

export const LOGO_CID = 'logo@laurel'
export const DARK_LOGO_CID = 'dark-logo@laurel'

export const STOP_MAILS = /*i18n*/ 'Stop these emails'

const LOGO_HEIGHT = 28
const MOST_LOGO_WIDTH = 240
/** The widest picture: the mail's 600 px without its padding. */
const PICTURE_WIDTH = 534
const THUMB_WIDTH = 88

/**
 * A mail in HTML that mail programs understand: tables, widths as attributes, and inline styles. The style sheet only
 * adds phones and dark mode, for programs that support them.
 */
export function mailHtml(
  site: SiteRow,
  { i18n = textsOf('en'), subject, title, preheader, parts, ...rest }: MailContent,
): string {
  const look = lookOf(site)
  const { sunken, ink, surface, line } = look.role
  return `<!doctype html>
<html lang="${i18n.locale.slice(0, 2)}" xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns:o="urn:schemas-microsoft-com:office:office">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="x-apple-disable-message-reformatting"><meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<!--[if mso]><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>table, td, p, a, h1 { font-family: Arial, sans-serif !important; }</style><![endif]-->
<style>${look.style}</style></head>
<body class="bg" style="margin:0;padding:0;background:${sunken}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preheader ?? firstText(parts))}${FILLER}</div>
<table role="presentation" class="bg" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${sunken}" style="background:${sunken}"><tr><td class="outer" align="center" style="padding:24px 16px 32px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td class="panel pad" bgcolor="${surface}" style="padding:28px 32px 36px;background:${surface};border:1px solid ${line};border-radius:16px">
${mailHead(site, look)}
<h1 class="ink h1" style="margin:0;font:700 26px/1.25 ${FONT};letter-spacing:-.4px;color:${ink};${BREAKS}">${escapeHtml(title)}</h1>
${parts.map((part, at) => partHtml(part, at, look)).join('\n')}
</td></tr>
<tr><td class="foot" style="padding:22px 33px 0">${mailFoot(i18n, site, look, rest)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body></html>`
}

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const NUMERALS = 'font-variant-numeric:tabular-nums'
/** A long word, as in an address, doesn't widen the mail. */
const BREAKS = 'overflow-wrap:anywhere'
/** Keeps mailboxes from showing the mail's next words after a short preheader. */
const FILLER = '&#847;&zwnj;&nbsp;'.repeat(60)
const TABLE = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"'

type Look = { role: BrandRoles; style: string }

const knownLooks = new WeakMap<SiteRow, Look>()

/** A brand's colors take longer to compute than the rest of a mail to write; thousands share them. */
function lookOf(site: SiteRow): Look {
  const known = knownLooks.get(site)
  if (known !== undefined) return known
  const colors = brandColors(site)
  const look = { role: brandRoles(colors), style: styleSheet(darkRoles(colors)) }
  knownLooks.set(site, look)
  return look
}

function styleSheet(dark: BrandRoles): string {
  // Pages have translucent lines, which mail programs don't support.
  const line = mix(dark.sunken, '#ffffff', 0.14)
  const rules = {
    ground: {
      bg: `background: ${dark.surface}`,
      panel: `background: ${dark.sunken}; border-color: ${line}`,
      well: `background: ${dark.raised}`,
      'btn, .btn-a': `background: ${dark.action}; border-color: ${dark.action}`,
    },
    text: {
      ink: `color: ${dark.ink}`,
      mute: `color: ${dark.muted}`,
      link: `color: ${dark['accent-text']}`,
      bad: `color: ${dark.bad}`,
      'btn-a': `color: ${dark['on-action']}`,
      line: `border-color: ${line}`,
      quote: `border-color: ${dark['accent-line']}`,
      'for-light': 'display: none',
      'for-dark': 'display: block',
    },
  }
  const written = (before: string, group: Record<string, string>) =>
    Object.entries(group)
      .map(([name, rule]) => {
        const selector = name
          .split(', ')
          .map((one) => `${before}.${one.replace(/^\./, '')}`)
          .join(', ')
        return `${selector} { ${rule.replaceAll(/;|$/g, ' !important$&')} }`
      })
      .join(' ')
  return `:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { -webkit-text-size-adjust: 100%; } table { border-collapse: separate; }
@media (max-width: 599px) { .outer { padding: 12px 0 24px !important; } .pad { padding: 24px 20px 28px !important; } .foot { padding: 20px 20px 0 !important; } .panel { border-radius: 0 !important; border-left: 0 !important; border-right: 0 !important; } .thumb, .thumb-cell { width: 64px !important; } .thumb-cell { padding-right: 12px !important; } .full { width: 100% !important; } .h1 { font-size: 23px !important; } .code { font-size: 36px !important; } .pic { border-radius: 12px !important; } }
@media (prefers-color-scheme: dark) { ${written('', rules.ground)} ${written('', rules.text)} }
${written('[data-ogsb] ', rules.ground)} ${written('[data-ogsc] ', rules.text)}`
}

function firstText(parts: readonly MailPart[]): string {
  const first = parts.find((part) => part.kind === 'text' || part.kind === 'quote' || part.kind === 'note')
  return first === undefined ? '' : endSentences(first.text)
}

/** A site's name and its postal address, which email laws require. */
export function senderLine({ name, postal_address }: SiteRow): string {
  return [name, postal_address].filter((line) => line !== '').join(', ')
}

/** The logo and the name, or the name alone. In dark mode, the logo for dark grounds. */
function mailHead(site: SiteRow, { role }: Look): string {
  const name = escapeHtml(site.name)
  const word = `<td class="ink" style="font:600 17px/28px ${FONT};letter-spacing:-.2px;color:${role.ink}">${name}</td>`
  const [light, dark] = [plainLogo(site), darkLogo(site)]
  if (light === undefined) return `${TABLE} style="margin-bottom:28px"><tr>${word}</tr></table>`
  // Programs that don't show pictures show the text instead: the name is read once.
  const alt = site.logo_has_name ? name : ''
  const picture = (cid: string, { width, height }: { width: number; height: number }, kind: string) => {
    const scale = Math.min(LOGO_HEIGHT / height, MOST_LOGO_WIDTH / width)
    const [wide, high] = [width, height].map((side) => Math.max(1, Math.round(side * scale)))
    return `<img src="cid:${cid}" alt="${alt}" width="${wide}" height="${high}" ${kind} font:600 17px/28px ${FONT};color:${role.ink}">`
  }
  const pictures = dark
    ? `${picture(LOGO_CID, light, 'class="for-light" style="display:block;border:0;')}<!--[if !mso]><!-->${picture(DARK_LOGO_CID, dark, 'class="for-dark" style="display:none;border:0;')}<!--<![endif]-->`
    : picture(LOGO_CID, light, 'style="display:block;border:0;')
  return `${TABLE} style="margin-bottom:28px"><tr><td style="padding-right:10px">${pictures}</td>${site.logo_has_name ? '' : word}</tr></table>`
}

function mailFoot(
  i18n: Texts,
  site: SiteRow,
  { role }: Look,
  { reason, unsubscribeUrl }: Pick<MailContent, 'reason' | 'unsubscribeUrl'>,
): string {
  const link = (label: string, url: string) => anchor(label, url, role)
  const dialed = site.support_phone.replaceAll(/[^\d+]/g, '')
  const ways = [
    ...(dialed === '' ? [] : [link(site.support_phone, `tel:${dialed}`)]),
    ...(site.support_email === '' ? [] : [link(site.support_email, `mailto:${site.support_email}`)]),
  ]
  const lines = [
    `${escapeHtml(endSentences(reason))}${unsubscribeUrl ? ` ${link(i18n.t(STOP_MAILS), unsubscribeUrl)}.` : ''}`,
    escapeHtml(senderLine(site)),
    ...(ways.length === 0 ? [] : [ways.join(' &nbsp; ')]),
  ]
  return lines
    .map((html, at) => paragraph('mute', `400 13px/1.5`, role.muted, at === 0 ? 0 : 8, html))
    .join('\n')
}

function partHtml(part: MailPart, at: number, { role }: Look): string {
  switch (part.kind) {
    case 'text':
      return paragraph(
        'mute',
        '400 16px/1.5',
        role.muted,
        at === 0 ? 8 : 14,
        linesHtml(endSentences(part.text)),
      )
    case 'note':
      return paragraph(
        'mute',
        '400 14px/1.5',
        role.muted,
        14,
        `${linesHtml(endSentences(part.text))}${part.link ? ` ${anchor(part.link.label, part.link.url, role)}.` : ''}`,
      )
    case 'code':
      return `${wide(24)}<tr><td class="well" align="center" bgcolor="${role.sunken}" style="background:${role.sunken};border-radius:12px;padding:24px 12px"><span class="ink code" style="font:700 ${part.code.length > 8 ? 28 : 44}px/1.1 ${FONT};letter-spacing:${part.code.length > 8 ? 1 : 8}px;padding-left:8px;color:${role.ink};${NUMERALS};${BREAKS}">${escapeHtml(part.code)}</span></td></tr></table>`
    case 'rows':
      return `${wide(16)}${part.rows.map((row) => rowHtml(row, role)).join('')}</table>`
    case 'link':
      return button(part, role)
    case 'picture':
      return `<img class="pic" src="cid:${escapeHtml(part.cid)}" alt="${escapeHtml(part.alt)}" width="${PICTURE_WIDTH}" style="display:block;width:100%;max-width:${PICTURE_WIDTH}px;height:auto;margin-top:24px;border:0;border-radius:16px;font:600 18px/1.4 ${FONT};color:${role.ink}">`
    case 'quote':
      return `${wide(26)}<tr><td class="quote" style="border-left:3px solid ${role['accent-line']};padding:2px 0 2px 18px">${paragraph('ink', '400 17px/1.5', role.ink, 0, linesHtml(part.text))}${part.from === '' ? '' : paragraph('mute', '400 14px/1.5', role.muted, 6, escapeHtml(part.from))}</td></tr></table>`
    case 'items':
      return `${wide(16)}${part.items.map((item, nth) => itemHtml(item, nth, role)).join('')}</table>`
    case 'amounts':
      return `${wide(0)}${part.rows.map((row, nth) => amountHtml(row, nth === 0 ? 'first' : 'row', role)).join('')}${amountHtml(part.total, 'total', role)}</table>`
  }
}

function rowHtml(
  { label, value, url }: { label: string; value: string; url?: string },
  role: BrandRoles,
): string {
  const shown = url ? anchor(value, url, role) : linesHtml(value)
  return `<tr><td class="mute" width="150" valign="top" style="padding:5px 16px 5px 0;font:400 15px/1.5 ${FONT};color:${role.muted};${NUMERALS}">${escapeHtml(label)}</td><td class="ink" valign="top" style="padding:5px 0;font:400 15px/1.5 ${FONT};color:${role.ink};${NUMERALS};${BREAKS}">${shown}</td></tr>`
}

function itemHtml({ cid, name, problem, lines, amount }: MailItem, nth: number, role: BrandRoles): string {
  const border = nth === 0 ? '' : `border-top:1px solid ${role.line};`
  const picture =
    cid === undefined
      ? ''
      : `<td class="line thumb-cell" width="${THUMB_WIDTH}" valign="top" style="${border}padding:16px 16px 16px 0"><img class="thumb" src="cid:${escapeHtml(cid)}" width="${THUMB_WIDTH}" alt="" style="display:block;width:${THUMB_WIDTH}px;height:auto;border:0;border-radius:5px"></td>`
  const told = [
    paragraph('ink', '600 15px/1.5', role.ink, 0, escapeHtml(name)),
    ...(problem ? [paragraph('bad', '600 14px/1.5', role.bad, 1, escapeHtml(problem))] : []),
    ...lines.map((line) => paragraph('mute', '400 14px/1.5', role.muted, 0, escapeHtml(line))),
  ]
  return `<tr>${picture}<td class="line" valign="top"${cid === undefined ? ' colspan="2"' : ''} style="${border}padding:14px 0 16px">${told.join('')}</td><td class="line ink" align="right" valign="top" style="${border}padding:14px 0 16px 12px;font:600 15px/1.5 ${FONT};color:${role.ink};white-space:nowrap;${NUMERALS}">${escapeHtml(amount)}</td></tr>`
}

function amountHtml(
  { label, value }: { label: string; value: string },
  kind: 'first' | 'row' | 'total',
  role: BrandRoles,
): string {
  const border = kind === 'row' ? '' : `border-top:1px solid ${role.line};`
  const padding = { first: '17px 0 5px', row: '5px 0', total: '14px 0 0' }[kind]
  const font = kind === 'total' ? '600 17px/1.5' : '400 15px/1.5'
  const style = `${border}padding:${padding};font:${font} ${FONT};color:${role.ink}`
  const gap =
    kind === 'total'
      ? '<tr><td colspan="2" height="9" style="font-size:0;line-height:0">&nbsp;</td></tr>'
      : ''
  return `${gap}<tr><td class="ink line" style="${style}">${escapeHtml(label)}</td><td class="ink line" align="right" style="${style};white-space:nowrap;${NUMERALS}">${escapeHtml(value)}</td></tr>`
}

/** A button that is filled in every program: Outlook needs its own markup. */
function button({ label, url }: { label: string; url: string }, role: BrandRoles): string {
  const [href, text] = [escapeHtml(url), escapeHtml(label)]
  const edge = role['action-edge'] === 'transparent' ? role.action : role['action-edge']
  const width = Math.round(label.length * 8.6) + 60
  return `${TABLE} class="full" style="margin-top:28px"><tr><td class="btn" bgcolor="${role.action}" style="border-radius:10px;background:${role.action}">
<!--[if mso]><v:roundrect href="${href}" style="height:50px;v-text-anchor:middle;width:${width}px" arcsize="20%" strokecolor="${edge}" fillcolor="${role.action}"><w:anchorlock/><center style="color:${role['on-action']};font:bold 16px Arial,sans-serif">${text}</center></v:roundrect><![endif]-->
<!--[if !mso]><!--><a href="${href}" class="btn-a" style="display:block;padding:14px 27px;border:1px solid ${edge};border-radius:10px;background:${role.action};font:600 16px/20px ${FONT};color:${role['on-action']};text-decoration:none;text-align:center">${text}</a><!--<![endif]--></td></tr></table>`
}

function anchor(label: string, url: string, role: BrandRoles): string {
  return `<a class="link" href="${escapeHtml(url)}" style="color:${role['accent-text']}">${escapeHtml(label)}</a>`
}

function paragraph(
  kind: 'ink' | 'mute' | 'bad',
  font: string,
  color: string,
  above: number,
  html: string,
): string {
  return `<p class="${kind}" style="margin:${above}px 0 0;font:${font} ${FONT};color:${color};${BREAKS}">${html}</p>`
}

function wide(above: number): string {
  return `${TABLE} width="100%" style="margin-top:${above}px">`
}

/** With its line breaks, also in Outlook. */
function linesHtml(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>')
}
