import { monthWords } from '@laurel/domain/company-balance'
import type { Language } from '@laurel/domain/languages'
import { formatCents } from '@laurel/domain/money'
import { siteDay } from '../../http/site-time.ts'
import { textsOf } from '../../texts.ts'
import type { StatementWire } from '../balance/balance.service.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { COLUMN, drawDocument } from './document-pdf.ts'

const DATE = { x: COLUMN.left, width: 100 } as const
const WHAT = { x: COLUMN.left + 104, width: 150 } as const
const BY = { x: COLUMN.left + 260, width: 90 } as const
const AMOUNT = { x: COLUMN.left + 354, width: 72, align: 'right' } as const
const BALANCE = { x: COLUMN.right - 72, width: 72, align: 'right' } as const

export type StatementDocument = {
  site: SiteRow
  /** That of the person who opens it: a company has no language. */
  language: Language
  company: string
  /** Its legal name and address. */
  billTo: string[]
  isDemo: boolean
  statement: StatementWire
}

/** What changed a company's balance in a month, oldest first. */
export function drawStatement(
  { site, language, company, billTo, isDemo, statement }: StatementDocument,
  logo?: Buffer,
): Promise<Buffer> {
  const i18n = textsOf(language)
  const month = monthWords(statement.month, i18n.locale)
  const subject = i18n.t('Balance statement of {company}, {month}', { company, month })
  return drawDocument(site, { i18n, title: i18n.t('Statement'), subject, isDemo, logo }, (pdf) => {
    pdf.text(company, { size: 16, bold: true })
    for (const line of billTo) pdf.text(line, { gap: 1 })
    pdf.space(6)
    pdf.text(i18n.t('Company balance, {month}', { month }), { ink: 'muted', gap: 20 })
    const onNewPage = () => {
      pdf.row([
        { ...DATE, text: i18n.t('Date'), size: 9, ink: 'muted' },
        { ...WHAT, text: i18n.t('Entry'), size: 9, ink: 'muted' },
        { ...BY, text: i18n.t('By'), size: 9, ink: 'muted' },
        { ...AMOUNT, text: i18n.t('Amount'), size: 9, ink: 'muted' },
        { ...BALANCE, text: i18n.t('Balance'), size: 9, ink: 'muted' },
      ])
      pdf.rule({ strong: true })
    }
    onNewPage()
    pdf.row([
      { ...WHAT, text: i18n.t('Opening balance'), ink: 'muted' },
      { ...BALANCE, text: formatCents(statement.opening_cents) },
    ])
    for (const { at, words, by, cents, balance_cents } of statement.entries.toReversed()) {
      pdf.row(
        [
          { ...DATE, text: siteDay(new Date(at), site, i18n.locale) },
          { ...WHAT, text: words },
          { ...BY, text: by, ink: 'muted' },
          { ...AMOUNT, text: `${cents > 0 ? '+' : ''}${formatCents(cents)}` },
          { ...BALANCE, text: formatCents(balance_cents) },
        ],
        { onNewPage },
      )
    }
    pdf.space(4)
    pdf.rule({ strong: true })
    pdf.row([
      { ...WHAT, text: i18n.t('Closing balance'), bold: true },
      { ...BALANCE, text: formatCents(statement.closing_cents), bold: true },
    ])
  })
}
