import { Readable } from 'node:stream'
import { decimalFromCents, formatCents } from '@laurel/domain/money'
import { ZipFile } from 'yazl'
import { type Cell, type Column, ONE_AHEAD } from './report.ts'

/** As many as a sheet can have. */
const MAX_SHEET_ROWS = 1_048_576
const MAX_CELL_CHARACTERS = 32_767
const DAY_MS = 86_400_000
/** The day that spreadsheets count from. */
const DAY_ZERO_MS = Date.UTC(1899, 11, 30)

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OF_PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OF_DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Cell styles, by their place: plain, heading, amount, time, day. */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`
const HEADING = 1
const AMOUNT = 2
const TIME = 3
const DAY = 4

/** Texts of repeated tags become a tenth already at this level, which takes half the time of the usual one. */
const COMPRESSED = { compressionLevel: 3 }

/**
 * A workbook (XLSX), written as it's read. Texts are texts, whatever they begin with: no cell has a formula. Rows
 * that don't fit on a sheet continue on the next.
 *
 * @returns the file's bytes; an error of `pages` ends them
 */
export function workbook(
  name: string,
  columns: readonly Column[],
  pages: AsyncIterable<Cell[][]>,
  maxRows = MAX_SHEET_ROWS,
): Readable {
  const zip = new ZipFile()
  const bytes = zip.outputStream as Readable
  zip.on('error', (cause) => bytes.destroy(cause))
  const source = pages[Symbol.asyncIterator]()
  let page: Cell[][] = []
  let isOver = false
  /** Reads on, unless there are rows left. */
  const fill = async () => {
    while (page.length === 0 && !isOver) {
      const { done, value } = await source.next()
      if (done) isOver = true
      else page = value
    }
  }
  let widths = ''
  async function* sheet() {
    await fill()
    widths ||= widthsOf(columns, page)
    const view = `<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`
    yield `${XML}<worksheet xmlns="${MAIN}">${view}<cols>${widths}</cols><sheetData>`
    yield rowXml(columns.map(({ title }) => textCell(title, HEADING)))
    let room = maxRows - 1
    for (await fill(); page.length > 0 && room > 0; await fill()) {
      const rows = page.slice(0, room)
      page = page.slice(room)
      room -= rows.length
      yield rows.map((cells) => rowXml(cells.map((cell, index) => cellXml(cell, columns[index]!)))).join('')
    }
    yield '</sheetData></worksheet>'
  }
  const sheets: string[] = []
  /** Whether another sheet follows is known at the end of one. */
  function addSheet() {
    sheets.push(sheets.length === 0 ? name : `${name} ${sheets.length + 1}`)
    const parts = Readable.from(sheet(), ONE_AHEAD)
    parts.once('end', () => (page.length > 0 ? addSheet() : finish()))
    parts.once('error', (cause) => bytes.destroy(cause))
    zip.addReadStream(parts, `xl/worksheets/sheet${sheets.length}.xml`, COMPRESSED)
  }
  function finish() {
    for (const [path, xml] of Object.entries(partsOf(sheets))) zip.addBuffer(Buffer.from(xml), path)
    zip.end()
  }
  addSheet()
  return bytes
}

const LEAST_WIDTH = 10
const MOST_WIDTH = 48

/** Columns as wide as their headings and what the first rows have, in characters. */
function widthsOf(columns: readonly Column[], rows: readonly (readonly Cell[])[]): string {
  return columns
    .map(({ title, type }, index) => {
      const longest = rows.reduce(
        (most, row) => Math.max(most, lengthOf(row[index] ?? null, type)),
        title.length,
      )
      const width = Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, longest + 2))
      return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
    })
    .join('')
}

function lengthOf(cell: Cell, type: Column['type']): number {
  if (cell === null) return 0
  return type === 'cents' ? formatCents(Number(cell)).length : String(cell).length
}

/** Everything but the sheets. */
function partsOf(sheets: readonly string[]): Record<string, string> {
  const nth = sheets.map((_, index) => index + 1)
  const relations = (list: string) =>
    `${XML}<Relationships xmlns="${OF_PACKAGE}/relationships">${list}</Relationships>`
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OF_DOCUMENT}/${type}" Target="${target}"/>`
  const type = (part: string, kind: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${SHEET_TYPE}.${kind}+xml"/>`
  return {
    'xl/styles.xml': STYLES,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OF_DOCUMENT}"><sheets>${sheets
      .map((sheet, index) => `<sheet name="${escaped(sheet)}" sheetId="${index + 1}" r:id="s${index + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      nth.map((one) => relation(`s${one}`, 'worksheet', `worksheets/sheet${one}.xml`)).join('') +
        relation('styles', 'styles', 'styles.xml'),
    ),
    '_rels/.rels': relations(relation('workbook', 'officeDocument', 'xl/workbook.xml')),
    '[Content_Types].xml': `${XML}<Types xmlns="${OF_PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${type('workbook', 'sheet.main')}${type('styles', 'styles')}${nth.map((one) => type(`worksheets/sheet${one}`, 'worksheet')).join('')}</Types>`,
  }
}

function rowXml(cells: readonly string[]): string {
  return `<row>${cells.join('')}</row>`
}

function cellXml(cell: Cell, { type }: Column): string {
  if (cell === null || cell === '') return '<c/>'
  if (type === 'cents') return `<c s="${AMOUNT}"><v>${decimalFromCents(Number(cell))}</v></c>`
  if (type === 'count') return `<c><v>${Number(cell)}</v></c>`
  if (type === 'day') return `<c s="${DAY}"><v>${dayNumber(`${cell} 00:00`)}</v></c>`
  if (type === 'moment') return `<c s="${TIME}"><v>${dayNumber(String(cell))}</v></c>`
  return textCell(String(cell))
}

function textCell(text: string, style = 0): string {
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text.slice(0, MAX_CELL_CHARACTERS))}</t></is></c>`
}

/** A local time as spreadsheets count it: days with a fraction. */
function dayNumber(local: string): number {
  return (Date.parse(`${local.replace(' ', 'T')}Z`) - DAY_ZERO_MS) / DAY_MS
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Without characters that XML can't have, and without what spreadsheets would decode: `_x0041_`. */
function escaped(text: string): string {
  if (!/[^\x20\x21\x23-\x25\x27-\x3b\x3d\x3f-\x5e\x60-\x7e]/.test(text)) return text
  return (
    text
      .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML can't have
      .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
      .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign]!)
  )
}
