import { readDeliveryReference } from '@laurel/domain/delivery-reference'
import { assertNoProblems, type FieldProblem } from '@laurel/domain/refusal'
import { isTrackingNumber, type TrackedCarrier, tidyTrackingNumber } from '@laurel/domain/tracking-number'
import Papa from 'papaparse'

export type TrackingLine = { deliveryId: number; trackingNumber: string; line: number }

const TELL_AT_MOST = 20

/**
 * Reads a pasted list, or a CSV file: a reference and a tracking number in each line, between them a
 * comma, a tab, a semicolon or blanks. A first line of headings says which columns they are in.
 *
 * @throws {Refusal} `validation_failed`, naming the lines that cannot be read
 */
export function readTrackingList(text: string, carrier: TrackedCarrier): TrackingLine[] {
  const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), {
    delimiter: /[,;\t]/.exec(text)?.[0] ?? ' ',
  })
  const headings = (data[0] ?? []).map((cell) => cell.trim().toLowerCase())
  const named = headings.indexOf('reference')
  const tracked = headings.findIndex((cell) => cell.startsWith('tracking'))
  const hasHeadings = named >= 0 && tracked >= 0
  const [referenceAt, numberAt] = hasHeadings ? [named, tracked] : [0, 1]

  const problems: FieldProblem[] = []
  const lines: TrackingLine[] = []
  const seen = new Map<string, number>()
  const complain = (line: number, words: string) =>
    problems.push({ field: 'lines', code: `line_${line}`, message: `Line ${line}: ${words}` })
  for (const [index, row] of data.entries()) {
    const line = index + 1
    const cells = row.filter((cell, at) => hasHeadings || at < 2 || cell.trim() !== '')
    if ((hasHeadings && index === 0) || cells.every((cell) => cell.trim() === '')) continue
    const deliveryId = readDeliveryReference(cells[referenceAt] ?? '')
    const trackingNumber = tidyTrackingNumber(
      // A number may be written in groups where blanks divide the line.
      hasHeadings ? (cells[numberAt] ?? '') : cells.slice(1).join(''),
    )
    if (hasHeadings && trackingNumber === '') continue
    const before = seen.get(trackingNumber) ?? seen.get(`D-${deliveryId}`)
    if (deliveryId === undefined) complain(line, 'start it with a reference such as D-17.')
    else if (!isTrackingNumber(carrier, trackingNumber)) {
      complain(line, `“${trackingNumber.slice(0, 40)}” isn’t a ${carrier} tracking number.`)
    } else if (before !== undefined) complain(line, `this repeats line ${before}.`)
    else lines.push({ deliveryId, trackingNumber, line })
    seen.set(trackingNumber, line).set(`D-${deliveryId}`, line)
  }
  if (lines.length === 0 && problems.length === 0) complain(1, 'enter a reference and a tracking number.')
  assertNoProblems(problems.slice(0, TELL_AT_MOST))
  return lines
}
