import { crc32, deflateRawSync } from 'node:zlib'

/** A ZIP archive of these parts. */
export function zipOf(parts: Record<string, string | Buffer>): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content as string)
    const packed = deflateRawSync(bytes)
    const facts = Buffer.alloc(16)
    facts.writeUInt32LE(crc32(bytes), 4)
    facts.writeUInt32LE(packed.length, 8)
    facts.writeUInt32LE(bytes.length, 12)
    const head = Buffer.alloc(10)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(0x0800, 2)
    head.writeUInt16LE(8, 4)
    const names = Buffer.alloc(4)
    names.writeUInt16LE(Buffer.byteLength(name), 0)
    const local = Buffer.concat([
      Buffer.from('PK\x03\x04', 'latin1'),
      head.subarray(0, 6),
      facts,
      names,
      Buffer.from(name),
    ])
    const at = Buffer.alloc(14)
    at.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02', 'latin1'),
        Buffer.from([20, 0]),
        head.subarray(0, 6),
        facts,
        names,
        at,
        Buffer.from(name),
      ]),
    )
    bodies.push(local, packed)
    offset += local.length + packed.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, central, end])
}

/** A workbook of one sheet, as spreadsheets save it: texts shared, numbers as they are. */
export function workbookOf(rows: ReadonlyArray<ReadonlyArray<string | number>>, sheetXml?: string): Buffer {
  const shared: string[] = []
  const cell = (value: string | number, column: number, row: number) => {
    const at = `${String.fromCharCode(65 + column)}${row + 1}`
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`
    shared.push(`<si><t xml:space="preserve">${escaped(value)}</t></si>`)
    return `<c r="${at}" t="s"><v>${shared.length - 1}</v></c>`
  }
  const body = rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((value, column) => cell(value, column, row)).join('')}</row>`,
    )
    .join('')
  const sheet = sheetXml ?? `<?xml version="1.0"?><worksheet><sheetData>${body}</sheetData></worksheet>`
  return zipOf({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml':
      '<workbook xmlns:r="x"><sheets><sheet name="Hidden" sheetId="1" state="hidden" r:id="rId9"/><sheet name="People" sheetId="2" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst>${shared.join('')}</sst>`,
    'xl/worksheets/sheet1.xml': sheet,
  })
}

/** What XML cannot hold, but a cell can. */
const UNWRITABLE = /[\p{Cc}\ufffe\uffff]/gu

/** As spreadsheets write a text: what XML cannot hold by its code, and what looks like such a code as well. */
function escaped(text: string): string {
  return text
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(UNWRITABLE, (one) =>
      /[\t\n]/.test(one) ? one : `_x${one.charCodeAt(0).toString(16).padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
}
