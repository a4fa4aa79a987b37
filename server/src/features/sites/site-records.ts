import type { Site, SitePicture } from '@laurel/contract/site'
import type { LogoColor } from '@laurel/domain/logo-colors'
import type { OwnMailTexts } from '@laurel/domain/mail-texts'
import type * as z from 'zod'

type SiteWire = z.infer<typeof Site>

/** What the site's JSON columns hold: as on the wire, but for the addresses the request decides. */
export type AccountsRecord = Omit<
  SiteWire['accounts'],
  'user_pool_endpoint' | 'identity_pool_endpoint' | 'social_providers' | 'oauth_domain'
> & {
  blocked_words: string[]
  hide_accounts: boolean
}
export type LimitsRecord = SiteWire['limits']
export type CardFees = SiteWire['card_fee_cents']
export type CardLogo = SiteWire['card_mark']
export type LegalText = SiteWire['legal_texts'][number]

/** After how many days data about people is removed; never at 0. */
export type RetentionRecord = {
  address_days: number
  name_days: number
  file_days: number
  audit_days: number
}

export type LogoPicture = z.infer<typeof SitePicture>
/** The pictures drawn from one uploaded logo, by their use. */
export type LogoForms = {
  /** As uploaded, with its pixels or shapes only. */
  shown: LogoPicture
  /** A PNG, for mails and documents. */
  plain: LogoPicture
  /** Its silhouette in white, as a PNG. */
  white: LogoPicture
  icons: Array<LogoPicture & { purpose: 'any' | 'maskable' }>
  colors: LogoColor[]
}
/** The site's logos: `dark` is drawn for dark backgrounds, `icon` for tabs and devices. */
export type LogoFiles = Partial<Record<'logo' | 'dark' | 'icon', LogoForms>>

/** The mails whose texts a site wrote itself. */
export type MailTextsRecord = Partial<OwnMailTexts>

/** A site's own rules about money, as its row keeps them. */
export type MoneyRulesRecord = {
  day_limit_cents: number
  new_account_days: number
  new_account_order_cents: number
  two_people_above_cents: number
  attempts_per_hour: number
  /** When customers are reminded of an outstanding check or transfer, in days after they promised it. */
  remind_after_days: number[]
  /** A sentence on every invoice. */
  tax_note: string
  /** When companies are reminded of an open invoice, in days before and after it's due. */
  terms_remind_before_days: number[]
  terms_remind_after_days: number[]
  /** How many days an invoice may be overdue until nothing more is ordered on invoice. */
  terms_overdue_days: number
}
