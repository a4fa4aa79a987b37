import { monthWords } from '@laurel/domain/company-balance'
import { formatCents } from '@laurel/domain/money'
import { siteDay } from '../../http/site-time.ts'
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
  company: string
  /** Its legal name and address. */
  billTo: string[]
  isDemo: boolean
  statement: StatementWire
}

/** What changed a company's balance in a month, oldest first. */
export function drawStatement(
  { site, company, billTo, isDemo, statement }: StatementDocument,
  logo?: Buffer,
): Promise<Buffer> {
  const month = monthWords(statement.month)
  const subject = `Balance statement of ${company}, ${month}`
  return drawDocument(site, { title: 'Statement', subject, isDemo, logo }, (pdf) => {
    pdf.text(company, { size: 16, bold: true })
    for (const line of billTo) pdf.text(line, { gap: 1 })
    pdf.space(6)
    pdf.text(`Company balance, ${month}`, { ink: 'muted', gap: 20 })
    const onNewPage = () => {
      pdf.row([
        { ...DATE, text: 'Date', size: 9, ink: 'muted' },
        { ...WHAT, text: 'Entry', size: 9, ink: 'muted' },
        { ...BY, text: 'By', size: 9, ink: 'muted' },
        { ...AMOUNT, text: 'Amount', size: 9, ink: 'muted' },
        { ...BALANCE, text: 'Balance', size: 9, ink: 'muted' },
      ])
      pdf.rule({ strong: true })
    }
    onNewPage()
    pdf.row([
      { ...WHAT, text: 'Opening balance', ink: 'muted' },
      { ...BALANCE, text: formatCents(statement.opening_cents) },
    ])
    for (const { at, words, by, cents, balance_cents } of statement.entries.toReversed()) {
      pdf.row(
        [
          { ...DATE, text: siteDay(new Date(at), site) },
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
      { ...WHAT, text: 'Closing balance', bold: true },
      { ...BALANCE, text: formatCents(statement.closing_cents), bold: true },
    ])
  })
}
