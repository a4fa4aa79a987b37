import { MAX_LIST_ROWS } from '@laurel/domain/list-dates'
import { pageTexts } from '../../../app/texts.ts'

type Row = { email: string; employeeNumber: string }

const HEADING = /^e-?mail\b/i
const EMAIL = /^\S+@\S+\.\S+$/

/** Reads emails and employee numbers in either order, between tabs, commas, or semicolons. Headings are skipped. */
export function readNumbers(text: string): { rows: Row[]; wrongLine: number | undefined } {
  const rows: Row[] = []
  let wrongLine: number | undefined
  text.split(/\r?\n/).forEach((line, nth) => {
    const cells = line
      .split(/[\t,;]/)
      .map((cell) => cell.trim().replaceAll(/^"|"$/g, ''))
      .filter((cell) => cell !== '')
    if (cells.length === 0 || (nth === 0 && cells.some((cell) => HEADING.test(cell)))) return
    const email = cells.find((cell) => EMAIL.test(cell))
    const employeeNumber = cells.find((cell) => cell !== email)
    if (cells.length === 2 && email && employeeNumber) rows.push({ email, employeeNumber })
    else wrongLine ??= nth + 1
  })
  return { rows, wrongLine }
}

export function numbersError(text: string): string | undefined {
  const i18n = pageTexts()
  const { rows, wrongLine } = readNumbers(text)
  if (wrongLine !== undefined)
    return i18n.t('Line {line} needs an email and an employee number.', { line: wrongLine })
  if (rows.length === 0) return i18n.t('Enter an email and an employee number.')
  return rows.length > MAX_LIST_ROWS
    ? i18n.t('Enter up to {lines} lines.', { lines: MAX_LIST_ROWS })
    : undefined
}
